import { ACTION_TYPES, TRIGGER_TYPES } from '@watchword/contract/automation';
import { boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';

export const automationRuns = pgTable(
	'automation_runs',
	{
		id: text().primaryKey(),
		_owner: text()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		_automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		_timestamp: timestamp({ withTimezone: true }).notNull().defaultNow(),
		_triggerType: text({ enum: TRIGGER_TYPES }).notNull(),
		_actionType: text({ enum: ACTION_TYPES }).notNull(),
		trigger_capture: text(),
		trigger_from: text(),
		trigger_subject: text(),
		trigger_html: text(),
		action_condition_met: boolean(),
		action_information: text(),
		action_email_subject: text(),
		action_email_html: text(),
	},
	(t) => [index().on(t._owner, t._timestamp, t.id), index().on(t._automationId, t._timestamp)],
);
