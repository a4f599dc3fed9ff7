import { createPublicKey } from 'node:crypto';
import { PUSH_BROWSERS_MAX } from '@watchword/contract/push';
import type { PushBrowser, PushSubscriptionGiven } from '@watchword/contract/routes/push';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { lockAccount } from '../accounts/standing.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import { pushSubscriptions } from './tables.ts';

export type Subscription = typeof pushSubscriptions.$inferSelect;

/** The browsers of an account, in the order they were added. */
export async function listSubscriptions(db: Db, uid: string): Promise<Subscription[]> {
	return db
		.select()
		.from(pushSubscriptions)
		.where(eq(pushSubscriptions._owner, uid))
		.orderBy(asc(pushSubscriptions.created_at), asc(pushSubscriptions.id));
}

/** What the portal may see of a browser: not its keys. */
export const shownBrowser = ({ id, name, endpoint, created_at, sent_at }: Subscription): PushBrowser => ({
	id,
	name,
	endpoint,
	created_at: created_at.toISOString(),
	sent_at: sent_at?.toISOString() ?? null,
});

/** A browser of this customer. */
export async function findSubscription(db: Db, uid: string, id: string): Promise<Subscription | undefined> {
	const [found] = await db.select().from(pushSubscriptions).where(own(uid, id));
	return found;
}

/** Returns whether there was one. */
export async function removeSubscription(db: Db, uid: string, id: string): Promise<boolean> {
	const gone = await db.delete(pushSubscriptions).where(own(uid, id)).returning({ id: pushSubscriptions.id });
	return gone.length > 0;
}

const own = (uid: string, id: string) => and(eq(pushSubscriptions.id, id), eq(pushSubscriptions._owner, uid));

/** After signing out everywhere, these browsers get no more messages. */
export async function forgetSubscriptions(db: Db, uid: string): Promise<void> {
	await db.delete(pushSubscriptions).where(eq(pushSubscriptions._owner, uid));
}

/** Adds a browser, or changes its keys and its name. */
export async function addSubscription(
	db: Db,
	uid: string,
	{ endpoint, keys, name, replaces }: PushSubscriptionGiven,
): Promise<Subscription> {
	if (!isOnCurve(keys.p256dh)) {
		throw new Refusal('invalid-argument', 'keys.p256dh: must be a point of the curve P-256');
	}
	return db.transaction(async (tx) => {
		await lockAccount(tx, uid);
		// A row of another account is deleted, together with the messages still queued for its owner.
		await tx
			.delete(pushSubscriptions)
			.where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions._owner, uid)));
		const known = await listSubscriptions(tx, uid);
		const same =
			known.find((one) => one.endpoint === endpoint) ?? known.find((one) => one.endpoint === replaces);
		const change = { endpoint, ...keys, ...(name !== undefined && { name }) };
		if (same) {
			const [changed] = await tx
				.update(pushSubscriptions)
				.set(change)
				.where(eq(pushSubscriptions.id, same.id))
				.returning();
			// Its previous address, if both are known.
			const former = known.filter((one) => one !== same && one.endpoint === replaces).map(({ id }) => id);
			if (former.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, former));
			return changed as Subscription;
		}
		if (known.length >= PUSH_BROWSERS_MAX) {
			throw new Refusal(
				'conflict',
				`${PUSH_BROWSERS_MAX} browsers are the most. Remove one that you do not use.`,
			);
		}
		const [added] = await tx
			.insert(pushSubscriptions)
			.values({ id: newId(), _owner: uid, name: 'A browser', ...change })
			.returning();
		return added as Subscription;
	});
}

function isOnCurve(p256dh: string): boolean {
	const point = Buffer.from(p256dh, 'base64url');
	if (point.length !== 65 || point[0] !== 4) return false;
	const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
	try {
		createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) }, format: 'jwk' });
		return true;
	} catch {
		return false;
	}
}

/** The push service accepted a message for this browser. */
export async function recordPushed(db: Db, { id }: Subscription): Promise<void> {
	await db.update(pushSubscriptions).set({ sent_at: sql`now()` }).where(eq(pushSubscriptions.id, id));
}

/** The push service no longer knows this address. If the browser has renewed it meanwhile, the row stays. */
export async function forgetDead(db: Db, { id, endpoint }: Subscription): Promise<void> {
	const dead = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.endpoint, endpoint));
	await db.delete(pushSubscriptions).where(dead);
}
