import * as routes from '@watchword/contract/routes/webhooks';
import { originOf } from '../accounts/history.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import { listWebhookDeliveries, sendAgain } from './log.ts';
import type { Outgoing } from './outgoing.ts';
import {
	addWebhook,
	editWebhook,
	findWebhook,
	listWebhooks,
	removeWebhook,
	replaceSecret,
	testWebhook,
} from './webhooks.ts';

interface Needs {
	db: Db;
	signedIn: SignedInGuard;
	outgoing: Outgoing;
}

export function webhookRoutes({ db, signedIn, outgoing }: Needs) {
	const router = newRouter();
	router.use('/api/webhook-endpoints/*', signedIn);
	serve(router, routes.listWebhooks, async ({ user }) => ({ items: await listWebhooks(db, user.uid) }));
	serve(router, routes.addWebhook, ({ user, body, c }) =>
		addWebhook(db, outgoing, user.uid, body, originOf(c)),
	);
	serve(router, routes.editWebhook, ({ user, params, body }) =>
		editWebhook(db, outgoing, user.uid, params.id, body),
	);
	serve(router, routes.removeWebhook, async ({ user, params, c }) => {
		await removeWebhook(db, user.uid, params.id, originOf(c));
		return {};
	});
	serve(router, routes.showWebhookSecret, async ({ user, params }) => ({
		secret: (await findWebhook(db, user.uid, params.id)).secret,
	}));
	serve(router, routes.replaceWebhookSecret, async ({ user, params, c }) => ({
		secret: await replaceSecret(db, user.uid, params.id, originOf(c)),
	}));
	serve(router, routes.testWebhook, ({ user, params }) => testWebhook(db, outgoing, user.uid, params.id));
	serve(router, routes.listWebhookDeliveries, async ({ user, params }) => {
		await findWebhook(db, user.uid, params.id);
		return { items: await listWebhookDeliveries(db, user.uid, params.id) };
	});
	serve(router, routes.sendWebhookAgain, ({ user, params }) =>
		sendAgain(db, user.uid, params.id, params.delivery),
	);
	return router;
}
