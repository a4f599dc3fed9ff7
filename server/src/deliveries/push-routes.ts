import type { PushMessage } from '@watchword/contract/push';
import * as routes from '@watchword/contract/routes/push';
import { Refusal } from '../base/failures.ts';
import { limit } from '../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import { RequestFailed } from './outgoing.ts';
import { type PushNeeds, postPush } from './send-push.ts';
import {
	addSubscription,
	findSubscription,
	listSubscriptions,
	removeSubscription,
	shownBrowser,
} from './subscriptions.ts';
import { vapidKeys } from './vapid.ts';

/** Enough to try a new phone, too few to make it ring all day. */
const TESTS_PER_HOUR = 30;
const CHANGES_PER_HOUR = 100;

interface Needs extends PushNeeds {
	signedIn: SignedInGuard;
}

const TEST: PushMessage = {
	title: 'Watchword',
	body: 'This is a test. Messages of your automations arrive here.',
	tag: 'test',
	url: '/app/account#notifications',
};

/** A failed name lookup may succeed later; an internal address is always refused. */
function refuse(error: unknown): void {
	if (!(error instanceof RequestFailed)) throw error;
	if (error.refused) throw new Refusal('invalid-argument', `endpoint: ${error.message}`);
}

const unknown = () => new Refusal('not-found', 'There is no such browser.');

/** The browsers that get push messages. Only a signed-in person may manage them, no API token. */
export function pushRoutes({ signedIn, ...needs }: Needs) {
	const { db, outgoing } = needs;
	const router = newRouter();
	for (const path of ['/api/push', '/api/push/*']) router.use(path, signedIn);

	serve(router, routes.readPush, async ({ user }) => ({
		key: (await vapidKeys(db)).publicKey,
		items: (await listSubscriptions(db, user.uid)).map(shownBrowser),
	}));

	serve(router, routes.addPush, async ({ user, body }) => {
		await limit(db, `push-change:${user.uid}`, CHANGES_PER_HOUR, 3600);
		await outgoing.check(body.endpoint).catch(refuse);
		return shownBrowser(await addSubscription(db, user.uid, body));
	});

	serve(router, routes.removePush, async ({ user, params }) => {
		if (!(await removeSubscription(db, user.uid, params.id))) throw unknown();
		return {};
	});

	serve(router, routes.testPush, async ({ user, params }) => {
		const subscription = await findSubscription(db, user.uid, params.id);
		if (!subscription) throw unknown();
		await limit(db, `push-test:${user.uid}`, TESTS_PER_HOUR, 3600);
		const sent = await postPush(needs, subscription, TEST, TEST.tag);
		if (sent.outcome !== 'sent') throw new Refusal('unavailable', sent.problem);
		return {};
	});

	return router;
}
