import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

/** The metadata of each stored object. Its bytes are in the object store under the same path. */
export const files = pgTable(
	'files',
	{
		path: text().primaryKey(),
		_owner: text()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		contentType: text().notNull(),
		size: bigint({ mode: 'number' }).notNull(),
		md5Hash: text().notNull(),
		/** Gives access to the bytes without a session; 128 random bits. */
		downloadToken: text().notNull(),
		metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
		timeCreated: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		/** When it was copied to the operator's second store; null where it was not. */
		mirrored_at: timestamp({ withTimezone: true, precision: 3 }),
	},
	(t) => [index().on(t._owner)],
);
