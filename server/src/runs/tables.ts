import { NOTIFY_BY } from '@watchword/contract/alerts';
import { ACTION_TYPES, DEVICE_TRIGGERS, TRIGGER_TYPES } from '@watchword/contract/automation';
import type { PictureBox } from '@watchword/contract/boxes';
import { CHANNEL_KINDS } from '@watchword/contract/channels';
import type { NearExample } from '@watchword/contract/example';
import type { FieldValue } from '@watchword/contract/field';
import { MARKS } from '@watchword/contract/mark';
import type { Notification } from '@watchword/contract/notification';
import { APPROVALS, type FirstLook, OUTCOMES, RUN_STATUSES, VERDICTS } from '@watchword/contract/run';
import { TELLS } from '@watchword/contract/watch';
import type { Zone } from '@watchword/contract/zone';
import { sql } from 'drizzle-orm';
import {
	bigserial,
	boolean,
	customType,
	doublePrecision,
	index,
	integer,
	jsonb,
	pgTable,
	text,
	timestamp,
} from 'drizzle-orm/pg-core';
import { owner } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { devices } from '../devices/tables.ts';
import { type Attachment, type MailChecks, mails, type ReplyFacts } from '../mail/tables.ts';
import { placedWords, wordsOf } from './search-words.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** What a conditional watch of captures saw, from its beginning to its end. */
export const episodes = pgTable(
	'episodes',
	{
		id: text().primaryKey(),
		_owner: owner(),
		_automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		deviceId: text().references(() => devices.id, { onDelete: 'set null' }),
		/** What was watched for: a hash of prompt and camera. With another one it is another watch. */
		watch: text().notNull(),
		first_at: at().notNull(),
		last_at: at().notNull(),
		/** When a capture showed that it was over; null while it lasts. */
		ended_at: at(),
		captures: integer().notNull(),
		first_runId: text().notNull(),
		/** The capture of the last alert that was sent or is to be sent, and its run, which knows what became of it. */
		told_at: at(),
		told_runId: text(),
	},
	(t) => [
		index().on(t._owner, t.first_at, t.id),
		index().on(t._automationId, t.first_at),
		index().on(t.deviceId, t.first_at),
	],
);

/** Mails that wait: for the end of quiet hours, or for the rest of a backlog. Several become one mail. */
export const heldAlerts = pgTable(
	'held_alerts',
	{
		/** The run it is about. */
		id: text().primaryKey(),
		_owner: owner(),
		_automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		why: text({ enum: ['quiet', 'late'] }).notNull(),
		due_at: at().notNull(),
		/** The addresses that already got it, while it is being sent. */
		sentTo: text().array().notNull().default(sql`'{}'`),
	},
	(t) => [index().on(t.due_at), index().on(t._owner)],
);

/** Runs that somebody was told of. */
export const wasTold = sql.raw(
	`("action_sentTo" is not null or action_pushes > 0 or "action_toldBy" <> '{}')`,
);

/** Runs with saved files. They are stored when the run ends, so an open run has none. */
export const hasSaved = sql.raw(`action_files <> '{}'`);

/**
 * Runs that wait for their owner, and open runs for workers. `_status` says the same, but is not part of an index, because it
 * changes with every step.
 */
export const isWaiting = sql`ended_at is null and action_asked_at is not null and action_approval is null`;
export const isForWorkers = sql`ended_at is null and (action_asked_at is null or action_approval is not null)`;

/**
 * A run is its own job: a trigger inserts the row, and a worker leases it, takes it through its steps and ends it. There is one
 * row to commit and one place to look, and a stored step is never repeated.
 */
