import { NEW_ALERTS } from './alerts.ts';
import { DEFAULT_PROMPT, DEFAULT_SCHEDULE_TIME } from './constants.ts';

/** The defaults of the fields that a template does not fill in. */
export const NEW_OPTIONS = {
	_dailyCap: null,
	_allowedSenders: [],
	_burst: 1,
	_firstLook: false,
	_atOnce: false,
	_approve: false,
	_fields: [],
	_condition: null,
	_conditionChanged: false,
	...NEW_ALERTS,
};

/** The defaults of a new automation. Without schemas, which the portal does not load. */
export const NEW_AUTOMATION = {
	_name: 'New Automation',
	_triggerType: 'email' as const,
	_schedule: [DEFAULT_SCHEDULE_TIME],
	_actionType: 'sendEmail' as const,
	_limited: false,
	_limitSchedule: [DEFAULT_SCHEDULE_TIME],
	trigger_device_deviceID: null,
	trigger_device_type: 'conditional' as const,
	action_prompt: DEFAULT_PROMPT,
	action_toAddress: null,
	_zone: 'UTC',
	_utcOffset: 0,
	...NEW_OPTIONS,
};
