import { ACTION_TYPES, DEVICE_TRIGGERS, TRIGGER_TYPES } from '@watchword/contract/automation';
import { MARKS } from '@watchword/contract/mark';
import { OUTCOMES, RUN_STATUSES, VERDICTS } from '@watchword/contract/run';
import { sql } from 'drizzle-orm';
import {
	bigserial,
	boolean,
	customType,
	index,
	integer,
	jsonb,
	pgTable,
	text,
	timestamp,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { wordsOf } from './words.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });
const owner = () =>
	text()
		.notNull()
		.references(() => users.id, { onDelete: 'cascade' });

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A mail as it came to an automation's address. What it says is read from the raw message when its run begins. */
export const mails = pgTable(
	'mails',
	{
		id: text().primaryKey(),
		_owner: owner(),
		automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		/** The envelope: who really sent it, from where, to which of our addresses. An empty sender is a bounce's. */
		sender: text().notNull(),
		recipient: text().notNull(),
		remote_address: text().notNull(),
		helo: text().notNull(),
		raw_path: text().notNull(),
		received_at: at().notNull().defaultNow(),
	},
	(t) => [index().on(t.automationId, t.received_at)],
);

export interface Attachment {
	name: string;
	contentType: string;
	size: number;
	path: string;
}

export interface MailChecks {
	spf: string;
	dkim: string;
	dmarc: string;
}

/**
 * A run is its own job: the row a trigger writes is what a worker leases, carries through its steps and ends. One row to
 * commit, one place to look, and a step that was stored is never done again.
 */
export const automationRuns = pgTable(
	'automation_runs',
	{
		id: text().primaryKey(),
		/** The order in which runs were asked for. */
		seq: bigserial({ mode: 'number' }).notNull(),
		_owner: owner(),
		_automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		/** What set it off, in one word that exists once: the same signal twice makes one run. */
		_triggerKey: text().notNull().unique(),
		_timestamp: at().notNull().defaultNow(),
		_triggerType: text({ enum: TRIGGER_TYPES }).notNull(),
		_actionType: text({ enum: ACTION_TYPES }).notNull(),
		_status: text({ enum: RUN_STATUSES }).notNull().default('queued'),
		_reason: text(),
		/** The automation as it was when the trigger fired; later edits do not reach back. */
		action_prompt: text().notNull().default(''),
		action_toAddress: text(),
		trigger_device_type: text({ enum: DEVICE_TRIGGERS }).notNull().default('conditional'),

		trigger_capture: text(),
		trigger_captureId: text(),
		trigger_mailId: text().references(() => mails.id, { onDelete: 'set null' }),
		trigger_from: text(),
		trigger_subject: text(),
		trigger_html: text(),
		trigger_text: text(),
		trigger_attachments: jsonb().$type<Attachment[]>().notNull().default([]),
		trigger_checks: jsonb().$type<MailChecks>(),
		/** Headers a reply must follow: whether it may go out at all, and where it threads. */
		trigger_reply: jsonb().$type<{
			to: string | null;
			refused: string | null;
			messageId: string | null;
			references: string[];
		}>(),

		action_condition_met: boolean(),
		action_verdict: text({ enum: VERDICTS }),
		action_evidence: text(),
		action_information: text(),
		action_email_subject: text(),
		action_email_html: text(),
		action_files: text().array().notNull().default(sql`'{}'`),
		/** Where the mail went. */
		action_sentTo: text(),

		model: text(),
		tokensIn: integer(),
		tokensOut: integer(),
		decide_ms: integer(),
		credits: integer().notNull().default(0),
		/** Whether its verdict was right, in the customer's word. */
		_mark: text({ enum: MARKS }),

		attempts: integer().notNull().default(0),
		next_try_at: at().notNull().defaultNow(),
		lease: text(),
		lease_until: at(),
		ended_at: at(),

		/** Made by the database from the columns above. While a run is open neither changes: its steps touch no index. */
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
		// An automation's own test set, apart from any number of runs nobody marked.
		index('runs_marked').on(t._automationId, t._timestamp).where(sql`${t._mark} is not null`),
		// The history of a customer and of an automation by trigger and outcome, each in its order.
		index('runs_filtered').on(t._owner, t._triggerType, t._outcome, t._timestamp, t.id),
		index('runs_of_automation').on(t._automationId, t._triggerType, t._outcome, t._timestamp, t.id),
		index('runs_words').using('gin', t.words),
		// What has been kept long enough, and whether a capture or a mail is still needed.
		index('runs_ended').on(t._outcome, t.ended_at).where(sql`${t.ended_at} is not null`),
		index('runs_of_capture').on(t.trigger_captureId).where(sql`${t.trigger_captureId} is not null`),
		index('runs_of_mail').on(t.trigger_mailId).where(sql`${t.trigger_mailId} is not null`),
		// What is still to do, apart from any number of runs that ended.
		index('runs_open').on(t._owner, t.seq).where(sql`${t.ended_at} is null`),
		index('runs_open_in_order').on(t._automationId, t.seq).where(sql`${t.ended_at} is null`),
	],
);
