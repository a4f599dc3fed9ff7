import { expect, test } from 'vitest';
import { missingOf, problemsOf } from './check.ts';
import type { Form } from './form.ts';

const form: Form = {
	_triggerType: 'email',
	_schedule: ['12:00'],
	_actionType: 'sendEmail',
	_limited: false,
	_limitSchedule: ['12:00'],
	trigger_device_deviceID: null,
	trigger_device_type: 'conditional',
	action_prompt: 'Summarise it',
	action_toAddress: 'ops@example.com',
	_dailyCap: '',
};

test.each<[Partial<Form>, string[]]>([
	[{}, []],
	[{ _triggerType: 'schedule', _schedule: ['', ''] }, ['_schedule']],
	[{ _triggerType: 'email', _schedule: [''] }, []],
	[{ _triggerType: 'capture', trigger_device_deviceID: null }, ['trigger_device_deviceID']],
	[{ _triggerType: 'email', _limited: true, _limitSchedule: [''] }, []],
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
])('problems of %j', (change, fields) => {
	expect(Object.keys(problemsOf({ ...form, ...change }))).toEqual(fields);
});

test.each<[Partial<Form>, string[]]>([
	[{}, []],
	[{ action_prompt: 'Enter Prompt', action_toAddress: '' }, ['action_prompt', 'action_toAddress']],
	[{ action_prompt: '  ', _actionType: 'save', action_toAddress: '' }, ['action_prompt']],
])('missing in %j', (change, fields) => {
	expect(Object.keys(missingOf({ ...form, ...change }))).toEqual(fields);
});
