import { CONFIRMED_MINUTES } from '@watchword/contract/constants';
import type { Route } from '@watchword/contract/route';
import { sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Refusal } from '../../base/failures.ts';
import { hashToken } from '../../base/ids.ts';
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
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { NOTED_EVERY_SECONDS, prolongSession } from './session-use.ts';

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
		const cookie = token ? null : await readSessionCookie(c, identity);
		const session = token ?? cookie;
		const found =
			token && isApiToken(token)
				? { user: await byApiToken(db, c, token), isDue: false }
				: session && (await readSession(db, identity, session));
		if (!found) throw new Refusal('unauthenticated', 'Please sign in.');
		const { user, isDue } = found;
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
		if (isDue && cookie) await setSessionCookie(c, identity, cookie);
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

const reading = statement<'token' | 'freshSeconds'>(sql`
	select u.id as uid, u.email, s.id as "sessionId", s.strong,
		(extract(epoch from s.confirmed_at) * 1000)::float8 as "confirmedMs",
		s."expiresAt" < now() + make_interval(secs => ${sql.placeholder('freshSeconds')}) as "isDue"
	from ${sessions} s join ${users} u on u.id = s."userId"
	where s.token = ${sql.placeholder('token')} and s."expiresAt" > now() and u.disabled_at is null`);

/** The session of a token, if it is still valid, and whether its use was written now. */
async function readSession(db: Db, { idleSeconds }: Identity, token: string) {
	const { rows } = await reading(db, {
		token: hashToken(token),
		freshSeconds: idleSeconds - NOTED_EVERY_SECONDS,
	});
	if (!rows[0]) return null;
	const { confirmedMs, isDue, ...found } = rows[0] as unknown as Found;
	const user: SignedIn = {
		...found,
		scopes: null,
		confirmedAt: confirmedMs === null ? null : new Date(confirmedMs),
	};
	if (isDue) await prolongSession(db, user.sessionId, idleSeconds);
	return { user, isDue };
}

type Found = Pick<SignedIn, 'uid' | 'email' | 'sessionId' | 'strong'> & {
	confirmedMs: number | null;
	isDue: boolean;
};
