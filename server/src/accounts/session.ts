import { CONFIRMED_MINUTES } from '@watchword/contract/constants';
import type { Route } from '@watchword/contract/route';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Refusal } from '../base/refusal.ts';
import { accessTo, describedRoute, type Env, type SignedIn, type SignedInGuard } from '../base/route.ts';
import type { Db } from '../ports.ts';
import { authenticateApiToken, isApiToken, requireScope } from './api-tokens.ts';
import type { Identity } from './identity.ts';
import { hasPasskey } from './passkeys.ts';
import { hashToken } from './session-tokens.ts';
import { prolongSession } from './session-use.ts';
import { sessions, users } from './tables.ts';

/**
 * Browsers send the session as a cookie. Programs send its token, or an API token, in an Authorization header; an API token
 * passes where the route names a scope that it has.
 */
export function signedInGuard(db: Db, identity: Identity, secondFactorRequired: boolean): SignedInGuard {
	return createMiddleware<Env>(async (c, next) => {
		// Some paths are behind more than one guard.
		if (c.var.user) return next();
		const token = /^(?:Bearer|Firebase) (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
		const { user, cookies } = token
			? {
					user: await (isApiToken(token) ? byApiToken(db, c, token) : byToken(db, identity, token)),
					cookies: [],
				}
			: await byCookie(identity, c.req.raw.headers);
		if (!user) throw new Refusal('unauthenticated', 'Please sign in.');
		const route = describedRoute(c);
		if (secondFactorRequired && !user.strong) await requireFactor(db, route, user);
		if (route?.confirmed && !isConfirmed(user)) {
			throw new Refusal('auth/requires-recent-login', 'Please enter your password again.');
		}
		c.set('user', user);
		c.set('log', c.var.log.child({ uid: user.uid }));
		await next();
		// Use extends a session, so its cookie must be extended too.
		for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
	});
}

/**
 * Without a second factor, a session may do what is needed to add one. Where the account has a passkey already, it is asked for:
 * the password alone must not add another factor beside it.
 */
async function requireFactor(db: Db, route: Route | undefined, { uid }: SignedIn): Promise<void> {
	if (!route?.weak) {
		throw new Refusal(
			'auth/second-factor-needed',
			'Here every account needs two-step sign-in. Please set it up first.',
		);
	}
	if (route.confirmed && (await hasPasskey(db, uid))) {
		throw new Refusal(
			'auth/second-factor-needed',
			'Your account has a passkey. Sign out, and sign in with it.',
		);
	}
}

const isConfirmed = ({ confirmedAt }: SignedIn) =>
	confirmedAt !== null && confirmedAt.getTime() > Date.now() - CONFIRMED_MINUTES * 60_000;

async function byApiToken(db: Db, c: Context<Env>, token: string): Promise<SignedIn> {
	const user = await authenticateApiToken(db, c, token);
	requireScope(c, user, accessTo(c));
	return user;
}

async function byCookie(identity: Identity, requestHeaders: Headers) {
	const { headers, response } = await identity.api.getSession({
		headers: requestHeaders,
		returnHeaders: true,
	});
	const user: SignedIn | null =
		response && !response.user.disabled_at
			? {
					uid: response.user.id,
					email: response.user.email,
					sessionId: response.session.id,
					scopes: null,
					strong: response.session.strong ?? false,
					confirmedAt: response.session.confirmed_at ?? null,
				}
			: null;
	return { user, cookies: headers.getSetCookie() };
}

async function byToken(db: Db, identity: Identity, token: string): Promise<SignedIn | undefined> {
	const [found] = await db
		.select({
			uid: users.id,
			email: users.email,
			sessionId: sessions.id,
			strong: sessions.strong,
			confirmedAt: sessions.confirmed_at,
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(
			and(
				eq(sessions.token, hashToken(token)),
				gt(sessions.expiresAt, sql`now()`),
				isNull(users.disabled_at),
			),
		);
	if (!found) return undefined;
	const { expiresIn, updateAge } = identity.options.session;
	await prolongSession(db, found.sessionId, { idleSeconds: expiresIn, everySeconds: updateAge });
	return { ...found, scopes: null };
}
