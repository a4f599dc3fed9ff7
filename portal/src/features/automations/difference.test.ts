import { expect, test } from 'vitest';
import { type Compared, differences, merged } from './difference.ts';

const words = { device: (id: string | null) => (id ? 'Front gate' : 'None'), time: (time: string) => time };
const before: Compared = {
	_name: 'Watch',
	_triggerType: 'email',
	_schedule: ['12:00'],
	_actionType: 'sendEmail',
	_limited: false,
	_limitSchedule: ['12:00'],
	trigger_device_deviceID: null,
	trigger_device_type: 'conditional',
	action_prompt: 'Hello',
	action_toAddress: 'ops@example.com',
	_dailyCap: '',
};

test('only what differs is told, in the words of the editor', () => {
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

test('another input type brings its own fields, and what is out of sight does not count', () => {
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

test('two versions merge field by field', () => {
	const { _name, ...mine } = { ...before, action_prompt: 'Mine', action_toAddress: 'me@example.com' };
	const { _name: _, ...theirs } = { ...before, action_prompt: 'Theirs', _actionType: 'save' as const };
	expect(merged(mine, theirs, new Set(['action_prompt']))).toEqual({ ...theirs, action_prompt: 'Mine' });
});
