import { EARLIER_ALERTS } from '@watchword/contract/alerts';
import { alertFormOf } from './alert-form.ts';
import type { Form } from './form.ts';

/** A form for tests: each names only what it is about. */
export const MAIL_FORM: Form = {
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
	_burst: 1,
	_firstLook: false,
	_atOnce: false,
	_approve: false,
	_fields: [],
	_condition: null,
	_allowedSenders: '',
	...alertFormOf(EARLIER_ALERTS, (time) => time),
};

export const CAPTURE_FORM: Form = {
	...MAIL_FORM,
	_triggerType: 'capture',
	trigger_device_deviceID: 'a'.repeat(20),
	action_prompt: 'a person',
};
