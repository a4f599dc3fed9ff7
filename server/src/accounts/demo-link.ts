import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { newRouter } from '../base/route.ts';
import type { Demo } from './demo.ts';
import { accountByPassword } from './passwords/password.ts';
import { beginSession, type SessionNeeds } from './sessions/begin-session.ts';

const MINUTES = 15;
const PATH = '/demo';

/** Signs in to the demo account, once. Only the terminal shows the link, because the address of a request proves nothing. */
export interface DemoLink {
	url: string;
	/** Whether the token is right. It works only once. */
	take(token: string): boolean;
	demo: Demo;
}

export function makeDemoLink(demo: Demo, publicUrl: string, now = Date.now): DemoLink {
	const token = randomBytes(32).toString('base64url');
	const until = now() + MINUTES * 60_000;
	let kept: Buffer | null = digest(token);
	return {
		url: `${publicUrl}${PATH}?token=${token}`,
		demo,
		take(given) {
			const right = kept !== null && now() < until && timingSafeEqual(digest(given), kept);
			if (right) kept = null;
			return right;
		},
	};
}

const digest = (token: string) => createHash('sha256').update(token).digest();

export const demoLinkWords = `once, within ${MINUTES} minutes`;

const REFUSED =
	'This link has been used or is too old. Sign in with the address and password that the terminal shows, or restart Watchword for a new link.\n';

export function demoRoutes(needs: SessionNeeds, link: DemoLink) {
	const { db } = needs;
	const router = newRouter();
	router.get(PATH, async (c) => {
		c.header('cache-control', 'no-store');
		// A HEAD request must not use up the link.
		if (c.req.method !== 'GET' || !link.take(c.req.query('token') ?? '')) return c.text(REFUSED, 410);
		const { email, password } = link.demo;
		const found = await accountByPassword(db, email, password);
		// Someone has changed the password since.
		if (!found) return c.redirect('/signin');
		await beginSession(needs, c, { ...found, how: 'link', strong: false });
		return c.redirect('/app/dashboard');
	});
	return router;
}
