import { isIP } from 'node:net';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Db } from '../ports/database.ts';
import { Refusal } from './failures.ts';
import { asRows, recordset } from './sql.ts';

export const rateLimits = pgTable('rate_limits', {
	key: text().primaryKey(),
	count: integer().notNull(),
	resets_at: timestamp({ withTimezone: true }).notNull(),
});

/** The end of an insert into rate_limits. An expired window starts again. */
export const addToWindow = sql`
	on conflict (key) do update set
		count = case when rate_limits.resets_at <= now() then 0 else rate_limits.count end + excluded.count,
		resets_at = case when rate_limits.resets_at <= now() then excluded.resets_at else rate_limits.resets_at end`;

/**
 * Counts one use of `key` and returns the number in the window, including this one. The count is in the database, so it
 * holds across restarts and processes. One statement both counts and reads, so no use goes uncounted.
 */
export async function countUse(
	db: Db,
	key: string,
	windowSeconds: number,
): Promise<{ count: number; secondsLeft: number }> {
	const { rows } = await db.execute(sql`
		insert into rate_limits (key, count, resets_at)
		values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
		${addToWindow}
		returning count, ceil(extract(epoch from resets_at - now()))::int as "secondsLeft"`);
	return rows[0] as { count: number; secondsLeft: number };
}

const USES = { key: rateLimits.key, amount: rateLimits.count };

/** Counts many uses, alone or as part of a larger statement. `usesOf` is the value of its parameter `uses`. The number is read later. */
export const countingUses = (windowSeconds: number): SQL =>
	// Ordered by key, so that two processes that count the same keys do not deadlock.
	sql`
	insert into rate_limits (key, count, resets_at)
	select key, sum(amount), now() + make_interval(secs => ${windowSeconds})
	from (${recordset(USES, sql.placeholder('uses'))}) used
	group by key order by key
	${addToWindow}`;

export const usesOf = (uses: { key: string; amount: number }[]): string => asRows(USES, uses);

/** Counts one use of `key`, refuses when there were more than `max` in the window, and returns how many there were. */
export async function limit(db: Db, key: string, max: number, windowSeconds: number): Promise<number> {
	const { count, secondsLeft } = await countUse(db, key, windowSeconds);
	if (count > max) throw tooMany('Too many attempts.', secondsLeft);
	return count;
}

/** Says what there was too much of, and when to try again. */
export function tooMany(what: string, secondsLeft: number): Refusal {
	const minutes = Math.max(1, Math.ceil(secondsLeft / 60));
	const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
	return new Refusal('resource-exhausted', `${what} Please try again in ${when}.`, {
		retryAfterSeconds: Math.max(1, secondsLeft),
	});
}

export async function forget(db: Db, key: string): Promise<void> {
	await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Takes one use back, such as for a mail that was not sent. */
export async function uncount(db: Db, key: string): Promise<void> {
	await db
		.update(rateLimits)
		.set({ count: sql`${rateLimits.count} - 1` })
		.where(and(eq(rateLimits.key, key), gt(rateLimits.count, 0)));
}

/**
 * The key under which an address is counted. IPv6 is counted by its /64, because one household or one attacker has a whole
 * /64. IPv4 inside IPv6, as dual-stack sockets report it, is counted as IPv4.
 */
export function addressKey(address: string): string {
	const bare = address.replace(/%.*$/, '');
	if (isIP(bare) !== 6) return bare;
	// A URL writes every address in one way: the shortest, in hexadecimal.
	const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
	const [front, back] = [head, tail].map((part) => (part ? part.split(':') : [])) as [string[], string[]];
	const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
	if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
		return groups
			.slice(6)
			.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
			.join('.');
	}
	return `${groups.slice(0, 4).join(':')}::/64`;
}
