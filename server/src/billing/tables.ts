import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

export const billing = pgTable(
	'billing',
	{
		uid: text()
			.primaryKey()
			.references(() => users.id, { onDelete: 'cascade' }),
		creditBalance: integer().notNull().default(0),
	},
	(t) => [check('never_negative', sql`${t.creditBalance} >= 0`)],
);
