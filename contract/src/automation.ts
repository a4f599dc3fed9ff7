import { z } from 'zod';
import { id, timeOfDay } from './ids.ts';

export const TRIGGER_TYPES = ['email', 'schedule', 'capture'] as const;
export const ACTION_TYPES = ['sendEmail', 'replyToEmail', 'save'] as const;
export const DEVICE_TRIGGERS = ['conditional', 'continuous'] as const;

/** An automation, automations/{id}. Times are in UTC; `runs` shows the newest hundred ids. */
export const automation = z.object({
	id,
	_name: z.string(),
	_owner: id,
	_triggerType: z.enum(TRIGGER_TYPES),
	_schedule: z.array(timeOfDay),
	_actionType: z.enum(ACTION_TYPES),
	_limited: z.boolean(),
	_limitSchedule: z.array(timeOfDay),
	trigger_device_deviceID: id.nullable(),
	trigger_device_type: z.enum(DEVICE_TRIGGERS),
	action_prompt: z.string(),
	action_toAddress: z.string().nullable(),
	_deleted: z.boolean(),
	runs: z.array(id),
});
export type Automation = z.infer<typeof automation>;
