import { type AlertSettings, EARLIER_ALERTS } from '@watchword/contract/alerts';
import type { Automation } from '@watchword/contract/automation';
import type { Condition } from '@watchword/contract/condition';
import { NEW_AUTOMATION, NEW_OPTIONS } from '@watchword/contract/new-automation';
import { describe, expect, test } from 'vitest';
import { actionOf, alertFieldsOf, editOf, type Form, formOf, isChanged, sortedRows } from './form.ts';

const saved: Automation = {
	...NEW_AUTOMATION,
	id: 'a'.repeat(20),
	_owner: 'b'.repeat(20),
	_name: 'Morning',
	_triggerType: 'schedule',
	_schedule: ['05:30', '22:30'],
	_limitSchedule: ['10:00'],
	action_prompt: 'Say hello',
	action_toAddress: 'ops@example.com',
	_zone: 'Europe/Berlin',
	_utcOffset: 120,
	_version: 4,
	_paused: false,
	_snoozedUntil: null,
	_undecidable: false,
	_nowBeyond: null,
	...EARLIER_ALERTS,
	_deleted: false,
	runs: [],
};
const winter = { zone: 'Europe/Berlin', now: new Date('2026-01-15T12:00Z') };
const newYork = { zone: 'America/New_York', now: new Date('2026-01-15T12:00Z') };
const form = (change: Partial<Form> = {}): Form => ({ ...formOf(saved, winter), ...change });

describe('times', () => {
	test('entered in summer show the same in winter, sorted by the customer’s own clock', () => {
		expect(formOf(saved, winter)._schedule).toEqual(['00:30', '07:30']);
	});

	test('are shown in the zone of the customer who looks at them', () => {
		expect(formOf(saved, newYork)._schedule).toEqual(['01:30', '18:30']);
	});

	test('that were not changed keep their zone and offset, also in another zone', () => {
		for (const clock of [winter, newYork]) {
			const edit = editOf({ ...formOf(saved, clock), action_prompt: 'New' }, saved, clock);
			expect(edit).toMatchObject({
				_schedule: ['05:30', '22:30'],
				_zone: 'Europe/Berlin',
				_utcOffset: 120,
				action_prompt: 'New',
				_version: 4,
				...EARLIER_ALERTS,
			});
		}
	});

	test('that were changed are stored with the present zone and offset', () => {
		const edit = editOf(form({ _schedule: ['09:00', '', '07:30', '07:30'] }), saved, winter);
		expect(edit).toMatchObject({ _schedule: ['06:30', '08:00'], _utcOffset: 60, _limitSchedule: ['11:00'] });
		expect(formOf({ ...saved, ...edit, ...NEW_OPTIONS }, winter)._schedule).toEqual(['07:30', '09:00']);
	});

	test('rows sort around the blank ones', () => {
		expect(sortedRows(['12:00', '', '07:00', '09:30'])).toEqual(['07:00', '', '09:30', '12:00']);
	});
});

describe('what is saved', () => {
	test('a reply needs an email; the choice is remembered for when it comes back', () => {
		const reply = form({ _triggerType: 'email', _actionType: 'replyToEmail' });
		expect(actionOf(reply)).toBe('replyToEmail');
		expect(actionOf({ ...reply, _triggerType: 'capture' })).toBe('sendEmail');
	});

	test('a device is sent only for captures, and an address without spaces', () => {
		const device = 'c'.repeat(20);
		const typed = form({ trigger_device_deviceID: device, action_toAddress: ' a@example.com ' });
		expect(editOf(typed, saved, winter)).toMatchObject({
			trigger_device_deviceID: null,
			action_toAddress: 'a@example.com',
		});
		const capture = editOf({ ...typed, _triggerType: 'capture', action_toAddress: '' }, saved, winter);
		expect(capture).toMatchObject({ trigger_device_deviceID: device, action_toAddress: null });
	});

	test('a condition is sent if its owner made it for this trigger', () => {
		const sent = (change: Partial<Form>) => {
			const { _condition, _conditionChanged } = editOf(form(change), saved, winter);
			return [_condition, _conditionChanged];
		};
		const invoice = { is: 'kind', kind: 'invoice' } as const;
		const dog = { is: 'seen', kinds: ['dog'], least: 1, most: null } as Condition;
		expect(sent({ _triggerType: 'email', _condition: invoice })).toEqual([invoice, true]);
		expect(sent({ _triggerType: 'email', _condition: dog })).toEqual([null, false]);
		expect(sent({ _triggerType: 'email', _condition: null })).toEqual([null, false]);
		// What was read at the last save is no change of the owner's, and a database has an order of its own.
		expect(formOf({ ...saved, _condition: dog }, winter)._condition).toBe(null);
		const stored = { ...saved, _triggerType: 'email', _condition: invoice, _conditionChanged: true } as const;
		const typed = { kind: 'invoice', is: 'kind' } as const;
		expect(isChanged({ ...formOf(stored, winter), _condition: typed }, stored, winter)).toBe(false);
	});

	test('invalid values in hidden fields stay as they were', () => {
		const hidden = form({
			_triggerType: 'email',
			_actionType: 'save',
			action_toAddress: 'half@',
		});
		expect(editOf(hidden, saved, winter).action_toAddress).toBe('ops@example.com');
	});
});

