import { and, eq } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { PASSWORD_PROVIDER } from './accounts.ts';
import type { Identity } from './identity.ts';
import { credentials, users } from './tables.ts';

/** The credential with the password of an account. */
export const passwordOf = (uid: string) =>
	and(eq(credentials.userId, uid), eq(credentials.providerId, PASSWORD_PROVIDER));

/** Whether this is the password of the account. */
export async function isPassword(db: Db, identity: Identity, uid: string, given: string): Promise<boolean> {
	const [kept] = await db.select({ hash: credentials.password }).from(credentials).where(passwordOf(uid));
	return verify(identity, kept?.hash ?? null, given);
}

/** The account that this address and password open; null if there is none. It takes the same time in every case. */
export async function accountByPassword(
	db: Db,
	identity: Identity,
	email: string,
	given: string,
): Promise<string | null> {
	const [found] = await db
		.select({ uid: users.id, hash: credentials.password })
		.from(users)
		.innerJoin(credentials, eq(credentials.userId, users.id))
		.where(and(eq(users.email, email.toLowerCase()), eq(credentials.providerId, PASSWORD_PROVIDER)));
	return (await verify(identity, found?.hash ?? null, given)) ? (found?.uid ?? null) : null;
}

async function verify(identity: Identity, hash: string | null, password: string): Promise<boolean> {
	const context = await identity.$context;
	if (hash) return context.password.verify({ hash, password });
	await context.password.hash(password);
	return false;
}

/** Whose password a mailed link sets; nothing for a link that does not work. better-auth names its links so. */
export async function personOfLink(
	db: Db,
	identity: Identity,
	token: string,
): Promise<{ email: string; name: string } | undefined> {
	const { internalAdapter } = await identity.$context;
	const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
	return link ? personOf(db, link.value) : undefined;
}

export async function personOf(db: Db, uid: string): Promise<{ email: string; name: string } | undefined> {
	const [found] = await db
		.select({ email: users.email, name: users.name })
		.from(users)
		.where(eq(users.id, uid));
	return found;
}
