import * as routes from '@watchword/contract/routes/passkeys';
import { Refusal } from '../../base/failures.ts';
import { addressKey, limit, uncount } from '../../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../../base/route.ts';
import { originOf } from '../history.ts';
import { beginSession, type SessionNeeds } from '../sessions/begin-session.ts';
import { accountByPasskey, newChallengeFor, requireSite, takeChallenge } from './passkey-answers.ts';
import {
	addPasskey,
	knownCredentials,
	listPasskeys,
	removePasskey,
	renamePasskey,
	requireRoom,
} from './passkeys.ts';
import { checkMade, creationOptions, PasskeyRefused, requestOptions } from './webauthn.ts';

/** Refused answers, and challenges, per address in a quarter of an hour. Opening the sign-in screen requests a challenge. */
const ATTEMPTS = { perAddress: 50, challenges: 300, windowSeconds: 15 * 60 };
/** Each new one causes a mail to its owner. */
const CHANGES_PER_HOUR = 60;

interface Needs extends SessionNeeds {
	signedIn: SignedInGuard;
}

export function passkeyRoutes({ signedIn, ...needs }: Needs) {
	const { db, queue, publicUrl } = needs;
	const router = newRouter();
	router.use('/api/users/me/passkeys/*', signedIn);
	router.use('/api/users/me/confirmation/*', signedIn);

	serve(router, routes.listPasskeys, async ({ user }) => ({ items: await listPasskeys(db, user.uid) }));

	serve(router, routes.startPasskey, async ({ user, c }) => {
		const site = requireSite(publicUrl);
		await limit(db, `passkeys:${user.uid}`, CHANGES_PER_HOUR, 3600);
		await requireRoom(db, user.uid);
		const challenge = await newChallengeFor(needs, c, 'passkey-add', user.uid);
		return creationOptions(site, challenge, user, await knownCredentials(db, user.uid));
	});

	serve(router, routes.addPasskey, async ({ user, body, c }) => {
		const site = requireSite(publicUrl);
		try {
			const challenge = await takeChallenge(needs, c, 'passkey-add', user.uid);
			const credential = await checkMade(site, challenge, body.answer);
			const added = await addPasskey(db, queue, user, body.name, credential, originOf(c));
			c.var.log.info({ passkey: added.id }, 'passkey added');
			return added;
		} catch (error) {
			if (error instanceof PasskeyRefused) c.var.log.info({ outcome: error.problem }, 'passkey not added');
			throw error;
		}
	});

	serve(router, routes.renamePasskey, ({ user, params, body }) =>
		renamePasskey(db, user.uid, params.id, body.name),
	);

	serve(router, routes.removePasskey, async ({ user, params, c }) => {
		await removePasskey(db, queue, user.uid, params.id, originOf(c));
		c.var.log.info({ passkey: params.id }, 'passkey removed');
		return {};
	});

	serve(router, routes.startPasskeyConfirmation, async ({ user, c }) => {
		const site = requireSite(publicUrl);
		const known = await knownCredentials(db, user.uid);
		if (known.length === 0) throw new Refusal('not-found', 'This account has no passkey.');
		const challenge = await newChallengeFor(needs, c, 'passkey-confirm', user.uid);
		return requestOptions(site, challenge, known);
	});

	serve(router, routes.startPasskeySignIn, async ({ c }) => {
		const site = requireSite(publicUrl);
		const { challenges, windowSeconds } = ATTEMPTS;
		await limit(db, `passkey-challenges:address:${addressKey(c.var.ip)}`, challenges, windowSeconds);
		return requestOptions(site, await newChallengeFor(needs, c, 'passkey-sign-in', null));
	});

	serve(router, routes.signInWithPasskey, async ({ body, c }) => {
		const address = `passkey:address:${addressKey(c.var.ip)}`;
		await limit(db, address, ATTEMPTS.perAddress, ATTEMPTS.windowSeconds);
		const uid = await accountByPasskey(needs, c, body.answer);
		await uncount(db, address);
		await beginSession(needs, c, { uid, how: 'passkey', strong: true });
		return { uid };
	});

	return router;
}
