import type { ChangePassword, Session } from '@watchword/contract/account';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { publish } from '../events.ts';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import type { SignedIn } from '../route.ts';
import { PASSWORD_PROVIDER } from './accounts.ts';
import type { Identity } from './identity.ts';
import { credentials, sessions, verifications } from './tables.ts';

/** Sets a new password for someone who knows the present one. As after a reset, nobody else stays signed in. */
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
		// Links asked for earlier must not undo what the owner has just set.
		await tx.delete(verifications).where(eq(verifications.value, user.uid));
		await endOtherSessions(tx, user);
	});
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

/** Signs the account out of every browser but the one that asks; their open tabs hear of it. */
export async function endOtherSessions(db: Db, user: SignedIn): Promise<void> {
	await db.delete(sessions).where(and(eq(sessions.userId, user.uid), ne(sessions.id, user.sessionId)));
	await publish(db, user.uid, { topic: 'session' });
}
