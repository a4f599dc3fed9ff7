import { randomBytes } from 'node:crypto';
import type { SignInWay } from '@watchword/contract/account';
import { eq, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { hashToken, newId } from '../../base/ids.ts';
import type { Env } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { noteEvent, originOf } from '../history.ts';
import type { Identity } from '../identity.ts';
import { isStillPassword, wrongCredential } from '../passwords/password.ts';
import { accountDisabled, isDisabled } from '../standing.ts';
import { sessions } from '../tables.ts';
import { rememberBrowser } from './known-browser.ts';
import { setSessionCookie } from './session-cookie.ts';

export interface SessionNeeds {
	db: Db;
	identity: Identity;
	queue: Queue;
	publicUrl: string;
}

/** How a session begins, after its owner has authenticated. */
interface SessionStart {
	uid: string;
	how: SignInWay;
	/** Whether more than a password was needed. */
	strong: boolean;
	/** The hash of the password, if one was used. */
	hash?: string;
	/** Whether this browser is trusted from now on. */
	trust?: boolean;
}

/** Signs this browser in after its owner has authenticated. Every way to sign in ends here. */
export async function beginSession(needs: SessionNeeds, c: Context<Env>, start: SessionStart): Promise<void> {
	const { db, identity, queue, publicUrl } = needs;
	const { uid, how, strong, trust, hash } = start;
	if (await isDisabled(db, uid)) {
		c.var.log.info({ uid, outcome: 'disabled' }, 'sign-in');
		throw accountDisabled();
	}
	const token = randomBytes(32).toString('base64url');
	const id = newId();
	await db.insert(sessions).values({
		...{ id, token: hashToken(token), userId: uid, how, strong },
		expiresAt: sql`now() + make_interval(secs => ${identity.idleSeconds})`,
		ipAddress: c.var.ip,
		userAgent: c.req.header('user-agent') ?? null,
	});
	// A password change meanwhile ended only the sessions before this one.
	if (hash !== undefined && !(await isStillPassword(db, uid, hash))) {
		await db.delete(sessions).where(eq(sessions.id, id));
		throw wrongCredential();
	}
	await setSessionCookie(c, identity, token);
	const origin = originOf(c);
	if (await rememberBrowser(db, c, publicUrl.startsWith('https:'), uid, trust)) {
		const { browser, address } = origin;
		const notice = { what: 'new-browser', browser: browser ?? 'unknown', address } as const;
		await queue.send(db, 'security-mail', { uid, notice });
	}
	await noteEvent(db, uid, 'signed-in', { how }, origin);
	c.var.log.info({ uid, how, outcome: 'signed in' }, 'sign-in');
}
