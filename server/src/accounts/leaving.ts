import { createHmac, timingSafeEqual } from 'node:crypto';
import { LEAVING_DAYS } from '@watchword/contract/constants';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import { noteEvent, type Origin } from './history.ts';
import { sharedSecret } from './secrets.ts';
import { users } from './tables.ts';

const REMINDER_SECONDS = (LEAVING_DAYS - 1) * 24 * 3600;

/**
 * Starts the waiting time after which the account is erased. A second request does not move the date. API tokens stop, and the
 * live streams that were opened with them end.
 */
export async function leave(db: Db, queue: Queue, uid: string, origin: Origin): Promise<void> {
	await db.transaction(async (tx) => {
		const [asked] = await tx
			.update(users)
			.set({ leaves_at: sql`date_trunc('milliseconds', now() + make_interval(days => ${LEAVING_DAYS}))` })
			.where(and(eq(users.id, uid), isNull(users.leaves_at), isNull(users.disabled_at)))
			.returning({ on: users.leaves_at });
		if (!asked?.on) return;
		const on = asked.on.toISOString();
		await queue.send(tx, 'leaving-mail', { uid, on, isReminder: false });
		const later = { key: `${uid} ${on}`, oncePerSeconds: 60, afterSeconds: REMINDER_SECONDS };
		await queue.send(tx, 'leaving-mail', { uid, on, isReminder: true }, later);
		await noteEvent(tx, uid, 'leaving', { on }, origin);
		await publish(tx, uid, { topic: 'user' });
		await publish(tx, uid, { topic: 'tokens' });
	});
}

/** Keeps the account until its erasure begins, which disables it. */
export async function stay(db: Db, uid: string, origin: Origin): Promise<void> {
	await db.transaction(async (tx) => {
		const [kept] = await tx
			.update(users)
			.set({ leaves_at: null })
			.where(and(eq(users.id, uid), gt(users.leaves_at, sql`now()`), isNull(users.disabled_at)))
			.returning({ id: users.id });
		if (kept) {
			await noteEvent(tx, uid, 'stayed', {}, origin);
			await publish(tx, uid, { topic: 'user' });
			return;
		}
		const [found] = await tx.select({ on: users.leaves_at }).from(users).where(eq(users.id, uid));
		if (found?.on) throw new Refusal('conflict', 'It is too late: this account is being deleted.');
	});
}

/** Where the link of the mails leads. */
export const KEEP_PATH = '/keep-account';

/** Lets whoever reads the owner's mail keep the account without signing in, until the waiting time ends. */
export async function keepToken(db: Db, uid: string, on: string): Promise<string> {
	const secret = await sharedSecret(db, 'leaving');
	return `${uid}.${createHmac('sha256', secret).update(`${uid} ${on}`).digest('base64url')}`;
}

/** The account that the link keeps; null for a wrong link, or one that is no longer needed. */
export async function accountToKeep(db: Db, token: string): Promise<{ uid: string; on: Date } | null> {
	const [uid = ''] = token.split('.', 1);
	const [found] = await db
		.select({ on: users.leaves_at })
		.from(users)
		.where(and(eq(users.id, uid), gt(users.leaves_at, sql`now()`), isNull(users.disabled_at)));
	if (!found?.on) return null;
	const [given, right] = [token, await keepToken(db, uid, found.on.toISOString())].map((text) =>
		Buffer.from(text),
	);
	if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right)) return null;
	return { uid, on: found.on };
}
