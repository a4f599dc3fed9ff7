import { createHash, randomBytes } from 'node:crypto';
import { OPERATOR_LINK_MINUTES, OPERATOR_SESSION_MINUTES } from '@watchword/contract/operator';
import { PATHS } from '@watchword/contract/paths';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { cookiePrefix } from '../accounts/sessions/known-browser.ts';
import { verifications } from '../accounts/tables.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { commandLine } from '../base/release.ts';
import type { Env } from '../base/route.ts';
import type { Db } from '../ports/database.ts';

/** The link of the terminal, and the session in which it ends, are tokens of which only the hash is stored. */
type Kind = 'operator-link' | 'operator-session';

const nameOf = (secure: boolean) => `${cookiePrefix(secure)}.operator`;
const identifierOf = (kind: Kind, token: string) =>
	`${kind}:${createHash('sha256').update(token).digest('base64url')}`;
const isValid = (kind: Kind, token: string) =>
	and(eq(verifications.identifier, identifierOf(kind, token)), gt(verifications.expiresAt, sql`now()`));

async function store(db: Db, kind: Kind, minutes: number): Promise<string> {
	const token = randomBytes(32).toString('base64url');
	await db.insert(verifications).values({
		id: newId(),
		identifier: identifierOf(kind, token),
		value: 'operator',
		expiresAt: sql`now() + make_interval(mins => ${minutes})`,
	});
	return token;
}

/** Opens the operator's page once. Only a terminal shows it. */
export async function makeOperatorLink(db: Db, publicUrl: string): Promise<string> {
	return `${publicUrl}${PATHS.operator}?token=${await store(db, 'operator-link', OPERATOR_LINK_MINUTES)}`;
}

/** Exchanges the token of a link for a session of this browser; false if the link is used, too old or wrong. */
export async function beginOperatorSession(
	db: Db,
	c: Context,
	secure: boolean,
	token: string,
): Promise<boolean> {
	const taken = await db
		.delete(verifications)
		.where(isValid('operator-link', token))
		.returning({ id: verifications.id });
	if (taken.length === 0) return false;
	setCookie(c, nameOf(secure), await store(db, 'operator-session', OPERATOR_SESSION_MINUTES), {
		httpOnly: true,
		sameSite: 'Strict',
		path: '/',
		secure,
		maxAge: OPERATOR_SESSION_MINUTES * 60,
	});
	return true;
}

/** Lets only the operator's page pass: neither a customer's session nor an API token opens these routes. */
export const operatorGuard = (db: Db, secure: boolean) =>
	createMiddleware<Env>(async (c, next) => {
		const token = getCookie(c, nameOf(secure));
		if (!token || (await db.$count(verifications, isValid('operator-session', token))) === 0) {
			throw new Refusal(
				'unauthenticated',
				`This page opens with a link that the terminal shows: ${commandLine('admin')} open`,
			);
		}
		await next();
	});
