import { ACTION_TYPES, DEVICE_TRIGGERS, TRIGGER_TYPES } from '@watchword/contract/automation';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
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
		_deleted: boolean().notNull().default(false),
		created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [
		index().on(t._owner, t.created_at).where(sql`not ${t._deleted}`),
		index().on(t.trigger_device_deviceID).where(sql`not ${t._deleted}`),
	],
);