describe('when to tell', () => {
	const own = { ...saved, _quiet: 'own', _quietStart: '22:00', _quietEnd: '06:00' } as const;
	const watch = { _triggerType: 'capture', trigger_device_deviceID: 'c'.repeat(20) } as const;

	test('every setting goes through the form and comes back', () => {
		const alerts: AlertSettings = {
			_tell: 'begin',
			_tellAgainMinutes: 60,
			_tellOver: true,
			_tellTwice: true,
			_leastMinutes: 5,
			_quiet: 'own',
			_quietStart: '22:00',
			_quietEnd: '06:00',
			_works: 'away',
			action_moreAddresses: ['a@example.com', 'B@example.com'],
			_skipSame: true,
			_notify: 'both',
			_channels: ['a'.repeat(20)],
		};
		const form = formOf({ ...saved, ...alerts }, winter);
		expect(editOf({ ...form, ...watch }, saved, winter)).toMatchObject(alerts);
		for (const [key, value] of Object.entries({ ...form, _quiet: 'none' })) {
			if (key in alerts) {
				expect(isChanged({ ...formOf(saved, winter), [key]: value }, saved, winter), key).toBe(true);
			}
		}
	});

	test('quiet hours keep to the wall clock of their zone until a time is touched', () => {
		expect(formOf(own, winter)).toMatchObject({ _quietStart: '22:00', _quietEnd: '06:00' });
		const there = formOf(own, newYork);
		expect(there).toMatchObject({ _quietStart: '16:00', _quietEnd: '00:00' });
		expect(isChanged(there, own, newYork)).toBe(false);
		expect(editOf({ ...there, action_prompt: 'New' }, own, newYork)).toMatchObject({
			_quietStart: '22:00',
			_quietEnd: '06:00',
			_zone: 'Europe/Berlin',
		});
		expect(editOf({ ...there, _triggerType: 'email', _quietEnd: '07:00' }, own, newYork)).toMatchObject({
			_quietStart: '16:00',
			_quietEnd: '07:00',
			_zone: 'America/New_York',
			_schedule: ['06:30', '23:30'],
		});
	});

	test('hidden values stay, and are not saved if they are invalid', () => {
		const typed = {
			_tellAgainMinutes: 'soon',
			_leastMinutes: '-1',
			_quiet: 'own',
			_quietStart: '22:00',
			action_moreAddresses: 'half@',
		} as const;
		expect(editOf(form({ _triggerType: 'email', _actionType: 'save', ...typed }), own, winter)).toMatchObject(
			{
				_tellAgainMinutes: null,
				_leastMinutes: null,
				_quiet: 'own',
				_quietStart: '22:00',
				_quietEnd: '06:00',
				action_moreAddresses: [],
			},
		);
		expect(editOf(form({ _actionType: 'save', _leastMinutes: '30' }), saved, winter)._leastMinutes).toBe(30);
	});

	test('each recipient is listed once, without the first one among the others', () => {
		const more = 'a@example.com; A@example.com\nOPS@example.com, b@example.com';
		expect(editOf(form({ action_moreAddresses: more }), saved, winter).action_moreAddresses).toEqual([
			'A@example.com',
			'b@example.com',
		]);
		expect(isChanged(form({ action_moreAddresses: ' ops@example.com' }), saved, winter)).toBe(false);
	});

	test.each<[Partial<Form>, (keyof Form)[]]>([
		[
			{ ...watch, _tell: 'begin' },
			[
				'_works',
				'_tell',
				'_tellOver',
				'_tellTwice',
				'_tellAgainMinutes',
				'_skipSame',
				'_notify',
				'_leastMinutes',
				'action_moreAddresses',
				'_quiet',
			],
		],
		[
			{ ...watch, _limited: true },
			['_works', '_skipSame', '_notify', '_leastMinutes', 'action_moreAddresses', '_quiet'],
		],
		[{ ...watch, _actionType: 'save' }, ['_works', '_skipSame']],
		[
			{ ...watch, trigger_device_type: 'continuous', _quiet: 'own' },
			['_works', '_notify', '_leastMinutes', 'action_moreAddresses', '_quiet', '_quietStart', '_quietEnd'],
		],
		[{ _triggerType: 'schedule' }, ['_works', '_notify', '_leastMinutes', 'action_moreAddresses']],
		[{ _triggerType: 'schedule', _notify: 'push' }, ['_works', '_notify', '_leastMinutes']],
		[{ _triggerType: 'email', _actionType: 'replyToEmail' }, ['_works']],
	])('%j: %j are in sight', (change, fields) => {
		expect([...alertFieldsOf(form(change))]).toEqual(fields);
	});
});

describe('changed', () => {
	test.each<[Partial<Form>, boolean]>([
		[{}, false],
		[{ _schedule: ['07:30', '', '00:30'] }, false],
		[{ trigger_device_deviceID: 'c'.repeat(20) }, false],
		[{ action_toAddress: 'ops@example.com ' }, false],
		[{ action_prompt: 'Say hello.' }, true],
		[{ _schedule: [''] }, true],
		[{ _schedule: ['07:30'] }, true],
		[{ _triggerType: 'email' }, true],
		[{ action_toAddress: '' }, true],
	])('%j: %s', (change, expected) => {
		expect(isChanged(form(change), saved, winter)).toBe(expected);
	});
});
