import { isAPIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Env } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { noteEvent, originOf } from '../history.ts';
import { type Identity, IP_HEADER } from '../identity.ts';
import { isStillPassword, wrongCredential } from '../passwords/password.ts';
import { accountDisabled } from '../standing.ts';
import { sessions } from '../tables.ts';
import { rememberBrowser } from './known-browser.ts';
import type { SessionStart } from './session-start.ts';

export interface SessionNeeds {
	db: Db;
	identity: Identity;
	queue: Queue;
	publicUrl: string;
}

/** Signs this browser in after its owner has authenticated. Every way to sign in ends here. */
export async function beginSession(needs: SessionNeeds, c: Context<Env>, start: SessionStart): Promise<void> {
	const { db, identity, queue, publicUrl } = needs;
	const { uid, how, trust, hash } = start;
	const { headers, response } = await identity.api
		.beginSession({ body: start, headers: trusted(c), returnHeaders: true })
		.catch((error: unknown) => {
			if (!isAPIError(error) || error.statusCode !== 403) throw error;
			c.var.log.info({ uid, outcome: 'disabled' }, 'sign-in');
			throw accountDisabled();
		});
	// A password change meanwhile ended only the sessions before this one.
	if (hash !== undefined && !(await isStillPassword(db, uid, hash))) {
		await db.delete(sessions).where(eq(sessions.id, response.sessionId));
		throw wrongCredential();
	}
	passCookies(c, headers);
	const origin = originOf(c);
	if (await rememberBrowser(db, c, publicUrl.startsWith('https:'), uid, trust)) {
		const { browser, address } = origin;
		const notice = { what: 'new-browser', browser: browser ?? 'unknown', address } as const;
		await queue.send(db, 'security-mail', { uid, notice });
	}
	await noteEvent(db, uid, 'signed-in', { how }, origin);
	c.var.log.info({ uid, how, outcome: 'signed in' }, 'sign-in');
}

/** The headers for better-auth, with the client address that we verified. */
export function trusted(c: Context<Env>): Headers {
	const headers = new Headers(c.req.raw.headers);
	headers.set(IP_HEADER, c.var.ip);
	return headers;
}

export function passCookies(c: Context<Env>, headers: Headers): void {
	for (const cookie of headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
}
