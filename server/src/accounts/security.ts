import type { ChangePassword, Session } from '@watchword/contract/account';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/refusal.ts';
import type { SignedIn } from '../base/route.ts';
import type { Db } from '../ports.ts';
import { PASSWORD_PROVIDER } from './accounts.ts';
import { apiTokenLives } from './api-tokens.ts';
import type { Identity } from './identity.ts';
import { credentials, sessions, verifications } from './tables.ts';

/** Sets a new password if the present one is correct. All other sessions end, as after a reset. */
export async function changePassword(
	db: Db,
	identity: Identity,
	user: SignedIn,
	{ currentPassword, newPassword }: ChangePassword,
): Promise<void> {
	const { password } = await identity.$context;
	const own = and(eq(credentials.userId, user.uid), eq(credentials.providerId, PASSWORD_PROVIDER));
	const [kept] = await db.select({ hash: credentials.password }).from(credentials).where(own);
	const known = kept?.hash && (await password.verify({ hash: kept.hash, password: currentPassword }));
	if (!known) throw new Refusal('auth/invalid-credential', 'The current password is wrong.');
	const hash = await password.hash(newPassword);
	await db.transaction(async (tx) => {
		await tx.update(credentials).set({ password: hash }).where(own);
		// Earlier reset links must not change the new password.
		await tx.delete(verifications).where(eq(verifications.value, user.uid));
		await endOtherSessions(tx, user);
	});
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
	return rows.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
		id,
		current: id === user.sessionId,
		createdAt: createdAt.toISOString(),
		lastUsedAt: updatedAt.toISOString(),
		ipAddress: ipAddress || null,
		userAgent: userAgent || null,
	}));
}

/** Ends all sessions of the account except this one, and notifies their open tabs. */
export async function endOtherSessions(db: Db, user: SignedIn): Promise<void> {
	await db.delete(sessions).where(and(eq(sessions.userId, user.uid), ne(sessions.id, user.sessionId)));
	await publish(db, user.uid, { topic: 'session' });
}
