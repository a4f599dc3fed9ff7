import { NEW_ALERTS } from '@watchword/contract/alerts';
import { expect, test } from 'vitest';
import { alertFormOf } from './alert-form.ts';
import { type AlertWords, alertSentence } from './alert-sentence.ts';
import type { Form } from './form.ts';
import { CAPTURE_FORM } from './testing.ts';

const watch: Form = { ...CAPTURE_FORM, ...alertFormOf(NEW_ALERTS, (time) => time) };
const plain: AlertWords = { accountHours: null, presence: 'home', rest: null, time: (time) => time };
const night = { start: '22:00', end: '06:00' };
const own = { _quiet: 'own', _quietStart: '23:00', _quietEnd: '05:30' } as const;

test.each<[Partial<Form>, Partial<AlertWords>, string]>([
	[{}, {}, 'Tells you once when it begins.'],
	[
		{ _approve: true, _leastMinutes: '60' },
		{},
		'Tells you once when it begins, after asking you, at most one mail every hour.',
	],
	[
		{ _tellAgainMinutes: '60', _quiet: 'own', _quietStart: '22:00', _quietEnd: '06:00' },
		{},
		'Tells you once when it begins, again every hour while it lasts, never between 22:00 and 06:00.',
	],
	[
		{ _tellAgainMinutes: '90', _tellOver: true, _tellTwice: true, _leastMinutes: '1440' },
		{},
		'Tells you once when it begins, again every 90 minutes while it lasts, and when it is over, only if two captures in a row agree, at most one mail every day.',
	],
	[
		{ _tell: 'every', _tellAgainMinutes: '60', _leastMinutes: '120' },
		{},
		'Tells you at every capture that shows it, at most one mail every 2 hours.',
	],
	[{ _tellAgainMinutes: 'often', _leastMinutes: '0' }, {}, 'Tells you once when it begins.'],
	[
		{},
		{ accountHours: night },
		'Tells you once when it begins, never between 22:00 and 06:00 (the quiet hours of your account).',
	],
	[own, { accountHours: night }, 'Tells you once when it begins, never between 23:00 and 05:30.'],
	[{ ...own, _quietEnd: '' }, {}, 'Tells you once when it begins, never in the hours you choose.'],
	[
		{ _quiet: 'none' },
		{ accountHours: night },
		'Tells you once when it begins, also in the quiet hours of your account.',
	],
	[{ _quiet: 'none' }, {}, 'Tells you once when it begins.'],
	[
		{ action_moreAddresses: 'a@example.com, b@example.com' },
		{},
		'Tells all 3 recipients once when it begins.',
	],
	[{ action_toAddress: '' }, { accountHours: night }, 'Tells nobody until you enter an address.'],
	[
		{ _notify: 'push', action_toAddress: '', action_moreAddresses: 'a@example.com', _leastMinutes: '60' },
		{},
		'Tells you once when it begins, at most one message every hour.',
	],
	[{ _notify: 'none' }, {}, 'Tells nobody until you choose how to be told.'],
	[
		{ _notify: 'none', _channels: ['a'], _leastMinutes: '60' },
		{},
		'Tells you once when it begins, at most one message every hour.',
	],
	// Limited and continuous watches have no beginning and no end.
	[{ _limited: true, _tellOver: true }, {}, 'Tells you every time.'],
	[{ trigger_device_type: 'continuous', _tellTwice: true }, {}, 'Tells you at every capture.'],
	[
		{ _triggerType: 'email', _leastMinutes: '1' },
		{ accountHours: night },
		'Tells you every time, at most one mail every minute, never between 22:00 and 06:00 (the quiet hours of your account).',
	],
	// The times of a schedule are sent then.
	[{ _triggerType: 'schedule', ...own }, { accountHours: night }, 'Tells you every time.'],
	[
		{ _triggerType: 'email', _actionType: 'replyToEmail', ...own },
		{ accountHours: night },
		'Answers the sender and tells nobody else.',
	],
	[{ _actionType: 'save' }, { accountHours: night }, 'Saves every time and tells nobody.'],
	[
		{ _works: 'away' },
		{},
		'Tells you once when it begins. Works only while you are away; you are at home now.',
	],
	[
		{ _works: 'away' },
		{ presence: 'away' },
		'Tells you once when it begins. Works only while you are away, as you are now.',
	],
	[
		{ _works: 'home' },
		{ rest: { state: 'paused', words: 'Paused' } },
		'Paused, so it does nothing until you resume it. Tells you once when it begins. Works only while you are at home, as you are now.',
	],
	[
		{},
		{ rest: { state: 'snoozed', words: 'Snoozed until 15:00' } },
		'Snoozed until 15:00, so it tells nobody until then. Tells you once when it begins.',
	],
])('%j, %j: %s', (change, words, sentence) => {
	expect(alertSentence({ ...watch, ...change }, { ...plain, ...words })).toBe(sentence);
});
