import { z } from 'zod';
import { ACTION_TYPES, TRIGGER_TYPES } from './automation.ts';
import { id } from './ids.ts';

/** One run of an automation, automationRuns/{id}. */
export const run = z.object({
	id,
	/** Seconds since 1970. */
	_timestamp: z.number().nullable(),
	_automationId: id,
	_triggerType: z.enum(TRIGGER_TYPES),
	_actionType: z.enum(ACTION_TYPES),
	trigger_capture: z.string().nullable(),
	trigger_from: z.string().nullable(),
	trigger_subject: z.string().nullable(),
	trigger_html: z.string().nullable(),
	action_condition_met: z.boolean().nullable(),
	action_information: z.string().nullable(),
	action_email_subject: z.string().nullable(),
	action_email_html: z.string().nullable(),
});
export type Run = z.infer<typeof run>;
