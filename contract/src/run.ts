import { z } from 'zod';
import { ACTION_TYPES, TRIGGER_TYPES } from './automation.ts';
import { id } from './ids.ts';

/** A run goes queued, decided, acted, and ends in one of the last three; each step is stored before the next begins. */
export const RUN_STATUSES = ['queued', 'decided', 'succeeded', 'failed', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const VERDICTS = ['met', 'not met', 'cannot tell'] as const;

/** One run of an automation, automationRuns/{id}. */
export const run = z.object({
	id,
	/** Seconds since 1970. */
	_timestamp: z.number().nullable(),
	_automationId: id,
	_triggerType: z.enum(TRIGGER_TYPES),
	_actionType: z.enum(ACTION_TYPES),
	_status: z.enum(RUN_STATUSES),
	/** Why it failed, was skipped or did nothing, in words for the customer. */
	_reason: z.string().nullable(),
	trigger_capture: z.string().nullable(),
	trigger_from: z.string().nullable(),
	trigger_subject: z.string().nullable(),
	trigger_html: z.string().nullable(),
	/** true for met, false for not met, null where it could not be told or was not asked. */
	action_condition_met: z.boolean().nullable(),
	action_verdict: z.enum(VERDICTS).nullable(),
	action_evidence: z.string().nullable(),
	action_information: z.string().nullable(),
	action_email_subject: z.string().nullable(),
	action_email_html: z.string().nullable(),
	/** Storage paths of what was saved. */
	action_files: z.array(z.string()),
	model: z.string().nullable(),
	decide_ms: z.number().nullable(),
	credits: z.number(),
});
export type Run = z.infer<typeof run>;
