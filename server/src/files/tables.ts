import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { owner } from '../accounts/tables.ts';

/** True of the files that automations saved. Only they are on the Files screen and in the mirror. */
export const isSaved = sql.raw(`path like 'users/%/automations/%'`);

/** The metadata of each stored object. Its bytes are in the object store under the same path. */
export const files = pgTable(
	'files',
	{
		path: text().primaryKey(),
		_owner: owner(),
		contentType: text().notNull(),
		size: bigint({ mode: 'number' }).notNull(),
		md5Hash: text().notNull(),
		/** Gives access to the bytes without a session; 128 random bits. */
		downloadToken: text().notNull(),
		metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
		timeCreated: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		/** When it was copied to the operator's second store; null if it was not. */
		mirrored_at: timestamp({ withTimezone: true, precision: 3 }),
	},
	(t) => [
		index().on(t._owner),
		index('files_saved').on(t._owner, t.path).where(isSaved),
		// What the mirror lacks, independent of the number of files that it has.
		index('files_to_mirror').on(t.timeCreated, t.path).where(sql`${t.mirrored_at} is null and ${isSaved}`),
	],
);

/**
 * Paths that may be in the mirror without a file here: of deleted files, and of running copies. If a file with that path exists
 * after all, the path is only removed from this list. Otherwise it is deleted in the mirror.
 */
export const mirrorLeftovers = pgTable('mirror_leftovers', { path: text().primaryKey() });
