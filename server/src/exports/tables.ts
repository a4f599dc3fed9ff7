import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { owner } from '../accounts/tables.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });

/** A zip of a customer's data, from the request until it is removed. */
export const exports = pgTable(
	'exports',
	{
		id: text().primaryKey(),
		_owner: owner(),
		status: text({ enum: ['waiting', 'making', 'ready', 'failed'] })
			.notNull()
			.default('waiting'),
		done: integer().notNull().default(0),
		total: integer().notNull().default(0),
		path: text(),
		size: bigint({ mode: 'number' }),
		created_at: at().notNull().defaultNow(),
		expires_at: at(),
	},
	(t) => [index().on(t._owner, t.created_at), index().on(t.expires_at)],
);
