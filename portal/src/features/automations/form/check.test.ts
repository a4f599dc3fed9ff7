import { expect, test } from 'vitest';
import { missingOf, problemsOf } from './check.ts';
import type { Form } from './form.ts';
import { MAIL_FORM } from './testing.ts';

const form = MAIL_FORM;

const addresses = (count: number) => Array.from({ length: count }, (_, at) => `n${at}@example.com`).join(' ');

test.each<[Partial<Form>, string[]]>([
	[{}, []],
	[{ _triggerType: 'schedule', _schedule: ['', ''] }, ['_schedule']],
	[{ _triggerType: 'email', _schedule: [''] }, ['_schedule']],
	[{ _triggerType: 'capture', trigger_device_deviceID: null }, ['trigger_device_deviceID']],
	[{ _triggerType: 'email', _limited: false, _limitSchedule: [''] }, ['_limitSchedule']],
	[
		{ _triggerType: 'capture', trigger_device_deviceID: 'x', _limited: true, _limitSchedule: [''] },
		['_limitSchedule'],
	],
	[{ action_toAddress: 'ops' }, ['action_toAddress']],
	[{ action_toAddress: 'a@example.com, b@example.com' }, ['action_toAddress']],
	[{ action_toAddress: 'ops', _actionType: 'save' }, []],
	[{ _dailyCap: ' 12 ' }, []],
	[{ _dailyCap: '0' }, ['_dailyCap']],
	[{ _dailyCap: '1.5' }, ['_dailyCap']],
	[{ _dailyCap: '100001' }, ['_dailyCap']],
	[{ action_prompt: 'x'.repeat(20_001) }, ['action_prompt']],
	[{ _leastMinutes: ' 30 ' }, []],
	[{ _leastMinutes: '0' }, ['_leastMinutes']],
	[{ _leastMinutes: '1.5' }, ['_leastMinutes']],
	[{ _leastMinutes: '10081' }, ['_leastMinutes']],
	[
		{ _tell: 'begin', _tellAgainMinutes: 'x', _triggerType: 'capture', trigger_device_deviceID: 'x' },
		['_tellAgainMinutes'],
	],
	[{ _tell: 'begin', _tellAgainMinutes: 'x' }, []],
	[{ _quiet: 'own' }, ['_quietStart']],
	[{ _quiet: 'own', _quietStart: '22:00' }, ['_quietStart']],
	[{ _quiet: 'own', _quietStart: '22:00', _quietEnd: '22:00' }, ['_quietStart']],
	[{ _quiet: 'own', _quietStart: '22:00', _quietEnd: '06:00' }, []],
	[{ _quiet: 'own', _triggerType: 'schedule' }, []],
	[{ action_moreAddresses: 'a@example.com, b@example.com' }, []],
	[{ action_moreAddresses: 'a@example.com, b@' }, ['action_moreAddresses']],
	[{ action_moreAddresses: 'b@', _actionType: 'save' }, []],
	[{ action_moreAddresses: addresses(9) }, []],
	[{ action_moreAddresses: addresses(10) }, ['action_moreAddresses']],
	[{ action_moreAddresses: 'a@example.com', action_toAddress: '' }, ['action_toAddress']],
])('problems of %j', (change, fields) => {
	expect(Object.keys(problemsOf({ ...form, ...change }))).toEqual(fields);
});

test('a removed device is reported at its field, once the devices are loaded', () => {
	const watch: Form = { ...form, _triggerType: 'capture', trigger_device_deviceID: 'gate' };
	const gone = { trigger_device_deviceID: 'This device is not there any more. Choose the device to watch.' };
	expect(problemsOf(watch)).toEqual({});
	expect(problemsOf(watch, [{ id: 'gate' }])).toEqual({});
	for (const devices of [[], [{ id: 'garden' }]]) expect(problemsOf(watch, devices)).toEqual(gone);
	expect(problemsOf({ ...watch, _triggerType: 'email' }, [])).toEqual({});
});

test.each<[Partial<Form>, string[]]>([
	[{}, []],
	[{ action_prompt: 'Enter Prompt', action_toAddress: '' }, ['action_prompt', 'action_toAddress']],
	[{ action_prompt: '  ', _actionType: 'save', action_toAddress: '' }, ['action_prompt']],
])('missing in %j', (change, fields) => {
	expect(Object.keys(missingOf({ ...form, ...change }))).toEqual(fields);
});
