import { z } from 'zod';
import { ACTION_TYPES, TRIGGER_TYPES } from './automation.ts';
import { pictureBox } from './boxes.ts';
import { DELIVERY_KINDS, DELIVERY_STATUSES } from './delivery.ts';
import { episode } from './episode.ts';
import { nearExample } from './example.ts';
import { fieldContent, fieldValue } from './field-settings.ts';
import { id, moment } from './ids.ts';
import { ends } from './limit.ts';
import { MARKS } from './mark.ts';
import { NOTIFICATION_REASONS, NOTIFICATION_STATES, NOTIFICATION_WAYS } from './notification.ts';
import { TELLS } from './watch.ts';
import { zone } from './zone-settings.ts';

/**
 * A run goes queued, decided, acted, and ends in one of the last three; each step is stored before the next begins. If its mail
 * needs the owner's approval, it is waiting before it acts.
 */
export const RUN_STATUSES = ['queued', 'decided', 'waiting', 'succeeded', 'failed', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The outcome of a run, as its card shows it; `open` until it has ended. */
export const OUTCOMES = ['open', 'done', 'not-met', 'cannot-tell', 'failed', 'skipped'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The owner's answer to a waiting mail, or `expired` without one. */
export const APPROVALS = ['sent', 'discarded', 'expired'] as const;

export const VERDICTS = ['met', 'not met', 'cannot tell'] as const;

const oneNotification = z.object({
	state: z.enum(NOTIFICATION_STATES),
	why: z.enum(NOTIFICATION_REASONS).optional(),
	/** When it was sent or is due; of `snoozed`, when that ends; of `least`, when the last one was sent. */
	at: z.iso.datetime().optional(),
	minutes: z.int().optional(),
	together: z.boolean().optional(),
	/** What did not work, or why nobody is told, in whole sentences without times. */
	problem: z.string().optional(),
	/** Of `known`: the run that reported it. */
	runId: id.optional(),
	/** How somebody got it. */
	by: z.array(z.enum(NOTIFICATION_WAYS)),
});

/** Whether people were told about a run, when and how, or why not. */
export const runNotification = oneNotification.extend({
	/** Of `known`: the present state of that run's notification; null if the run is not kept any more. */
	earlier: oneNotification.nullable().optional(),
	/** All of it in a sentence, with times in the account's zone. */
	words: z.string(),
});
export type RunNotification = z.infer<typeof runNotification>;

/** What lists show of a run: everything except the bodies. */
export const runSummary = z.object({
	id,
	/** Seconds since 1970. */
	_timestamp: z.number().nullable(),
	_automationId: id,
	_triggerType: z.enum(TRIGGER_TYPES),
	_actionType: z.enum(ACTION_TYPES),
	_status: z.enum(RUN_STATUSES),
	/** Why it failed, was skipped or did nothing, in words for the customer. Times are in the account's zone. */
	_reason: z.string().nullable(),
	/** Null if the run tells nobody, has not got that far, or is older than this field. */
	action_notification: runNotification.nullable(),
	trigger_capture: z.string().nullable(),
	/** The capture, by which the thumbnail is found. */
	trigger_captureId: id.nullable(),
	trigger_from: z.string().nullable(),
	trigger_subject: z.string().nullable(),
	/** true for met, false for not met, null if the model could not tell or was not asked. */
	action_condition_met: z.boolean().nullable(),
	action_verdict: z.enum(VERDICTS).nullable(),
	action_evidence: z.string().nullable(),
	/** The episode this capture belongs to. */
	_episodeId: id.nullable(),
	/** What there was to report: that it began, lasts or is over, or every capture. Null if there was nothing new. */
	action_tells: z.enum(TELLS).nullable(),
	credits: z.number(),
	/** Whether the verdict was right, if the customer has said so. */
	_mark: z.enum(MARKS).nullable(),
	/** The episode that this run represents, in a grouped list. */
	episode: episode.nullable().optional(),
});
export type RunSummary = z.infer<typeof runSummary>;

/** What was sent to a program, a phone or a channel because of a run. */
export const runDelivery = z.object({
	kind: z.enum(DELIVERY_KINDS),
	target: z.string(),
	status: z.enum(DELIVERY_STATUSES),
	problem: z.string().nullable(),
	at: z.iso.datetime(),
});
export type RunDelivery = z.infer<typeof runDelivery>;

/** The opinion of the built-in model if it looked first. */
export const firstLook = z.object({
	verdict: z.enum(VERDICTS),
	evidence: z.string(),
	asked: z.boolean(),
	/** When people were told at once, before the language model had answered. */
	told_at: z.iso.datetime().optional(),
});
export type FirstLook = z.infer<typeof firstLook>;

/** One run of an automation, automationRuns/{id}. */
export const run = runSummary.extend({
	/** The prompt at the time when the run was queued. */
	action_prompt: z.string(),
	/** Further pictures of the capture's moment that the model saw, in order. */
	trigger_frames: z.array(z.string()),
	trigger_html: z.string().nullable(),
	/** The plain text of the mail, if it has no HTML. */
	trigger_text: z.string().nullable(),
	trigger_attachments: z.array(
		z.object({
			name: z.string(),
			contentType: z.string(),
			size: z.number(),
			path: z.string(),
			/** The name in `cid:` addresses of the mail's HTML. */
			cid: z.string().optional(),
		}),
	),
	/** The parts of the mail that were not read, in words that follow "was not read:". */
	trigger_unread: z.array(z.string()),
	/** The results of the checks of a mail's sender. Runs of earlier versions have only the three results. */
	trigger_checks: z
		.object({
			spf: z.string(),
			dkim: z.string(),
			dmarc: z.string(),
			envelopeDomain: z.string().nullable().optional(),
			fromDomains: z.array(z.string()).optional(),
			temporary: z.boolean().optional(),
		})
		.nullable(),
	action_information: z.string().nullable(),
	action_email_subject: z.string().nullable(),
	action_email_html: z.string().nullable(),
	action_sentTo: z.string().nullable(),
	/** When its mail began to wait for the owner's approval, in seconds since 1970; null if none was needed. */
	action_asked_at: z.number().nullable(),
	action_approval: z.enum(APPROVALS).nullable(),
	/** When the owner answered, in seconds since 1970. */
	action_answered_at: z.number().nullable(),
	/** Whether the owner changed the mail before approving it. */
	action_edited: z.boolean(),
	/** What a detector found in the pictures, and where. Empty if a language model decided. */
	action_boxes: z.array(pictureBox),
	/** What the built-in model said if it looked first, and whether the language model was asked after it. */
	action_firstLook: firstLook.nullable(),
	/** The zones that mattered, as they were at that time. */
	action_zones: z.array(zone),
	/** The nearest example of each side, if the picture was compared with examples. */
	action_examples: z.array(nearExample),
	/** The number that was read or counted, if the prompt asks for one and it is certain. */
	action_value: z.number().nullable(),
	/** What was found for each field that the automation had at that time. */
	action_fields: z.array(fieldValue),
	/** What the customer wrote instead, by the id of the field. */
	action_corrections: z.record(z.string(), fieldContent),
	/** Storage paths of what was saved. */
	action_files: z.array(z.string()),
	/** When the customer deleted them, in seconds since 1970. */
	action_files_deleted_at: z.number().nullable(),
	model: z.string().nullable(),
	tokensIn: z.number().nullable(),
	tokensOut: z.number().nullable(),
	decide_ms: z.number().nullable(),
	/** Whether an attempt failed, such as while the model or the mail server does not answer, and will be repeated automatically. */
	_retries: z.boolean(),
	/** The run before it that is being tried again. The captures of an automation are judged one after the other. */
	_waitsFor: z.string().nullable(),
	/** What was or will be sent to programs, phones and channels because of it. */
	deliveries: z.array(runDelivery),
});
export type Run = z.infer<typeof run>;

export const runMark = z.strictObject({ mark: z.enum(MARKS).nullable() });

/** Which runs a list shows; all if omitted. */
export const runFilter = z.strictObject({
	cursor: z.string().max(200, ends()).optional(),
	automation: id.optional(),
	episode: id.optional().describe('Only those of this episode.'),
	grouped: z
		.literal('yes')
		.optional()
		.describe(
			'An episode is one item: the first of its runs that is kept, with the episode in it. Where one episode, an outcome, marks, what waits or words are asked for, single runs are wanted, and nothing is grouped.',
		),
	order: z
		.literal('oldest')
		.optional()
		.describe('From the oldest to the newest. Grouped lists are always the other way round.'),
	trigger: z.enum(TRIGGER_TYPES).optional(),
	outcome: z.enum(OUTCOMES).optional(),
	marked: z.literal('yes').optional().describe('Only those whose verdict was marked.'),
	waiting: z.literal('yes').optional().describe("Only those whose mail waits for the owner's yes."),
	from: moment.optional().describe('From this moment on, in seconds since 1970.'),
	to: moment.optional().describe('Before this moment, in seconds since 1970.'),
	search: z
		.string()
		.max(200, ends())
		.optional()
		.describe(
			'Beginnings of words in the sender, the subject, the evidence or the reason, of runs that have ended.',
		),
	ids: z
		.string()
		.regex(/^[a-z2-7]{20}(,[a-z2-7]{20}){0,49}$/, 'must be ids with commas between, at most 50')
		.optional()
		.describe('These runs and no others. Grouped, the items these runs are part of.'),
});
export type RunFilter = z.infer<typeof runFilter>;
