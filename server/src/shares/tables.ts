import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { owner } from '../accounts/tables.ts';
import { automationRuns, episodes } from '../runs/tables.ts';

const at = () => timestamp({ withTimezone: true });

/** A run or an episode that its owner shares by a link. The link is shown once; the hash of its token is stored here. */
export const shares = pgTable(
	'shares',
	{
		id: text().primaryKey(),
		_owner: owner(),
		hash: text().notNull().unique(),
		/** Exactly one of the two is set. */
		run_id: text().references(() => automationRuns.id, { onDelete: 'cascade' }),
		episode_id: text().references(() => episodes.id, { onDelete: 'cascade' }),
		created_at: at().notNull().defaultNow(),
		expires_at: at().notNull(),
		opened: integer().notNull().default(0),
		opened_at: at(),
	},
	(t) => [
		index().on(t._owner),
		index().on(t.run_id),
		index().on(t.episode_id),
		index().on(t.expires_at),
		check('one_moment', sql`num_nonnulls(${t.run_id}, ${t.episode_id}) = 1`),
	],
);
