import * as routes from '@watchword/contract/routes/billing';
import { Refusal } from '../base/failures.ts';
import { limit } from '../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Queue } from '../ports/queue.ts';
import { listPurchases, readPayment, startPayment } from './payments.ts';
import type { PaymentNeeds } from './sync-payment.ts';
import { receiveEvent } from './webhook.ts';

/** Far more than a customer needs, far too few for testing stolen cards. */
const ATTEMPTS = { purchases: 30, confirmations: 60, windowSeconds: 15 * 60 };

interface Needs extends PaymentNeeds {
	queue: Queue;
	signedIn: SignedInGuard;
	sellsCredits: boolean;
}

export function paymentRoutes(needs: Needs) {
	const { db, payments, queue, signedIn, sellsCredits } = needs;
	const router = newRouter();
	router.use('/api/payment-intent', signedIn);
	router.use('/api/payments/*', signedIn);
	router.use('/api/test-cards/*', signedIn);

	serve(router, routes.startPayment, async ({ user: { uid }, body: { userId, amount }, c }) => {
		if (userId !== uid) {
			c.var.log.warn({ userId }, 'purchase for another user refused');
			throw new Refusal('permission-denied', 'Credits can be bought for your own account only.');
		}
		if (!sellsCredits) throw new Refusal('not-found', 'Nothing is sold here: runs cost nothing.');
		await limit(db, `purchase:${uid}`, ATTEMPTS.purchases, ATTEMPTS.windowSeconds);
		return startPayment(needs, uid, amount);
	});

	serve(router, routes.listPurchases, async ({ user }) => ({
		items: await listPurchases(db, user.uid),
		next: null,
	}));

	serve(router, routes.readPayment, ({ user, params }) => readPayment(needs, user.uid, params.id));

	serve(router, routes.confirmTestCard, async ({ user: { uid }, body: card }) => {
		if (!payments.payWithTestCard) throw new Refusal('not-found', 'Test cards are not in use here.');
		await limit(db, `test-card:${uid}`, ATTEMPTS.confirmations, ATTEMPTS.windowSeconds);
		const intent = card.clientSecret.replace(/_secret_.*$/, '');
		// A real provider checks only the secret. Here the payment must also belong to the customer.
		await readPayment(needs, uid, intent);
		const result = await payments.payWithTestCard(card);
		if ('paymentIntent' in result) await queue.send(db, 'test-card-event', { intent });
		return result;
	});

	serve(router, routes.receiveStripeEvent, async ({ headers, c }) => {
		const { log } = c.var;
		const received = await receiveEvent(
			{ db, payments, log },
			await c.req.text(),
			headers['stripe-signature'],
		);
		return { received };
	});

	return router;
}
