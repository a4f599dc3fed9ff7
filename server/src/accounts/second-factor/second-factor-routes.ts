import * as routes from '@watchword/contract/routes/second-factor';
import { Refusal } from '../../base/failures.ts';
import { forget, limit } from '../../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../../base/route.ts';
import { noteEvent, originOf } from '../history.ts';
import type { SessionNeeds } from '../sessions/begin-session.ts';
import { endTrust } from '../sessions/known-browser.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import {
	finishSecondFactor,
	hasSecondFactor,
	readSecondFactor,
	removeSecondFactor,
	startSecondFactor,
} from './second-factor.ts';
import { signInWithCode } from './sign-in-code.ts';

interface Needs extends SessionNeeds {
	signedIn: SignedInGuard;
	secondFactorRequired: boolean;
}

/** Tries at the first code in 15 minutes. */
const FIRST_CODES = 10;
/** Each causes a mail. */
const RENEWALS_PER_HOUR = 20;

export function secondFactorRoutes(needs: Needs) {
	const { db, identity, queue, signedIn, secondFactorRequired } = needs;
	const router = newRouter();

	serve(router, routes.signInWithCode, async ({ body, c }) => ({
		uid: await signInWithCode(needs, c, body),
	}));

	serve(
		router,
		routes.readSecondFactor,
		({ user }) => readSecondFactor(db, user.uid, secondFactorRequired),
		signedIn,
	);

	serve(router, routes.startSecondFactor, ({ user }) => startSecondFactor(db, identity, user), signedIn);

	serve(
		router,
		routes.finishSecondFactor,
		async ({ user, body, c }) => {
			const key = `first-code:${user.uid}`;
			await limit(db, key, FIRST_CODES, 15 * 60);
			const recoveryCodes = await finishSecondFactor(needs, user, body.code, originOf(c));
			await forget(db, key);
			c.var.log.info('second factor turned on');
			return { recoveryCodes };
		},
		signedIn,
	);

	serve(
		router,
		routes.removeSecondFactor,
		async ({ user: { uid }, c }) => {
			await db.transaction(async (tx) => {
				if (!(await removeSecondFactor(tx, uid))) return;
				await noteEvent(tx, uid, 'factor-removed', {}, originOf(c));
				await queue.send(tx, 'security-mail', { uid, notice: { what: 'factor-removed' } });
			});
			c.var.log.info('second factor turned off');
			return {};
		},
		signedIn,
	);

	serve(
		router,
		routes.renewRecoveryCodes,
		async ({ user: { uid }, c }) => {
			await limit(db, `recovery-codes:${uid}`, RENEWALS_PER_HOUR, 3600);
			const recoveryCodes = await db.transaction(async (tx) => {
				if (!(await hasSecondFactor(tx, uid))) {
					throw new Refusal('conflict', 'Two-step sign-in is off. Please turn it on first.');
				}
				await noteEvent(tx, uid, 'recovery-codes-renewed', {}, originOf(c));
				await queue.send(tx, 'security-mail', { uid, notice: { what: 'recovery-codes-renewed' } });
				return renewRecoveryCodes(tx, uid);
			});
			return { recoveryCodes };
		},
		signedIn,
	);

	serve(
		router,
		routes.endTrust,
		async ({ user: { uid } }) => {
			await endTrust(db, uid);
			return {};
		},
		signedIn,
	);

	return router;
}
