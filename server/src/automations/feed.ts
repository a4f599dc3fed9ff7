import { createHash } from 'node:crypto';
import type { ResultField } from '@watchword/contract/field';
import { and, eq, isNull, lt, not, or, sql } from 'drizzle-orm';
import { isOpenToOthers } from '../accounts/standing.ts';
import { users } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/sql.ts';
import type { Db } from '../ports/database.ts';
import { holdAutomation, readAutomation } from './automations.ts';
import { automations } from './tables.ts';

/** Two ids: 200 random bits, which cannot be guessed. */
const TOKEN = /^[a-z2-7]{40}$/;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Whether an automation's table has an address, and when that was last read. */
export async function feedState(db: Db, uid: string, id: string) {
	await readAutomation(db, uid, id);
	const { feed_made_at, feed_read_at } = automations;
	const [found] = await db
		.select({
			made_at: sql<string | null>`${isoTime(feed_made_at)}`,
			read_at: sql<string | null>`${isoTime(feed_read_at)}`,
		})
		.from(automations)
		.where(eq(automations.id, id));
	return found ?? { made_at: null, read_at: null };
}

/** A new address for an automation's table, by its secret part; an earlier one stops working. Only the hash is stored. */
export async function makeFeed(db: Db, uid: string, id: string): Promise<string> {
	const token = newId() + newId();
	await db.transaction(async (tx) => {
		await holdAutomation(tx, uid, id);
		await tx
			.update(automations)
			.set({ feed_hash: hashOf(token), feed_made_at: sql`now()`, feed_read_at: null })
			.where(eq(automations.id, id));
	});
	return token;
}

export async function revokeFeed(db: Db, uid: string, id: string): Promise<void> {
	await db.transaction(async (tx) => {
		await holdAutomation(tx, uid, id);
		await tx.update(automations).set(NO_FEED).where(eq(automations.id, id));
	});
}

export const NO_FEED = { feed_hash: null, feed_made_at: null, feed_read_at: null };

export interface Feed {
	automationId: string;
	fields: ResultField[];
}

/** The automation whose table an address shows; null if the address never existed or is revoked. Stores the time of the read. */
export async function findFeed(db: Db, token: string): Promise<Feed | null> {
	if (!TOKEN.test(token)) return null;
	const [found] = await db
		.select({ automationId: automations.id, fields: automations._fields })
		.from(automations)
		.innerJoin(users, and(eq(users.id, automations._owner), isOpenToOthers))
		.where(and(eq(automations.feed_hash, hashOf(token)), not(automations._deleted)));
	if (!found) return null;
	// Programs may read every few seconds; accuracy of a minute is enough.
	await db
		.update(automations)
		.set({ feed_read_at: sql`now()` })
		.where(
			and(
				eq(automations.id, found.automationId),
				or(isNull(automations.feed_read_at), lt(automations.feed_read_at, sql`now() - interval '1 minute'`)),
			),
		);
	return found;
}
