import { createHash } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import * as contract from '@watchword/contract/account';
import { id } from '@watchword/contract/ids';
import { isAPIError } from 'better-auth/api';
import type { Context } from 'hono';
import { forget, giveBack, limit } from '../limits.ts';
import type { Db, Queue } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { answers, type Env, jsonBody, newRouter, nothing, type SignedInGuard } from '../route.ts';
import { addTour, editUser, readMe } from './accounts.ts';
import { type Identity, IP_HEADER } from './identity.ts';
import { changePassword, endOtherSessions, listSessions } from './security.ts';

/**
 * Attempts in a quarter of an hour: enough for someone who mistypes, far too few for someone who guesses. From one place
 * an account takes few, from everywhere more, so that whoever guesses does not lock out the owner.
 */
const ATTEMPTS = { perAccount: 10, perAccountAnywhere: 100, perAddress: 50, windowSeconds: 15 * 60 };

interface Needs {
	db: Db;
	identity: Identity;
	queue: Queue;
	signedIn: SignedInGuard;
}

const signIn = createRoute({
	method: 'post',
	path: '/api/auth/sign-in/email',
	summary: 'Sign in with email and password',
	tags: ['Accounts'],
	request: jsonBody(contract.signIn),
	responses: answers('Signed in; the session is in the cookie.', z.object({ uid: id })),
});

const signOut = createRoute({
	method: 'post',
	path: '/api/auth/sign-out',
	summary: 'Sign out',
	tags: ['Accounts'],
	responses: answers('Signed out, also when nobody was signed in.', nothing),
});

const requestReset = createRoute({
	method: 'post',
	path: '/api/auth/request-password-reset',
	summary: 'Ask for a reset link by mail',
	tags: ['Accounts'],
	request: jsonBody(contract.requestPasswordReset),
	responses: answers('The same whether or not the address has an account.', nothing),
});

const reset = createRoute({
	method: 'post',
	path: '/api/auth/reset-password',
	summary: 'Set a new password with a mailed link',
	tags: ['Accounts'],
	request: jsonBody(contract.resetPassword),
	responses: answers('The password is set and every session of the account has ended.', nothing),
});

const readMeRoute = createRoute({
	method: 'get',
	path: '/api/users/me',
	summary: 'The signed-in account and its user document',
	tags: ['Accounts'],
	responses: answers('The account and its details.', contract.me),
});

const editMe = createRoute({
	method: 'put',
	path: '/api/users/me',
	summary: 'Change name, time zone and which mails one gets',
	tags: ['Accounts'],
	request: jsonBody(contract.userEdit),
	responses: answers('The account and its details as they are now.', contract.me),
});

const setPassword = createRoute({
	method: 'put',
	path: '/api/users/me/password',
	summary: 'Change the password',
	tags: ['Accounts'],
	request: jsonBody(contract.changePassword),
	responses: answers('The password is changed and every other session has ended.', nothing),
});

const sessions = createRoute({
	method: 'get',
	path: '/api/users/me/sessions',
	summary: 'Where the account is signed in',
	tags: ['Accounts'],
	responses: answers('This browser first, then the newest.', z.object({ items: z.array(contract.session) })),
});

const endSessions = createRoute({
	method: 'delete',
	path: '/api/users/me/sessions',
	summary: 'Sign out everywhere else',
	tags: ['Accounts'],
	responses: answers('Every other session has ended.', nothing),
});

const addTourRoute = createRoute({
	method: 'post',
	path: '/api/users/me/tours',
	summary: 'Remember that a tour was shown',
	tags: ['Accounts'],
	request: jsonBody(contract.addTour),
	responses: answers('Remembered.', nothing),
});

