import { createHash } from 'node:crypto';
import { email } from '@watchword/contract/ids';
import * as routes from '@watchword/contract/routes/accounts';
import { Refusal } from '../base/failures.ts';
import { addressKey, countUse, forget, limit, uncount } from '../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import {
	addTour,
	editUser,
	type OwnedLists,
	readMe,
	renewPresenceKey,
	setPresence,
	uidOf,
} from './accounts.ts';
import { askForAddress, cancelAddressChange, readAddressChange } from './address/address-change.ts';
import { listEvents, noteEvent, originOf } from './history.ts';
import { leave, stay } from './leaving.ts';
import { confirmByPasskey } from './passkeys/passkey-answers.ts';
import { changePassword, type PasswordNeeds } from './passwords/change-password.ts';
import { signIns } from './passwords/hashing.ts';
import { accountByPassword, confirmPassword, wrongCredential } from './passwords/password.ts';
import { resetPassword } from './passwords/reset-link.ts';
import { signInOrAskForCode } from './second-factor/sign-in-code.ts';
import type { SessionNeeds } from './sessions/begin-session.ts';
import { knownBrowser, rememberBrowser } from './sessions/known-browser.ts';
import { readSessionCookie, removeSessionCookie } from './sessions/session-cookie.ts';
import { endOtherSessions, endSession, endSessionOf, listSessions } from './sessions/sessions.ts';

/**
 * Attempts in 15 minutes: enough for typing errors, far too few for guessing. The limit for one address is lower than
 * the limit for all addresses, so that an attacker does not lock out the owner.
 */
const ATTEMPTS = { perAccount: 10, perAccountAnywhere: 100, perAddress: 50, windowSeconds: 15 * 60 };

/** Reset mails to one address in an hour: enough for the owner, too few to annoy anyone. */
const RESET_MAILS_PER_HOUR = 3;

/** Each causes an event in the account's history, and some a mail. */
const CHANGES_PER_HOUR = 60;

/** Each causes a mail to an address that may be a stranger's. */
const ADDRESS_CHANGES_PER_DAY = 5;

interface Needs extends PasswordNeeds, SessionNeeds {
	signedIn: SignedInGuard;
	ownedLists: OwnedLists;
	secondFactorRequired: boolean;
}

