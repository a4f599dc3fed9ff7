import { createMiddleware } from 'hono/factory';
import { Refusal } from '../refusal.ts';
import type { Env, SignedInGuard } from '../route.ts';
import type { Identity } from './identity.ts';

export function signedInGuard(identity: Identity): SignedInGuard {
	return createMiddleware<Env>(async (c, next) => {
		const found = await identity.api.getSession({ headers: c.req.raw.headers, returnHeaders: true });
		if (!found.response) throw new Refusal('unauthenticated', 'Please sign in.');
		const { session, user } = found.response;
		c.set('user', { uid: user.id, email: user.email, sessionId: session.id });
		c.set('log', c.var.log.child({ uid: user.id }));
		await next();
		// A session in use is prolonged; its cookie must follow.
		for (const cookie of found.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
	});
}
