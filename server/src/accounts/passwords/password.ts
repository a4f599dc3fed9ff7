import { and, eq } from 'drizzle-orm';
import { Refusal } from '../../base/failures.ts';
import type { SignedIn } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import { PASSWORD_PROVIDER } from '../accounts.ts';
import { confirmSession } from '../sessions/sessions.ts';
import { credentials, users } from '../tables.ts';
import { passwords } from './hashing.ts';

/** The credential with the password of an account. */
export const passwordOf = (uid: string) =>
	and(eq(credentials.userId, uid), eq(credentials.providerId, PASSWORD_PROVIDER));

export async function passwordHash(db: Db, uid: string): Promise<string | null> {
	const [kept] = await db.select({ hash: credentials.password }).from(credentials).where(passwordOf(uid));
	return kept?.hash ?? null;
}

/** The hash of the password of the account, if this is the password; otherwise null. */
export async function checkPassword(db: Db, uid: string, given: string): Promise<string | null> {
	const hash = await passwordHash(db, uid);
	return (await verify(hash, given)) ? hash : null;
}

/** Whether this is still the hash of the password. Waits for a running change. */
export async function isStillPassword(db: Db, uid: string, hash: string): Promise<boolean> {
	const [kept] = await db
		.select({ hash: credentials.password })
		.from(credentials)
		.where(passwordOf(uid))
		.for('update');
	return kept?.hash === hash;
}

/**
 * The account that this address and password open, with the hash of the password; null if there is none. It takes the same time in
 * every case.
 */
export async function accountByPassword(db: Db, email: string, given: string): Promise<ByPassword | null> {
	const [found] = await db
		.select({ uid: users.id, hash: credentials.password })
		.from(users)
		.innerJoin(credentials, eq(credentials.userId, users.id))
		.where(and(eq(users.email, email.toLowerCase()), eq(credentials.providerId, PASSWORD_PROVIDER)));
	const isRight = await verify(found?.hash ?? null, given);
	return isRight && found?.hash ? { uid: found.uid, hash: found.hash } : null;
}

/** Remembers for a few minutes that the owner of this session entered the password again. */
export async function confirmPassword(db: Db, user: SignedIn, password: string): Promise<void> {
	if ((await checkPassword(db, user.uid, password)) === null) {
		throw new Refusal('auth/invalid-credential', 'The password is wrong.');
	}
	await confirmSession(db, user);
}

export const wrongCredential = () =>
	new Refusal('auth/invalid-credential', 'The email or the password is wrong.');

/** An account that was authenticated by its password. */
export interface ByPassword {
	uid: string;
	hash: string;
}

async function verify(hash: string | null, password: string): Promise<boolean> {
	if (hash) return passwords.verify({ hash, password });
	await passwords.hash(password);
	return false;
}

export async function personOf(db: Db, uid: string): Promise<{ email: string; name: string } | undefined> {
	const [found] = await db
		.select({ email: users.email, name: users.name })
		.from(users)
		.where(eq(users.id, uid));
	return found;
}