export function accountRoutes(needs: Needs) {
	const { db, identity, queue, publicUrl, signedIn, ownedLists, secondFactorRequired, forgetPush } = needs;
	const secure = publicUrl.startsWith('https:');
	const router = newRouter();
	router.use('/api/users/*', signedIn);

	serve(router, routes.signIn, async ({ body, c }) => {
		const account = accountKey('sign-in', body.email);
		const address = `sign-in:address:${addressKey(c.var.ip)}`;
		// A browser that was signed in before has its own count, so that guesses from elsewhere cannot lock it out.
		const browser = await knownBrowser(db, c, secure, body.email);
		const fromHere = `${account}:${browser ?? addressKey(c.var.ip)}`;
		// The address is checked first: above its limit, it adds no more rows for accounts.
		if (!browser) await limit(db, address, ATTEMPTS.perAddress, ATTEMPTS.windowSeconds);
		await limit(db, fromHere, ATTEMPTS.perAccount, ATTEMPTS.windowSeconds);
		if (!browser) await limit(db, account, ATTEMPTS.perAccountAnywhere, ATTEMPTS.windowSeconds);
		const found = await signIns.run(browser ?? addressKey(c.var.ip), () =>
			accountByPassword(db, body.email, body.password),
		);
		if (!found) {
			// A job records it for the owner: the answer must take the same time whether or not the account exists.
			const failed = {
				email: body.email,
				how: 'password',
				origin: originOf(c),
				at: new Date().toISOString(),
			};
			await queue.send(db, 'sign-in-failed', failed);
			const whose = await uidOf(db, body.email);
			c.var.log.info({ uid: whose, outcome: whose ? 'wrong password' : 'unknown account' }, 'sign-in');
			throw wrongCredential();
		}
		await forget(db, fromHere);
		if (!browser) {
			await uncount(db, account);
			await uncount(db, address);
		}
		await signInOrAskForCode(needs, c, found);
		return { uid: found.uid };
	});

	serve(router, routes.signOut, async ({ c }) => {
		const token = await readSessionCookie(c, identity);
		if (token) await endSessionOf(db, token);
		removeSessionCookie(c, identity);
		return {};
	});

	serve(router, routes.requestReset, async ({ body, c }) => {
		const parsed = email.safeParse(body.email);
		if (!parsed.success) throw new Refusal('auth/invalid-email', 'This is not an email address.');
		await limit(db, `reset:address:${addressKey(c.var.ip)}`, ATTEMPTS.perAddress, ATTEMPTS.windowSeconds);
		const asked = await countUse(db, accountKey('reset', parsed.data), 3600);
		// The job looks up the account, so the answer takes the same time whether or not it exists. Above the limit the
		// answer is the same too: the mailed links still work.
		if (asked.count <= RESET_MAILS_PER_HOUR) await queue.send(db, 'password-reset', { email: parsed.data });
		return {};
	});

	serve(router, routes.resetPassword, async ({ body, c }) => {
		await limit(
			db,
			`set-password:address:${addressKey(c.var.ip)}`,
			ATTEMPTS.perAddress,
			ATTEMPTS.windowSeconds,
		);
		const uid = await resetPassword(needs, body, originOf(c));
		c.var.log.info({ uid }, 'password reset');
		return {};
	});

	serve(router, routes.readMe, async ({ user }) => {
		const me = await readMe(db, user.uid, ownedLists);
		const isWeak = secondFactorRequired && !user.strong;
		if (isWeak) me.secondFactorNeeded = true;
		// This address can change something, so neither a read token nor a session with only a password gets it.
		if ((user.scopes || isWeak) && me.details) me.details.presence_key = null;
		return me;
	});

	serve(router, routes.setPresence, async ({ user, body }) => {
		await setPresence(db, user.uid, body.presence);
		return readMe(db, user.uid, ownedLists);
	});

	serve(router, routes.renewPresenceLink, async ({ user, c }) => {
		await limit(db, `presence-link:${user.uid}`, CHANGES_PER_HOUR, 3600);
		await renewPresenceKey(db, user.uid, originOf(c));
		return readMe(db, user.uid, ownedLists);
	});

	serve(router, routes.editMe, async ({ user, body }) => {
		await editUser(db, user.uid, body);
		return readMe(db, user.uid, ownedLists);
	});

	serve(router, routes.setPassword, async ({ user, body, c }) => {
		const key = `change-password:${user.uid}`;
		await limit(db, key, ATTEMPTS.perAccount, ATTEMPTS.windowSeconds);
		await changePassword(needs, user, body, originOf(c));
		await forget(db, key);
		await rememberBrowser(db, c, secure, user.uid);
		c.var.log.info('password changed');
		return {};
	});

	serve(router, routes.confirm, async ({ user, body, c }) => {
		const key = `confirm:${user.uid}`;
		await limit(db, key, ATTEMPTS.perAccount, ATTEMPTS.windowSeconds);
		if ('passkey' in body) await confirmByPasskey(needs, c, user, body.passkey);
		else await confirmPassword(db, user, body.password);
		await forget(db, key);
		c.var.log.info('confirmed');
		return {};
	});

	serve(router, routes.listSessions, async ({ user }) => ({ items: await listSessions(db, user) }));

	serve(router, routes.endOtherSessions, async ({ user, c }) => {
		await db.transaction(async (tx) => {
			const ended = await endOtherSessions(tx, user);
			await forgetPush(tx, user.uid);
			if (ended > 0) await noteEvent(tx, user.uid, 'session-ended', { how: 'others' }, originOf(c));
		});
		return {};
	});

	serve(router, routes.leave, async ({ user, c }) => {
		await limit(db, `leave:${user.uid}`, CHANGES_PER_HOUR, 3600);
		await leave(db, queue, user.uid, originOf(c));
		c.var.log.info('account to be deleted');
		return readMe(db, user.uid, ownedLists);
	});

	serve(router, routes.stay, async ({ user, c }) => {
		await stay(db, user.uid, originOf(c));
		c.var.log.info('account kept');
		return readMe(db, user.uid, ownedLists);
	});

	serve(router, routes.listEvents, ({ user, query }) => listEvents(db, user.uid, query.cursor));

	serve(router, routes.endSession, async ({ user, params, c }) => {
		await db.transaction(async (tx) => {
			const browser = await endSession(tx, user, params.id);
			await forgetPush(tx, user.uid);
			await noteEvent(tx, user.uid, 'session-ended', browser ? { name: browser } : {}, originOf(c));
		});
		return {};
	});

	const pending = async (uid: string) => ({ pending: await readAddressChange(db, uid) });

	serve(router, routes.readAddressChange, ({ user }) => pending(user.uid));

	serve(router, routes.changeAddress, async ({ user, body, c }) => {
		await limit(db, `address:${user.uid}`, ADDRESS_CHANGES_PER_DAY, 24 * 3600);
		await limit(db, accountKey('address', body.email), ADDRESS_CHANGES_PER_DAY, 24 * 3600);
		await askForAddress(db, queue, user, body.email, originOf(c));
		c.var.log.info('address change asked for');
		return pending(user.uid);
	});

	serve(router, routes.cancelAddressChange, async ({ user }) => {
		await cancelAddressChange(db, user.uid);
		return pending(user.uid);
	});

	serve(router, routes.rememberTour, async ({ user, body }) => {
		await addTour(db, user.uid, body.tour);
		return {};
	});

	return router;
}

/** Addresses are hashed, so that the table of counts does not collect what people typed. */
function accountKey(purpose: string, email: string): string {
	return `${purpose}:account:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
}
