import {
	ACTION_TYPES,
	type AutomationVersion,
	DEVICE_TRIGGERS,
	TRIGGER_TYPES,
} from '@watchword/contract/automation';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { devices } from '../devices/tables.ts';

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
		_version: integer().notNull().default(1),
		_deleted: boolean().notNull().default(false),
		/** When the schedule fires next; null where there is none or it has yet to be worked out. */
		next_fire_at: timestamp({ withTimezone: true, precision: 3 }),
		/** Up to when failed runs have been told to the owner. */
		failures_told_at: timestamp({ withTimezone: true, precision: 3 }),
		created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		// What the scheduler asks: cost grows with what is due, not with what exists.
		index('automations_due')
			.on(t.next_fire_at)
			.where(sql`${t._triggerType} = 'schedule' and not ${t._deleted}`),
		index().on(t._owner, t.created_at).where(sql`not ${t._deleted}`),
		index().on(t.trigger_device_deviceID).where(sql`not ${t._deleted}`),
	],
);

/** What every save made of an automation. Kept for as long as the automation is, also when it is deleted. */
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
