import type { Session } from '@watchword/contract/account';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { publish } from '../../base/events.ts';
import { Refusal } from '../../base/failures.ts';
import { hashToken } from '../../base/ids.ts';
import type { SignedIn } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import { apiTokenLives } from '../api-tokens/api-tokens.ts';
import { sessions } from '../tables.ts';

/** Remembers for a few minutes that the owner of this session authenticated again. */
export async function confirmSession(db: Db, { sessionId }: Pick<SignedIn, 'sessionId'>): Promise<void> {
	await db.update(sessions).set({ confirmed_at: sql`now()` }).where(eq(sessions.id, sessionId));
}

/** Whether the session, or the API token, of this request can still be used. */
export async function sessionLives(db: Db, user: SignedIn): Promise<boolean> {
	if (user.scopes !== null) return apiTokenLives(db, user);
	const { uid, sessionId } = user;
	const found = await db
		.select({ id: sessions.id })
		.from(sessions)
		.where(and(eq(sessions.id, sessionId), eq(sessions.userId, uid), gt(sessions.expiresAt, sql`now()`)));
	return found.length > 0;
}

export async function listSessions(db: Db, user: SignedIn): Promise<Session[]> {
	const rows = await db
		.select()
		.from(sessions)
		.where(and(eq(sessions.userId, user.uid), gt(sessions.expiresAt, sql`now()`)))
		.orderBy(desc(eq(sessions.id, user.sessionId)), desc(sessions.updatedAt));
	return rows.map(({ id, createdAt, updatedAt, ipAddress, userAgent, how }) => ({
		id,
		current: id === user.sessionId,
		createdAt: createdAt.toISOString(),
		lastUsedAt: updatedAt.toISOString(),
		ipAddress: ipAddress || null,
		userAgent: userAgent || null,
		how,
	}));
}

/** Ends all sessions of the account except this one, and notifies their open tabs. Returns how many there were. */
export async function endOtherSessions(db: Db, user: SignedIn): Promise<number> {
	const ended = await db
		.delete(sessions)
		.where(and(eq(sessions.userId, user.uid), ne(sessions.id, user.sessionId)))
		.returning({ id: sessions.id });
	await publish(db, user.uid, { topic: 'session' });
	return ended.length;
}

/** Ends the session of a token, if it has one, and notifies the open tabs. */
export async function endSessionOf(db: Db, token: string): Promise<void> {
	await db.transaction(async (tx) => {
		const [ended] = await tx
			.delete(sessions)
			.where(eq(sessions.token, hashToken(token)))
			.returning({ uid: sessions.userId });
		if (ended) await publish(tx, ended.uid, { topic: 'session' });
	});
}

/** Ends one session of the account, and notifies its open tabs. */
export async function endSession(db: Db, { uid }: SignedIn, id: string): Promise<string | null> {
	const [ended] = await db
		.delete(sessions)
		.where(and(eq(sessions.id, id), eq(sessions.userId, uid)))
		.returning({ userAgent: sessions.userAgent });
	if (!ended) throw new Refusal('not-found', 'There is no such session, or it has ended.');
	await publish(db, uid, { topic: 'session' });
	return ended.userAgent;
}
