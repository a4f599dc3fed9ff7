import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

export const devices = pgTable(
	'devices',
	{
		id: text().primaryKey(),
		_owner: text()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		desc: text().notNull().default(''),
		capture_window_start: text().notNull().default('00:00'),
		capture_window_end: text().notNull().default('23:59'),
		light_window_start: text().notNull().default('18:00'),
		light_window_end: text().notNull().default('06:00'),
		last_image_path: text(),
		created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [index().on(t._owner, t.created_at)],
);
