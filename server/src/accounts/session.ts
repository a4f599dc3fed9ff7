import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import { Refusal } from '../base/refusal.ts';
import type { Env, SignedIn, SignedInGuard } from '../base/route.ts';
import type { Db } from '../ports.ts';
import type { Identity } from './identity.ts';
import { hashToken } from './session-tokens.ts';
import { sessions, users } from './tables.ts';

/** Browsers send the session as a cookie, programs send its token in an Authorization header. */
export function signedInGuard(db: Db, identity: Identity): SignedInGuard {
	return createMiddleware<Env>(async (c, next) => {
		const token = /^(?:Bearer|Firebase) (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
		const { user, cookies } = token
			? { user: await byToken(db, token), cookies: [] }
			: await byCookie(identity, c.req.raw.headers);
		if (!user) throw new Refusal('unauthenticated', 'Please sign in.');
		c.set('user', user);
		c.set('log', c.var.log.child({ uid: user.uid }));
		await next();
		// Use extends a session, so its cookie must be extended too.
		for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
	});
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
				}
			: null;
	return { user, cookies: headers.getSetCookie() };
}

async function byToken(db: Db, token: string): Promise<SignedIn | undefined> {
	const [found] = await db
		.select({ uid: users.id, email: users.email, sessionId: sessions.id })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(
			and(
				eq(sessions.token, hashToken(token)),
				gt(sessions.expiresAt, sql`now()`),
				isNull(users.disabled_at),
			),
		);
	return found;
}
