import { and, eq, isNull, sql } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import { sessions, users } from './tables.ts';

/** The message for accounts that the operator has disabled. */
export const ACCOUNT_DISABLED = 'This account is disabled.';

/**
 * Whether addresses and keys that were handed out show or change anything of the account: API tokens, feeds, shared links and
 * the switch between home and away. If the owner is leaving, they stop at once, and work again if the account is kept.
 */
export const isOpenToOthers = and(isNull(users.disabled_at), isNull(users.leaves_at));

/** Shown only after the owner has authenticated. */
export const accountDisabled = () =>
	new Refusal('auth/user-disabled', `${ACCOUNT_DISABLED} Please contact support.`);

/** Locks an account until the commit, so that requests at the same moment do not exceed a limit. */
export async function lockAccount(tx: Db, uid: string): Promise<void> {
	await tx.select({ id: users.id }).from(users).where(eq(users.id, uid)).for('no key update');
}

/** Who gets the mails about an account; nobody if it is disabled. */
export async function ownerOf(db: Db, uid: string): Promise<Owner | undefined> {
	const [owner] = await db
		.select({ email: users.email, name: users.name })
		.from(users)
		.where(and(eq(users.id, uid), isNull(users.disabled_at)));
	return owner;
}

export interface Owner {
	email: string;
	name: string;
}

/** Ends all sessions of the account, notifies its open tabs and ends their live streams. */
export async function endAllSessions(tx: Db, uid: string): Promise<number> {
	const ended = await tx.delete(sessions).where(eq(sessions.userId, uid)).returning({ id: sessions.id });
	await publish(tx, uid, { topic: 'session' });
	return ended.length;
}

/** Disables an account until it is enabled again. Nothing is deleted. */
export async function disableAccount(tx: Db, uid: string): Promise<void> {
	await tx
		.update(users)
		.set({ disabled_at: sql`coalesce(${users.disabled_at}, now())` })
		.where(eq(users.id, uid));
	await endAllSessions(tx, uid);
}

export async function isDisabled(db: Db, uid: string): Promise<boolean> {
	const [found] = await db.select({ since: users.disabled_at }).from(users).where(eq(users.id, uid));
	return Boolean(found?.since);
}

export async function enableAccount(tx: Db, uid: string): Promise<void> {
	await tx.update(users).set({ disabled_at: null }).where(eq(users.id, uid));
	await publish(tx, uid, { topic: 'user' });
}
