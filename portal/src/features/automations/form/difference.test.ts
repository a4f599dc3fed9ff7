import { expect, test } from 'vitest';
import { type Compared, differences } from './difference.ts';
import { MAIL_FORM } from './testing.ts';

const words = {
	device: (id: string | null) => (id ? 'Front gate' : 'None'),
	time: (time: string) => time,
	channels: (ids: readonly string[]) => ids.map((id) => `Channel ${id}`),
};
const before: Compared = { ...MAIL_FORM, _name: 'Watch', action_prompt: 'Hello' };

test('only differences are listed, in the words of the editor', () => {
	expect(differences(before, before, words)).toEqual([]);
	expect(
		differences(
			before,
			{ ...before, _name: 'Gate', action_prompt: 'Bye', _actionType: 'replyToEmail' },
			words,
		),
	).toEqual([
		{ field: '_name', label: 'Name', before: 'Watch', after: 'Gate' },
		{ field: 'action_prompt', label: 'Prompt', before: 'Hello', after: 'Bye' },
		{ field: '_actionType', label: 'Action Type', before: 'Send Email', after: 'Reply to Email' },
		{ field: 'action_toAddress', label: 'To (Email Address)', before: 'ops@example.com', after: '' },
	]);
});

test('asking before sending is a difference where something is sent', () => {
	expect(differences(before, { ...before, _approve: true }, words)).toEqual([
		{ field: '_approve', label: 'Ask me before sending', before: 'No', after: 'Yes' },
	]);
	const saving: Compared = { ...before, _actionType: 'save' };
	expect(differences(saving, { ...saving, _approve: true }, words)).toEqual([]);
});

test('a condition is a difference if its owner made it', () => {
	const own: Compared = { ...before, _condition: { is: 'kind', kind: 'invoice' } };
	expect(differences(before, own, words)).toEqual([
		{ field: '_condition', label: 'Watches for', before: 'What the prompt says', after: 'it is an invoice' },
	]);
	// A condition for pictures does not decide about mails.
	expect(
		differences(
			before,
			{ ...before, _condition: { is: 'seen', kinds: ['dog'], least: 1, most: null } },
			words,
		),
	).toEqual([]);
});

test('another input type has its own fields, and hidden fields do not count', () => {
	const capture: Compared = {
		...before,
		_triggerType: 'capture',
		trigger_device_deviceID: 'a'.repeat(20),
		_limited: true,
		_limitSchedule: ['18:00', '', '07:00'],
	};
	expect(differences(before, capture, words).map(({ label, after }) => [label, after])).toEqual([
		['Input Type', 'Device Capture'],
		['Device', 'Front gate'],
		['Trigger On', 'Conditional'],
		['Limit Type', 'Limited'],
		['Run Limiting times', '07:00 and 18:00'],
	]);
	expect(differences(before, { ...before, _schedule: ['01:00'], _limitSchedule: ['02:00'] }, words)).toEqual(
		[],
	);
});

test('alert settings are shown in words if they apply', () => {
	const mailed: Compared = {
		...before,
		_leastMinutes: '90',
		_quiet: 'own',
		_quietStart: '22:00',
		_quietEnd: '06:00',
		_works: 'away',
		action_moreAddresses: 'a@example.com b@example.com',
		// For captures alone.
		_tell: 'begin',
		_tellOver: true,
		_skipSame: true,
	};
	expect(
		differences(before, mailed, words).map(({ label, before, after }) => [label, before, after]),
	).toEqual([
		['Shortest time between two mails', 'None', '90 minutes'],
		['Quiet hours', 'As in my account', '22:00 to 06:00'],
		['Further recipients', '', 'a@example.com, b@example.com'],
		['Works', 'Always', 'Only when I am away'],
	]);
	const watch = { ...mailed, _triggerType: 'capture', trigger_device_deviceID: 'x' } as const;
	const other: Compared = { ...watch, _tell: 'every', _tellOver: false, _tellTwice: true, _skipSame: false };
	expect(differences(watch, other, words).map(({ label, before, after }) => [label, before, after])).toEqual([
		['Tell me', 'When it begins', 'Every time'],
		['Tell me when it is over', 'Yes', 'No'],
		['Only if two captures in a row agree', 'No', 'Yes'],
		['Skip pictures that show nothing new', 'Yes', 'No'],
	]);
	const told: Compared = { ...before, _notify: 'push', _channels: ['a'] };
	expect(differences(before, told, words).map(({ label, before, after }) => [label, before, after])).toEqual([
		['To (Email Address)', 'ops@example.com', ''],
		['Tell by', 'Mail', 'Push message to me and Channel a'],
	]);
	const hourly = { ...watch, _tellAgainMinutes: '60' };
	expect(differences(watch, hourly, words).map(({ after }) => after)).toEqual(['1 hour']);
});
