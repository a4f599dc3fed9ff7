import { NOTIFY_BY, QUIET_HOURS, TELL_WHEN, WORKS_WHEN } from '@watchword/contract/alerts';
import {
	ACTION_TYPES,
	type AutomationSummary,
	type AutomationVersion,
	DEVICE_TRIGGERS,
	TRIGGER_TYPES,
} from '@watchword/contract/automation';
import type { Condition } from '@watchword/contract/condition';
import { SIDES } from '@watchword/contract/example';
import type { ResultField } from '@watchword/contract/field';
import { sql } from 'drizzle-orm';
import {
	boolean,
	customType,
	doublePrecision,
	index,
	integer,
	jsonb,
	pgTable,
	text,
	timestamp,
	unique,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { captures, devices } from '../devices/tables.ts';

/** Bytes go in as hexadecimal text, which both databases accept. They come back as bytes or as the same text. */
const bytes = customType<{ data: Buffer; driverData: Uint8Array | string }>({
	dataType: () => 'bytea',
	toDriver: (value) => `\\x${value.toString('hex')}`,
	fromDriver: (value) =>
		typeof value === 'string' ? Buffer.from(value.slice(2), 'hex') : Buffer.from(value),
});

export const automations = pgTable(
	'automations',
	{
		id: text().primaryKey(),
		_name: text().notNull(),
		_owner: text()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		_triggerType: text({ enum: TRIGGER_TYPES }).notNull(),
		_schedule: text().array().notNull(),
		_actionType: text({ enum: ACTION_TYPES }).notNull(),
		_limited: boolean().notNull(),
		_limitSchedule: text().array().notNull(),
		trigger_device_deviceID: text().references(() => devices.id, { onDelete: 'set null' }),
		trigger_device_type: text({ enum: DEVICE_TRIGGERS }).notNull(),
		action_prompt: text().notNull(),
		action_toAddress: text(),
		_zone: text().notNull().default('UTC'),
		_utcOffset: integer().notNull().default(0),
		_dailyCap: integer(),
		_allowedSenders: text().array().notNull().default(sql`'{}'`),
		_burst: integer().notNull().default(1),
		_firstLook: boolean().notNull().default(false),
		_atOnce: boolean().notNull().default(false),
		_approve: boolean().notNull().default(false),
		_fields: jsonb().$type<ResultField[]>().notNull().default([]),
		_condition: jsonb().$type<Condition>(),
		_conditionChanged: boolean().notNull().default(false),
		_nowBeyond: jsonb().$type<AutomationSummary['_nowBeyond']>(),
		_notify: text({ enum: NOTIFY_BY }).notNull().default('mail'),
		_channels: text().array().notNull().default(sql`'{}'`),
		_tell: text({ enum: TELL_WHEN }).notNull().default('every'),
		_tellAgainMinutes: integer(),
		_tellOver: boolean().notNull().default(false),
		_tellTwice: boolean().notNull().default(false),
		_leastMinutes: integer(),
		_quiet: text({ enum: QUIET_HOURS }).notNull().default('account'),
		_quietStart: text(),
		_quietEnd: text(),
		_works: text({ enum: WORKS_WHEN }).notNull().default('always'),
		action_moreAddresses: text().array().notNull().default(sql`'{}'`),
		_skipSame: boolean().notNull().default(false),
		_paused: boolean().notNull().default(false),
		_snoozedUntil: timestamp({ withTimezone: true, precision: 3 }),
		_version: integer().notNull().default(1),
		_deleted: boolean().notNull().default(false),
		/** The address from which programs read its table of results, as a hash; null if there is none. */
		feed_hash: text().unique(),
		feed_made_at: timestamp({ withTimezone: true, precision: 3 }),
		feed_read_at: timestamp({ withTimezone: true, precision: 3 }),
		/** When the schedule fires next; null if there is no schedule. */
		next_fire_at: timestamp({ withTimezone: true, precision: 3 }),
		/** The owner has been notified of the failed runs up to this time. */
		failures_told_at: timestamp({ withTimezone: true, precision: 3 }),
		created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
		/** Since when it has had its device. The first automations of a device run free of charge on its captures. */
		attached_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
		/** When its times, its trigger or its pause last changed: limit times count only if they are later. */
		times_since: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
	},
	(t) => [
		// For the scheduler: the cost of its query grows with what is due, not with what exists.
		index('automations_due')
			.on(t.next_fire_at)
			.where(sql`${t._triggerType} = 'schedule' and not ${t._deleted}`),
		index().on(t._owner, t.created_at).where(sql`not ${t._deleted}`),
		index().on(t.trigger_device_deviceID).where(sql`not ${t._deleted}`),
	],
);

/** The people other than the owner who get mail from the automations of an account, and whether they unsubscribed. */
export const mailRecipients = pgTable(
	'mail_recipients',
	{
		/** Part of the unsubscribe links in their mails; cannot be guessed. */
		id: text().primaryKey(),
		_owner: text()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** In lower case. */
		address: text().notNull(),
		first_sent_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		unsubscribed_at: timestamp({ withTimezone: true, precision: 3 }),
	},
	(t) => [unique().on(t._owner, t.address)],
);

/** The automation after each save. Kept as long as the row of the automation, even after the customer deleted it. */
export const automationVersions = pgTable(
	'automation_versions',
	{
		id: text().primaryKey(),
		_automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		_version: integer().notNull(),
		_savedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		/** Who saved it; the name as it was then. */
		uid: text().notNull(),
		name: text().notNull(),
		document: jsonb().$type<AutomationVersion['document']>().notNull(),
	},
	(t) => [unique().on(t._automationId, t._version)],
);

/** A link in a mail to the owner by which its automation is snoozed, once and without signing in. */
export const snoozeLinks = pgTable(
	'snooze_links',
	{
		/** Part of the link; cannot be guessed. */
		id: text().primaryKey(),
		_automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		/** What the mail was about; the same mail sent again has the same links. */
		mail: text().notNull().unique(),
		created_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		used_at: timestamp({ withTimezone: true, precision: 3 }),
	},
	(t) => [index().on(t.created_at)],
);

/** Pictures the customer marked, so that the model learns what the automation's words mean. State, not a setting: no version. */
export const examples = pgTable(
	'examples',
	{
		id: text().primaryKey(),
		_automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		captureId: text()
			.notNull()
			.references(() => captures.id, { onDelete: 'cascade' }),
		said: text({ enum: SIDES }).notNull(),
		/** Marked on the sheet, which keeps the capture; or the mark of a run, which is removed with the capture. */
		from: text({ enum: ['sheet', 'run'] }).notNull(),
		/** The model's features of the picture, the model's version, and the picture's width divided by its height. */
		features: bytes(),
		version: text(),
		ratio: doublePrecision(),
		/** The model looked, and there was nothing to see. */
		unreadable: boolean().notNull().default(false),
		created_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
	},
	(t) => [unique().on(t._automationId, t.captureId), index().on(t.captureId)],
);
