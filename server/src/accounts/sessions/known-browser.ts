import { createHash, randomBytes } from 'node:crypto';
import { TRUST_DAYS } from '@watchword/contract/constants';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Db } from '../../ports/database.ts';
import { knownBrowsers, users } from '../tables.ts';

/** How long the cookie is kept after the last sign-in. Browsers keep no cookie longer than 400 days. */
const KEPT_DAYS = 365;

/** Under https the name begins with `__Host-`: browsers then accept the cookie only from this host and only over https. */
export const cookiePrefix = (secure: boolean) => (secure ? '__Host-watchword' : 'watchword');

const nameOf = (secure: boolean) => `${cookiePrefix(secure)}.browser`;
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The key of this browser for counting, if it was signed in to this account before; otherwise null. */
export async function knownBrowser(
	db: Db,
	c: Context,
	secure: boolean,
	email: string,
): Promise<string | null> {
	const token = getCookie(c, nameOf(secure));
	if (!token) return null;
	const [found] = await db
		.select({ hash: knownBrowsers.hash })
		.from(knownBrowsers)
		.innerJoin(users, eq(users.id, knownBrowsers.userId))
		.where(and(eq(knownBrowsers.hash, hashOf(token)), eq(users.email, email.toLowerCase())));
	return found?.hash ?? null;
}

/**
 * Remembers the browser after a sign-in. Returns true if it is new to the account. The first browser of an account
 * does not count as new. With `trust`, it is not asked for the second factor for a while.
 */
export async function rememberBrowser(
	db: Db,
	c: Context,
	secure: boolean,
	uid: string,
	trust = false,
): Promise<boolean> {
	const known = getCookie(c, nameOf(secure));
	const token = (!trust && known) || randomBytes(32).toString('base64url');
	// Someone else who used this browser may have copied its token. A trusted browser gets a new one, so that the copy is not trusted.
	if (trust && known) {
		await db
			.update(knownBrowsers)
			.set({ hash: hashOf(token) })
			.where(eq(knownBrowsers.hash, hashOf(known)));
	}
	setCookie(c, nameOf(secure), token, {
		httpOnly: true,
		sameSite: 'Lax',
		path: '/',
		secure,
		maxAge: KEPT_DAYS * 24 * 3600,
	});
	const { rows } = await db.execute(sql`
		insert into known_browsers ("userId", hash, trusted_until)
		values (${uid}, ${hashOf(token)}, case when ${trust} then now() + make_interval(days => ${TRUST_DAYS}) end)
		on conflict ("userId", hash) do update set
			"usedAt" = now(), trusted_until = coalesce(excluded.trusted_until, known_browsers.trusted_until)
		returning "createdAt" = now() and exists (
			select from known_browsers other where other."userId" = ${uid} and other.hash <> ${hashOf(token)}
		) as surprising`);
	return rows[0]?.surprising === true;
}

const trustedOf = (uid: string) =>
	and(eq(knownBrowsers.userId, uid), gt(knownBrowsers.trusted_until, sql`now()`));

/** Whether the owner of the account trusts this browser, so that it is not asked for the second factor. */
export async function isTrusted(db: Db, c: Context, secure: boolean, uid: string): Promise<boolean> {
	const token = getCookie(c, nameOf(secure));
	if (!token) return false;
	return (await db.$count(knownBrowsers, and(trustedOf(uid), eq(knownBrowsers.hash, hashOf(token))))) > 0;
}

export const countTrusted = (db: Db, uid: string): Promise<number> =>
	db.$count(knownBrowsers, trustedOf(uid));

/** Every browser is asked for the second factor again. */
export async function endTrust(db: Db, uid: string): Promise<void> {
	await db.update(knownBrowsers).set({ trusted_until: null }).where(eq(knownBrowsers.userId, uid));
}

/** A new password forgets every browser, so that someone who knew the old one cannot avoid the limits. */
export async function forgetBrowsers(db: Db, uid: string): Promise<void> {
	await db.delete(knownBrowsers).where(eq(knownBrowsers.userId, uid));
}

export async function forgetOldBrowsers(db: Db): Promise<void> {
	await db
		.delete(knownBrowsers)
		.where(lt(knownBrowsers.usedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
