import { z } from 'zod';
import { ACTION_TYPES, TRIGGER_TYPES } from './automation.ts';
import { id } from './ids.ts';
import { MARKS } from './mark.ts';

/** A run goes queued, decided, acted, and ends in one of the last three; each step is stored before the next begins. */
export const RUN_STATUSES = ['queued', 'decided', 'succeeded', 'failed', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How a run came out, as its card says it; `open` until it has ended. */
export const OUTCOMES = ['open', 'done', 'not-met', 'cannot-tell', 'failed', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const VERDICTS = ['met', 'not met', 'cannot tell'] as const;

/** What lists show of a run: everything but the bodies. */
export const runSummary = z.object({
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
	/** true for met, false for not met, null where it could not be told or was not asked. */
	action_condition_met: z.boolean().nullable(),
	action_verdict: z.enum(VERDICTS).nullable(),
	action_evidence: z.string().nullable(),
	credits: z.number(),
	/** Whether the verdict was right, where the customer has said so. */
	_mark: z.enum(MARKS).nullable(),
});
export type RunSummary = z.infer<typeof runSummary>;

/** One run of an automation, automationRuns/{id}. */
export const run = runSummary.extend({
	/** The prompt as it was when the run was asked for. */
	action_prompt: z.string(),
	trigger_html: z.string().nullable(),
	/** The mail in plain words, where it has no markup. */
	trigger_text: z.string().nullable(),
	trigger_attachments: z.array(
		z.object({ name: z.string(), contentType: z.string(), size: z.number(), path: z.string() }),
	),
	trigger_checks: z.object({ spf: z.string(), dkim: z.string(), dmarc: z.string() }).nullable(),
	action_information: z.string().nullable(),
	action_email_subject: z.string().nullable(),
	action_email_html: z.string().nullable(),
	action_sentTo: z.string().nullable(),
	/** Storage paths of what was saved. */
	action_files: z.array(z.string()),
	model: z.string().nullable(),
	tokensIn: z.number().nullable(),
	tokensOut: z.number().nullable(),
	decide_ms: z.number().nullable(),
});
export type Run = z.infer<typeof run>;

export const runMark = z.strictObject({ mark: z.enum(MARKS).nullable() });
const seconds = z.coerce.number().int().min(0).max(9_999_999_999);

/** Which runs a list shows; all of them where nothing is said. */
export const runFilter = z.strictObject({
	cursor: z.string().max(200).optional(),
	automation: id.optional(),
	trigger: z.enum(TRIGGER_TYPES).optional(),
	outcome: z.enum(OUTCOMES).optional(),
	/** Only those whose verdict was marked. */
	marked: z.literal('yes').optional(),
	/** From this moment on and before that one, in seconds since 1970. */
	from: seconds.optional(),
	to: seconds.optional(),
	/** Beginnings of words in the sender, the subject, the evidence or the reason, of runs that have ended. */
	search: z.string().max(200).optional(),
	/** These runs and no others: up to 50 ids with commas between. */
	ids: z
		.string()
		.regex(/^[a-z2-7]{20}(,[a-z2-7]{20}){0,49}$/, 'must be ids with commas between, at most 50')
		.optional(),
});
export type RunFilter = z.infer<typeof runFilter>;
