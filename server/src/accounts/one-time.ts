import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import { cookiePrefix } from './sessions/known-browser.ts';
import { verifications } from './tables.ts';

const nameOf = (secure: boolean, purpose: string) => `${cookiePrefix(secure)}.${purpose}`;

/** Links that set a password are in the same table, under identifiers without a colon. */
const identifierOf = (purpose: string, token: string) =>
	`${purpose}:${createHash('sha256').update(token).digest('base64url')}`;

/**
 * Stores a value for this browser until it is taken or has expired. The browser gets a random token as a cookie; only the hash
 * of the token is stored. A value that is the uid of an account is deleted when its password changes.
 */
export async function rememberOnce(
	db: Db,
	c: Context,
	secure: boolean,
	purpose: string,
	value: string,
	seconds: number,
): Promise<void> {
	const token = randomBytes(32).toString('base64url');
	await db.insert(verifications).values({
		id: newId(),
		identifier: identifierOf(purpose, token),
		value,
		expiresAt: sql`now() + make_interval(secs => ${seconds})`,
	});
	setCookie(c, nameOf(secure, purpose), token, {
		httpOnly: true,
		sameSite: 'Lax',
		path: '/',
		secure,
		maxAge: seconds,
	});
}

/** The value that was stored for this browser; null if there is none, it has expired, or it was taken before. */
export async function takeOnce(db: Db, c: Context, secure: boolean, purpose: string): Promise<string | null> {
	const token = getCookie(c, nameOf(secure, purpose));
	if (!token) return null;
	deleteCookie(c, nameOf(secure, purpose), { path: '/', secure });
	const [taken] = await db
		.delete(verifications)
		.where(
			and(
				eq(verifications.identifier, identifierOf(purpose, token)),
				gt(verifications.expiresAt, sql`now()`),
			),
		)
		.returning({ value: verifications.value });
	return taken?.value ?? null;
}
