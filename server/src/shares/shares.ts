/** Links with which customers share a moment: their management, and which of them still work. */
import type { Share, ShareStart } from '@watchword/contract/share';
import { SHARES_LISTED_DAYS, SHARES_MAX } from '@watchword/contract/sharing';
import { and, count, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import { noteEvent, type Origin } from '../accounts/history.ts';
import { isOpenToOthers, lockAccount } from '../accounts/standing.ts';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { hashToken, newId, randomBase32 } from '../base/ids.ts';
import { isoTime } from '../base/sql.ts';
import type { Db } from '../ports/database.ts';
import { automationRuns, episodes } from '../runs/tables.ts';
import { shares } from './tables.ts';

/** 200 random bits. */
const TOKEN_LENGTH = 40;
const TOKEN = new RegExp(`^[a-z2-7]{${TOKEN_LENGTH}}$`);

/** Far more than one person reads; it includes all working ones. */
const MAX_LISTED = 2 * SHARES_MAX;

const works = gt(shares.expires_at, sql`now()`);

const listed = (db: Db) =>
	db
		.select({
			id: shares.id,
			runId: shares.run_id,
			episodeId: shares.episode_id,
			name: automations._name,
			at: isoTime(sql`coalesce(${automationRuns._timestamp}, ${episodes.first_at})`),
			created_at: isoTime(shares.created_at),
			expires_at: isoTime(shares.expires_at),
			opened: shares.opened,
			opened_at: sql<string | null>`${isoTime(shares.opened_at)}`,
		})
		.from(shares)
		.leftJoin(automationRuns, eq(automationRuns.id, shares.run_id))
		.leftJoin(episodes, eq(episodes.id, shares.episode_id))
		.innerJoin(
			automations,
			or(eq(automations.id, automationRuns._automationId), eq(automations.id, episodes._automationId)),
		);

export function listShares(db: Db, uid: string): Promise<Share[]> {
	return listed(db)
		.where(eq(shares._owner, uid))
		.orderBy(desc(works), desc(shares.created_at), desc(shares.id))
		.limit(MAX_LISTED);
}

/** The token of the link is returned here and never again. The caller checks whether there is anything to show. */
export async function addShare(
	db: Db,
	uid: string,
	{ runId, episodeId, days }: ShareStart,
	origin: Origin,
): Promise<{ share: Share; token: string }> {
	const token = randomBase32(TOKEN_LENGTH);
	return db.transaction(async (tx) => {
		await lockAccount(tx, uid);
		const [kept] = await tx
			.select({ working: count() })
			.from(shares)
			.where(and(eq(shares._owner, uid), works));
		if ((kept?.working ?? 0) >= SHARES_MAX) {
			throw new Refusal(
				'resource-exhausted',
				`At most ${SHARES_MAX} links of an account work at once. Revoke one that is not needed any more.`,
			);
		}
		const id = newId();
		await tx.insert(shares).values({
			...{ id, _owner: uid, hash: hashToken(token), run_id: runId ?? null, episode_id: episodeId ?? null },
			expires_at: sql`now() + make_interval(days => ${days})`,
		});
		const [share] = await listed(tx).where(eq(shares.id, id));
		if (!share) throw new Error('a new shared link was not stored');
		await noteEvent(tx, uid, 'shared', { name: share.name }, origin);
		await publish(tx, uid, { topic: 'shares' });
		return { share, token };
	});
}

/** The link and its pictures stop working with the commit. An expired one is only removed from the list. */
export async function revokeShare(db: Db, uid: string, id: string, origin: Origin): Promise<void> {
	await db.transaction(async (tx) => {
		const mine = and(eq(shares.id, id), eq(shares._owner, uid));
		const [share] = await listed(tx).where(mine);
		const [revoked] = await tx.delete(shares).where(mine).returning({ works });
		if (!share || !revoked) throw new Refusal('not-found', 'There is no such shared link.');
		if (revoked.works) await noteEvent(tx, uid, 'share-revoked', { name: share.name }, origin);
		await publish(tx, uid, { topic: 'shares' });
	});
}

/** Revokes every working link of an account, and returns how many there were. */
export async function revokeShares(db: Db, uid: string, origin: Origin): Promise<number> {
	return db.transaction(async (tx) => {
		const revoked = await tx
			.delete(shares)
			.where(and(eq(shares._owner, uid), works))
			.returning({ id: shares.id });
		if (revoked.length === 0) return 0;
		await noteEvent(tx, uid, 'share-revoked', { name: 'All links', times: revoked.length }, origin);
		await publish(tx, uid, { topic: 'shares' });
		return revoked.length;
	});
}

/** A link that works, with what it shows. */
export interface WorkingShare {
	id: string;
	_owner: string;
	run_id: string | null;
	episode_id: string | null;
	expires_at: Date;
	/** The time zone its owner chose, if any. */
	zone: string | null;
}

/** Null if there is no such link, if it expired, or if its owner's account is disabled or about to be deleted. */
export async function findShare(db: Db, token: string): Promise<WorkingShare | null> {
	if (!TOKEN.test(token)) return null;
	const { id, _owner, run_id, episode_id, expires_at } = shares;
	const [found] = await db
		.select({ id, _owner, run_id, episode_id, expires_at, zone: users.zone })
		.from(shares)
		.innerJoin(users, and(eq(users.id, shares._owner), isOpenToOthers))
		.where(and(eq(shares.hash, hashToken(token)), works));
	return found ?? null;
}

export async function countOpening(db: Db, id: string): Promise<void> {
	await db
		.update(shares)
		.set({ opened: sql`${shares.opened} + 1`, opened_at: sql`now()` })
		.where(eq(shares.id, id));
}

/** Removes links from the list some time after they expired. */
export async function forgetShares(db: Db): Promise<number> {
	const gone = await db
		.delete(shares)
		.where(lt(shares.expires_at, sql`now() - make_interval(days => ${SHARES_LISTED_DAYS})`))
		.returning({ id: shares.id });
	return gone.length;
}
