import { createRoute, z } from '@hono/zod-openapi';
import * as contract from '@watchword/contract/billing';
import { page } from '@watchword/contract/ids';
import { limit } from '../limits.ts';
import type { Queue } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { answers, jsonBody, newRouter, type SignedInGuard } from '../route.ts';
import type { PaymentNeeds } from './look.ts';
import { listPurchases, readPayment, startPayment } from './payments.ts';
import { receiveEvent } from './webhook.ts';

/** Far more than anyone who buys credits, far fewer than it takes to try stolen cards. */
const ATTEMPTS = { purchases: 30, confirmations: 60, windowSeconds: 15 * 60 };

const tags = ['Billing'];

const start = createRoute({
	method: 'post',
	path: '/api/payment-intent',
	summary: 'Start a purchase of credits, for whole dollars',
	tags,
	request: jsonBody(contract.purchase),
	responses: answers('What the payment form needs to pay it.', contract.paymentIntent),
});

const list = createRoute({
	method: 'get',
	path: '/api/payments',
	summary: 'The purchases of the signed-in user',
	tags,
	responses: answers('The latest first.', page(contract.payment)),
});

const read = createRoute({
	method: 'get',
	path: '/api/payments/{id}',
	summary: 'One purchase, and how far it is',
	tags,
	request: { params: z.object({ id: contract.paymentId }) },
	responses: answers('The purchase.', contract.payment),
});

const confirm = createRoute({
	method: 'post',
	path: '/api/test-cards/confirm',
	summary: 'Pay with a built-in test card, where no payment provider is set',
	tags,
	request: jsonBody(contract.testCard),
	responses: answers('What came of it, in the shape of the provider.', contract.confirmation),
});

const webhook = createRoute({
	method: 'post',
	path: '/api/webhooks/stripe',
	summary: 'Where the payment provider says that something became of a payment',
	tags,
	request: { headers: z.object({ 'stripe-signature': z.string().max(2000).default('') }) },
	responses: answers('Received.', z.object({ received: z.enum(['looked', 'ignored']) })),
});

export function paymentRoutes(needs: PaymentNeeds & { queue: Queue; signedIn: SignedInGuard }) {
	const { db, payments, queue, signedIn } = needs;
	const router = newRouter();
	router.use('/api/payment-intent', signedIn);
	router.use('/api/payments/*', signedIn);
	router.use('/api/test-cards/*', signedIn);

	router.openapi(start, async (c) => {
		const { uid } = c.var.user;
		const { userId, amount } = c.req.valid('json');
		if (userId !== uid) {
			c.var.log.warn({ userId }, 'purchase for another user refused');
			throw new Refusal('permission-denied', 'Credits can be bought for your own account only.');
		}
		await limit(db, `purchase:${uid}`, ATTEMPTS.purchases, ATTEMPTS.windowSeconds);
		return c.json(await startPayment(needs, uid, amount), 200);
	});

	router.openapi(list, async (c) =>
		c.json({ items: await listPurchases(db, c.var.user.uid), next: null }, 200),
	);

	router.openapi(read, async (c) =>
		c.json(await readPayment(needs, c.var.user.uid, c.req.valid('param').id), 200),
	);

	router.openapi(confirm, async (c) => {
		const { uid } = c.var.user;
		if (!payments.payWithTestCard) throw new Refusal('not-found', 'Test cards are not in use here.');
		await limit(db, `test-card:${uid}`, ATTEMPTS.confirmations, ATTEMPTS.windowSeconds);
		const card = c.req.valid('json');
		const intent = card.clientSecret.replace(/_secret_.*$/, '');
		// The secret alone would do for a provider; here its payment must also be one's own.
		await readPayment(needs, uid, intent);
		const result = await payments.payWithTestCard(card);
		if ('paymentIntent' in result) await queue.send(db, 'test-card-event', { intent });
		return c.json(result, 200);
	});

	router.openapi(webhook, async (c) => {
		const { log } = c.var;
		const received = await receiveEvent(
			{ db, payments, log },
			await c.req.text(),
			c.req.valid('header')['stripe-signature'],
		);
		return c.json({ received }, 200);
	});

	return router;
}
