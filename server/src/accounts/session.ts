import { and, eq, gt, sql } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import type { Env, SignedIn, SignedInGuard } from '../route.ts';
import type { Identity } from './identity.ts';
import { sessions, users } from './tables.ts';

/** A session comes as the browser's cookie, or as its token in an Authorization header from programs. */
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
		// A session in use is prolonged; its cookie must follow.
		for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
	});
}

async function byCookie(identity: Identity, requestHeaders: Headers) {
	const { headers, response } = await identity.api.getSession({
		headers: requestHeaders,
		returnHeaders: true,
	});
	const user: SignedIn | null = response && {
		uid: response.user.id,
		email: response.user.email,
		sessionId: response.session.id,
	};
	return { user, cookies: headers.getSetCookie() };
}

async function byToken(db: Db, token: string): Promise<SignedIn | undefined> {
	const [found] = await db
		.select({ uid: users.id, email: users.email, sessionId: sessions.id })
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.where(and(eq(sessions.token, token), gt(sessions.expiresAt, sql`now()`)));
	return found;
}
