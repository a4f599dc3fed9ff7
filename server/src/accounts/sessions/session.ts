import { CONFIRMED_MINUTES } from '@watchword/contract/constants';
import type { Route } from '@watchword/contract/route';
import { sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { getSignedCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { Refusal } from '../../base/failures.ts';
import {
	accessTo,
	describedRoute,
	type Env,
	noSuchRoute,
	type SignedIn,
	type SignedInGuard,
} from '../../base/route.ts';
import { statement } from '../../base/sql.ts';
import type { Db } from '../../ports/database.ts';
import { authenticateApiToken, isApiToken, requireScope } from '../api-tokens/api-tokens.ts';
import type { Identity } from '../identity.ts';
import { hasPasskey } from '../passkeys/passkeys.ts';
import { isLinked } from '../single-sign-on/sso.ts';
import { sessions, users } from '../tables.ts';
import { requestsInTurn } from './requests-in-turn.ts';
import { hashToken } from './session-tokens.ts';
import { prolongSession } from './session-use.ts';

/**
 * Browsers send the session as a cookie. Programs send its token, or an API token, in an Authorization header; an API token is
 * accepted if it has the scope of the route.
 */
export function signedInGuard(
	db: Db,
	identity: Identity,
	{ secondFactorRequired, hasSso }: { secondFactorRequired: boolean; hasSso: boolean },
): SignedInGuard {
	const inTurn = requestsInTurn();
	return createMiddleware<Env>(async (c, next) => {
		// Some paths are behind more than one guard.
		if (c.var.user) return next();
		const token = /^(?:Bearer|Firebase) (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
		const { user, cookies } = token
			? {
					user: await (isApiToken(token) ? byApiToken(db, c, token) : byToken(db, identity, token)),
					cookies: [],
				}
			: await byCookie(db, identity, c);
		if (!user) throw new Refusal('unauthenticated', 'Please sign in.');
		const route = describedRoute(c);
		if (secondFactorRequired && !user.strong) await requireFactor(db, route, user, hasSso);
		if (route?.confirmed && !isConfirmed(user)) {
			throw new Refusal('auth/requires-recent-login', 'Please enter your password again.');
		}
		c.set('user', user);
		c.set('log', c.var.log.child({ uid: user.uid }));
		// Files take no turn: they may wait for storage.
		if (c.req.path.startsWith('/api/')) await inTurn(c, user.uid, next);
		else await next();
		// Use extends a session, so its cookie must be extended too.
		for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
	});
}

/**
 * Without a second factor, a session may only do what is needed to add one. If the account already has a passkey or is linked
 * to single sign-on, that must be used: the password alone must not add another factor.
 */
async function requireFactor(
	db: Db,
	route: Route | undefined,
	{ uid }: SignedIn,
	hasSso: boolean,
): Promise<void> {
	if (!route?.weak) {
		throw new Refusal(
			'auth/second-factor-needed',
			'Here every account needs two-step sign-in. Please set it up first.',
		);
	}
	if (!route.confirmed) return;
	const other = (await hasPasskey(db, uid))
		? 'a passkey'
		: hasSso && (await isLinked(db, uid))
			? 'single sign-on'
			: null;
	if (other) {
		throw new Refusal(
			'auth/second-factor-needed',
			`Your account has ${other}. Sign out, and sign in with it.`,
		);
	}
}

const isConfirmed = ({ confirmedAt }: SignedIn) =>
	confirmedAt !== null && confirmedAt.getTime() > Date.now() - CONFIRMED_MINUTES * 60_000;

async function byApiToken(db: Db, c: Context<Env>, token: string): Promise<SignedIn> {
	const user = await authenticateApiToken(db, c, token);
	if (!describedRoute(c)) throw noSuchRoute(c);
	requireScope(c, user, accessTo(c));
	return user;
}

/**
 * The cookie is read here, in one statement: better-auth would read the session and then its owner, for every request.
 * better-auth is called only when the session and its cookie must be extended.
 */
async function byCookie(db: Db, identity: Identity, c: Context<Env>) {
	const { secret, authCookies } = await identity.$context;
	const token = await getSignedCookie(c, secret, authCookies.sessionToken.name);
	const found = token ? await readSession(db, identity, token) : null;
	if (!found?.isDue) return { user: found?.user, cookies: [] };
	const { headers, response } = await identity.api.getSession({
		headers: c.req.raw.headers,
		returnHeaders: true,
	});
	return { user: response ? found.user : undefined, cookies: headers.getSetCookie() };
}

async function byToken(db: Db, identity: Identity, token: string): Promise<SignedIn | undefined> {
	const found = await readSession(db, identity, token);
	if (found?.isDue) {
		const { expiresIn, updateAge } = identity.options.session;
		await prolongSession(db, found.user.sessionId, { idleSeconds: expiresIn, everySeconds: updateAge });
	}
	return found?.user;
}

const reading = statement<'token' | 'freshSeconds'>(sql`
	select u.id as uid, u.email, s.id as "sessionId", s.strong,
		(extract(epoch from s.confirmed_at) * 1000)::float8 as "confirmedMs",
		s."expiresAt" < now() + make_interval(secs => ${sql.placeholder('freshSeconds')}) as "isDue"
	from ${sessions} s join ${users} u on u.id = s."userId"
	where s.token = ${sql.placeholder('token')} and s."expiresAt" > now() and u.disabled_at is null`);

/** The session of a token, if it is still valid, and whether its use must be written again. */
async function readSession(db: Db, identity: Identity, token: string) {
	const { expiresIn, updateAge } = identity.options.session;
	const { rows } = await reading(db, { token: hashToken(token), freshSeconds: expiresIn - updateAge });
	if (!rows[0]) return null;
	const { confirmedMs, isDue, ...found } = rows[0] as unknown as Found;
	const user: SignedIn = {
		...found,
		scopes: null,
		confirmedAt: confirmedMs === null ? null : new Date(confirmedMs),
	};
	return { user, isDue };
}

type Found = Pick<SignedIn, 'uid' | 'email' | 'sessionId' | 'strong'> & {
	confirmedMs: number | null;
	isDue: boolean;
};