export function accountRoutes({ db, identity, queue, signedIn }: Needs) {
	const router = newRouter();
	router.use('/api/users/*', signedIn);

	router.openapi(signIn, async (c) => {
		const body = c.req.valid('json');
		const account = accountKey('sign-in', body.email);
		const fromHere = `${account}:${c.var.ip}`;
		await limit(db, fromHere, ATTEMPTS.perAccount, ATTEMPTS.windowSeconds);
		await limit(db, account, ATTEMPTS.perAccountAnywhere, ATTEMPTS.windowSeconds);
		const address = `sign-in:address:${c.var.ip}`;
		await limit(db, address, ATTEMPTS.perAddress, ATTEMPTS.windowSeconds);
		const { headers, response } = await identity.api
			.signInEmail({ body, headers: trusted(c), returnHeaders: true })
			.catch((error: unknown) => {
				if (isAPIError(error) && error.statusCode === 401) {
					c.var.log.info({ ip: c.var.ip }, 'sign-in refused');
					throw new Refusal('auth/invalid-credential', 'The email or the password is wrong.');
				}
				throw error;
			});
		await forget(db, fromHere);
		await giveBack(db, account);
		await giveBack(db, address);
		passCookies(c, headers);
		return c.json({ uid: response.user.id }, 200);
	});

	router.openapi(signOut, async (c) => {
		const { headers } = await identity.api.signOut({ headers: trusted(c), returnHeaders: true });
		passCookies(c, headers);
		return c.json({}, 200);
	});

	router.openapi(requestReset, async (c) => {
		const parsed = contract.email.safeParse(c.req.valid('json').email);
		if (!parsed.success) throw new Refusal('auth/invalid-email', 'This is not an email address.');
		await limit(db, accountKey('reset', parsed.data), ATTEMPTS.perAccount, ATTEMPTS.windowSeconds);
		await limit(db, `reset:address:${c.var.ip}`, ATTEMPTS.perAddress, ATTEMPTS.windowSeconds);
		// The account is looked up by the job, so that this answer takes as long with one as without.
		await queue.send(db, 'password-reset', { email: parsed.data });
		return c.json({}, 200);
	});

	router.openapi(reset, async (c) => {
		await limit(db, `set-password:address:${c.var.ip}`, ATTEMPTS.perAddress, ATTEMPTS.windowSeconds);
		await identity.api.resetPassword({ body: c.req.valid('json') }).catch((error: unknown) => {
			if (isAPIError(error) && error.statusCode === 400) {
				throw new Refusal(
					'auth/invalid-token',
					'This link has been used or has run out. Please ask for a new one.',
				);
			}
			throw error;
		});
		return c.json({}, 200);
	});

	router.openapi(readMeRoute, async (c) => c.json(await readMe(db, c.var.user.uid), 200));

	router.openapi(editMe, async (c) => c.json(await editUser(db, c.var.user.uid, c.req.valid('json')), 200));

	router.openapi(setPassword, async (c) => {
		const key = `change-password:${c.var.user.uid}`;
		await limit(db, key, ATTEMPTS.perAccount, ATTEMPTS.windowSeconds);
		await changePassword(db, identity, c.var.user, c.req.valid('json'));
		await forget(db, key);
		c.var.log.info('password changed');
		return c.json({}, 200);
	});

	router.openapi(sessions, async (c) => c.json({ items: await listSessions(db, c.var.user) }, 200));

	router.openapi(endSessions, async (c) => {
		await endOtherSessions(db, c.var.user);
		return c.json({}, 200);
	});

	router.openapi(addTourRoute, async (c) => {
		await addTour(db, c.var.user.uid, c.req.valid('json').tour);
		return c.json({}, 200);
	});

	return router;
}

/** Addresses are counted as a hash: the table of counts is no place to collect what people typed. */
function accountKey(purpose: string, email: string): string {
	return `${purpose}:account:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
}

function trusted(c: Context<Env>): Headers {
	const headers = new Headers(c.req.raw.headers);
	headers.set(IP_HEADER, c.var.ip);
	return headers;
}

function passCookies(c: Context<Env>, headers: Headers): void {
	for (const cookie of headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
}
