import { sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Db } from './ports.ts';
import { Refusal } from './refusal.ts';

export const rateLimits = pgTable('rate_limits', {
	key: text().primaryKey(),
	count: integer().notNull(),
	resets_at: timestamp({ withTimezone: true }).notNull(),
});

/**
 * Counts one use of `key` and refuses when there were more than `max` in the window. The count lives in the database,
 * so it holds across restarts and processes, and one statement both counts and reads: no two can slip through together.
 */
export async function limit(db: Db, key: string, max: number, windowSeconds: number): Promise<void> {
	const { rows } = await db.execute(sql`
		insert into rate_limits (key, count, resets_at)
		values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
		on conflict (key) do update set
			count = case when rate_limits.resets_at <= now() then 1 else rate_limits.count + 1 end,
			resets_at = case when rate_limits.resets_at <= now() then excluded.resets_at else rate_limits.resets_at end
		returning count, ceil(extract(epoch from resets_at - now()))::int as seconds_left`);
	const used = rows[0] as { count: number; seconds_left: number };
	if (used.count > max) {
		const minutes = Math.max(1, Math.ceil(used.seconds_left / 60));
		throw new Refusal(
			'resource-exhausted',
			`Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
			{ retryAfterSeconds: Math.max(1, used.seconds_left) },
		);
	}
}

export async function forget(db: Db, key: string): Promise<void> {
	await db.execute(sql`delete from rate_limits where key = ${key}`);
}

/** Takes one use back: it turned out to be no guess. */
export async function giveBack(db: Db, key: string): Promise<void> {
	await db.execute(sql`update rate_limits set count = count - 1 where key = ${key} and count > 0`);
}