export const automationRuns = pgTable(
	'automation_runs',
	{
		id: text().primaryKey(),
		/** The order in which runs were queued. */
		seq: bigserial({ mode: 'number' }).notNull(),
		_owner: owner(),
		_automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		/** Names the trigger event; unique, so that the same event makes only one run. */
		_triggerKey: text().notNull().unique(),
		_timestamp: at().notNull().defaultNow(),
		_triggerType: text({ enum: TRIGGER_TYPES }).notNull(),
		_actionType: text({ enum: ACTION_TYPES }).notNull(),
		_status: text({ enum: RUN_STATUSES }).notNull().default('queued'),
		_reason: text(),
		/** The automation's settings when the trigger fired; later edits do not change them. */
		action_prompt: text().notNull().default(''),
		action_toAddress: text(),
		action_moreAddresses: text().array().notNull().default(sql`'{}'`),
		action_notify: text({ enum: NOTIFY_BY }).notNull().default('mail'),
		action_channels: text().array().notNull().default(sql`'{}'`),
		action_approve: boolean().notNull().default(false),
		trigger_device_type: text({ enum: DEVICE_TRIGGERS }).notNull().default('conditional'),

		trigger_capture: text(),
		trigger_captureId: text(),
		/** Further pictures of the capture's moment that the model saw. */
		trigger_frames: text().array().notNull().default(sql`'{}'`),
		trigger_mailId: text().references(() => mails.id, { onDelete: 'set null' }),
		trigger_from: text(),
		trigger_subject: text(),
		trigger_html: text(),
		trigger_text: text(),
		trigger_attachments: jsonb().$type<Attachment[]>().notNull().default([]),
		/** The parts of the mail that were not read, in words for the customer. */
		trigger_unread: text().array().notNull().default(sql`'{}'`),
		trigger_checks: jsonb().$type<MailChecks>(),
		trigger_reply: jsonb().$type<ReplyFacts>(),

		/** The episode that its capture belongs to. */
		_episodeId: text().references(() => episodes.id, { onDelete: 'set null' }),
		/** What there was to report; null for nothing new. */
		action_tells: text({ enum: TELLS }),
		action_condition_met: boolean(),
		action_verdict: text({ enum: VERDICTS }),
		action_evidence: text(),
		action_information: text(),
		action_boxes: jsonb().$type<PictureBox[]>().notNull().default([]),
		/** The opinion of the built-in model if it looked first. */
		action_firstLook: jsonb().$type<FirstLook>(),
		/** The zones as they were when it was decided. */
		action_zones: jsonb().$type<Zone[]>().notNull().default([]),
		action_examples: jsonb().$type<NearExample[]>().notNull().default([]),
		/** The number that was read or counted with certainty, if the prompt asks for one. */
		action_value: doublePrecision(),
		action_email_subject: text(),
		action_email_html: text(),
		/** What was found for each field, with its evidence; and what the customer wrote instead, by the id of the field. */
		action_fields: jsonb().$type<FieldValue[]>().notNull().default([]),
		action_corrections: jsonb().$type<Record<string, FieldValue['value']>>().notNull().default({}),
		/** When the mail began to wait for the owner's approval, the answer, and its time. */
		action_asked_at: at(),
		action_approval: text({ enum: APPROVALS }),
		action_answered_at: at(),
		/** What the owner changed in the mail before approving it; null if nothing. */
		action_draft: jsonb().$type<{ subject: string | null; text: string | null }>(),
		action_files: text().array().notNull().default(sql`'{}'`),
		/** When the customer deleted what it had saved. */
		action_files_deleted_at: at(),
		/** Where the mail went. */
		action_sentTo: text(),
		/** How many phones and browsers got the push message. */
		action_pushes: integer().notNull().default(0),
		/** The kinds of channel that took the message. */
		action_toldBy: text({ enum: CHANNEL_KINDS }).array().notNull().default(sql`'{}'`),
		/** Whether people were told, or why not; null for runs that tell nobody. Sentences about it are written when they are read. */
		action_notification: jsonb().$type<Notification>(),

		model: text(),
		tokensIn: integer(),
		tokensOut: integer(),
		decide_ms: integer(),
		credits: integer().notNull().default(0),
		/** The customer's opinion of its verdict. */
		_mark: text({ enum: MARKS }),

		attempts: integer().notNull().default(0),
		next_try_at: at().notNull().defaultNow(),
		lease: text(),
		lease_until: at(),
		ended_at: at(),

		/** Both are generated by the database. They do not change while a run is open, so its steps touch no index. */
		_outcome: text({ enum: OUTCOMES })
			.notNull()
			.generatedAlwaysAs(
				sql`case when ended_at is null then 'open' when _status <> 'succeeded' then _status
					when action_verdict = 'not met' then 'not-met' when action_verdict = 'cannot tell' then 'cannot-tell'
					else 'done' end`,
			),
		words: tsvector().generatedAlwaysAs(sql`case when ended_at is null then null else ${wordsOf} end`),
	},
	(t) => [
		index().on(t._owner, t._timestamp, t.id),
		index().on(t._automationId, t._timestamp),
		// An automation's test set, independent of the number of unmarked runs.
		index('runs_marked').on(t._automationId, t._timestamp).where(sql`${t._mark} is not null`),
		// The values of an automation, independent of the number of runs without one.
		index('runs_with_value').on(t._automationId, t._timestamp).where(sql`${t.action_value} is not null`),
		// The history of a customer and of an automation by trigger and outcome, each in time order.
		index('runs_filtered').on(t._owner, t._triggerType, t._outcome, t._timestamp, t.id),
		index('runs_of_automation').on(t._automationId, t._triggerType, t._outcome, t._timestamp, t.id),
		index('runs_of_episode').on(t._episodeId, t._timestamp).where(sql`${t._episodeId} is not null`),
		// For the history with one item per episode: runs without an episode, and the number of an episode's notifications.
		index('runs_alone').on(t._owner, t._triggerType, t._timestamp, t.id).where(sql`${t._episodeId} is null`),
		index('runs_alone_of_automation')
			.on(t._automationId, t._timestamp, t.id)
			.where(sql`${t._episodeId} is null`),
		index('runs_told').on(t._episodeId).where(sql`${t._episodeId} is not null and ${wasTold}`),
		// What automations saved, for the Files screen.
		index('runs_saved').on(t._owner, t._timestamp, t.id).where(hasSaved),
		index('runs_saved_of_automation').on(t._automationId, t._timestamp, t.id).where(hasSaved),
		// Each search reads the whole pending list, so it must stay short (kB).
		index('runs_found').using('gin', placedWords).with({ gin_pending_list_limit: 256 }),
		// What has been kept long enough, and whether a capture or a mail is still needed.
		index('runs_ended').on(t._outcome, t.ended_at).where(sql`${t.ended_at} is not null`),
		index('runs_of_capture').on(t.trigger_captureId).where(sql`${t.trigger_captureId} is not null`),
		index('runs_of_mail').on(t.trigger_mailId).where(sql`${t.trigger_mailId} is not null`),
		// Open runs, independent of the number of ended ones.
		index('runs_open').on(t._owner, t.seq).where(sql`${t.ended_at} is null`),
		index('runs_to_carry').on(t._automationId, t.seq).where(isForWorkers),
		index('runs_waiting').on(t._owner, t._timestamp, t.id).where(isWaiting),
	],
);
