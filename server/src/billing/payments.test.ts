import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import type { Payments } from '../ports/payments.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { StripeFake } from '../testing/stripe.ts';
import { enter } from './billing.ts';
import { sign } from './signature.ts';
import { reconcile, syncPayment } from './sync-payment.ts';
import { verifyLedger } from './verify.ts';

let stripe: StripeFake;
let server: TestServer;
beforeAll(async () => {
	stripe = await StripeFake.start();
	server = await startServer({ env: stripe.env });
});
afterAll(async () => {
	await server.stop();
	await stripe.stop();
});

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const balanceOf = async (customer: Customer) =>
	((await (await customer.get('/api/billing')).json()) as { creditBalance: number }).creditBalance;

/** Starts a purchase; what Stripe calls it. */
async function start(customer: Customer, amount: number): Promise<string> {
	const answer = await customer.post('/api/payment-intent', { userId: customer.uid, amount });
	const { clientSecret } = (await answer.json()) as { clientSecret: string };
	expect(answer.status).toBe(200);
	return clientSecret.replace(/_secret_.*$/, '');
}

const paymentOf = async (customer: Customer, intent: string) =>
	(await customer.get(`/api/payments/${intent}`)).json();

const due = () =>
	server.services.database.db.execute(
		sql`update payments set next_look_at = now() where next_look_at is not null`,
	);

test('a purchase: the intent is made once with everything that names it, and the signed event brings the credits', async () => {
	const customer = await server.customer();
	const intent = await start(customer, 7);
	const made = stripe.requests.at(-1);
	expect(made?.fields).toMatchObject({
		amount: '700',
		currency: 'aud',
		'automatic_payment_methods[enabled]': 'true',
		'metadata[uid]': customer.uid,
	});
	expect(made?.key).toBe(made?.fields['metadata[payment]']);
	const paid = stripe.pay(intent);
	expect(await balanceOf(customer)).toBe(0);
	expect(await (await stripe.send(server.url, paid)).json()).toEqual({ received: 'looked' });
	expect(await balanceOf(customer)).toBe(140);
	expect(await paymentOf(customer, intent)).toMatchObject({
		intent,
		status: 'succeeded',
		amount: 7,
		currency: 'AUD',
		credits: 140,
		refunded: 0,
		testMode: true,
		email: customer.email,
	});
	// Again, and an older event late: nothing more.
	await stripe.send(server.url, paid);
	await stripe.send(server.url, stripe.event('payment_intent.processing', paid.data.object));
	expect(await balanceOf(customer)).toBe(140);
	const stranger = await server.customer();
	expect(await refusal(await stranger.get(`/api/payments/${intent}`))).toBe('404 not-found');
});

test('an answer of the provider that comes after a newer one changes nothing', async () => {
	const customer = await server.customer();
	const intent = await start(customer, 5);
	const { database, payments, log } = server.services;
	const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const readIntent: Payments['readIntent'] = async (id) => {
		const truth = await payments.readIntent(id);
		asked.resolve();
		await late.promise;
		return truth;
	};
	const needs = { db: database.db, payments: { ...payments, readIntent }, log };
	const sync = syncPayment(needs, String(stripe.requests.at(-1)?.fields['metadata[payment]']));
	await asked.promise;
	await stripe.send(server.url, stripe.pay(intent));
	late.resolve();
	await sync;
	// Reading a single payment would ask the provider again.
	const { items } = (await (await customer.get('/api/payments')).json()) as { items: unknown[] };
	expect(items).toMatchObject([{ intent, status: 'succeeded' }]);
	expect(await balanceOf(customer)).toBe(100);
});

test('amounts of every other kind are refused with the reason, and nothing is started', async () => {
	const customer = await server.customer();
	const before = stripe.requests.length;
	const outOfRange = [4, 101, 5.5, -5, 0, 1e21];
	for (const amount of [...outOfRange, '5', '5abc', '', null, [5], {}, true]) {
		const answer = await customer.post('/api/payment-intent', { userId: customer.uid, amount });
		expect(await answer.json(), String(amount)).toMatchObject({
			error: {
				code: 'invalid-argument',
				message: outOfRange.includes(amount as number)
					? expect.stringContaining('Amount must be between $5 and $100 in $1 increments.')
					: 'amount: Please enter a valid number.',
			},
		});
	}
	expect(stripe.requests).toHaveLength(before);
});

test("another user's id, and no sign-in, are refused", async () => {
	const [customer, other] = [await server.customer(), await server.customer()];
	const body = { userId: other.uid, amount: 5 };
	expect(await refusal(await customer.post('/api/payment-intent', body))).toBe('403 permission-denied');
	expect(await refusal(await server.visitor().post('/api/payment-intent', body))).toBe('401 unauthenticated');
	const card = { clientSecret: 'pi_x_secret_y', number: '4242424242424242', expiry: '12/40', cvc: '123' };
	expect(await refusal(await customer.post('/api/test-cards/confirm', card))).toBe('404 not-found');
});

test('events that are forged, stale, changed, of another mode, account, payment or sum bring nothing', async () => {
	const customer = await server.customer();
	const intent = await start(customer, 5);
	const event = stripe.pay(intent);
	const body = JSON.stringify(event, null, 2);
	const object = event.data.object;
	const send = async (what: object | string, signature?: string) =>
		refusal(await stripe.send(server.url, what, signature));
	const secret = String(stripe.env.STRIPE_WEBHOOK_SECRET);
	expect(await send(body, sign(body, 'whsec_wrong', new Date()))).toBe('400 payment/invalid-signature');
	expect(await send(body, '')).toBe('400 payment/invalid-signature');
	expect(await send(body, sign(body, secret, new Date(Date.now() - 301_000)))).toBe(
		'400 payment/invalid-signature',
	);
	expect(await send(JSON.stringify(event), sign(body, secret, new Date()))).toBe(
		'400 payment/invalid-signature',
	);
	expect(await send('not json')).toBe('400 invalid-argument');
	expect(await send('{"type":"payment_intent.succeeded"}')).toBe('400 invalid-argument');
	expect(await send({ ...event, livemode: true })).toBe('400 payment/wrong-mode');
	expect(await send({ ...event, account: 'acct_other' })).toBe('404 payment/unknown-intent');
	expect(await send(stripe.event(event.type, { ...object, id: 'pi_unknown' }))).toBe(
		'404 payment/unknown-intent',
	);
	expect(await send(stripe.event(event.type, { ...object, amount: 10_000 }))).toBe('409 payment/mismatch');
	expect(await send(stripe.event(event.type, { ...object, currency: 'usd' }))).toBe('409 payment/mismatch');
	expect(await balanceOf(customer)).toBe(0);
	// What does not concern us is acknowledged, so that it is not sent again.
	const other = stripe.event('customer.created', { id: 'cus_1', object: 'customer' });
	expect(await (await stripe.send(server.url, other)).json()).toEqual({ received: 'ignored' });
	// An event that is in order, about a payment that is not what was asked for.
	const stored = stripe.intents.get(intent);
	Object.assign(stored ?? {}, { metadata: { uid: newId(), payment: newId() } });
	expect(await send(event)).toBe('409 payment/mismatch');
	expect(await balanceOf(customer)).toBe(0);
});

test('the provider away: the purchase says so, the event is asked for again, and the reconciler finds out', async () => {
	const customer = await server.customer();
	stripe.failNext = { status: 402, body: { error: { type: 'card_error', message: 'no' } } };
	const answer = await customer.post('/api/payment-intent', { userId: customer.uid, amount: 5 });
	expect(await refusal(answer)).toBe('503 unavailable');
	const [noticed, silent, never] = [
		await start(customer, 5),
		await start(customer, 6),
		await start(customer, 8),
	];
	const event = stripe.pay(noticed);
	stripe.down = true;
	expect(await refusal(await stripe.send(server.url, event))).toBe('503 unavailable');
	expect(await paymentOf(customer, noticed)).toMatchObject({ status: 'requires_payment_method' });
	stripe.down = false;
	stripe.pay(silent);
	await due();
	const needs = {
		db: server.services.database.db,
		payments: server.services.payments,
		log: server.services.log,
	};
	await reconcile(needs);
	expect(await balanceOf(customer)).toBe(220);
	// Nobody ever paid the third: after a day it is withdrawn.
	await needs.db.execute(
		sql`update payments set created_at = now() - interval '25 hours', next_look_at = now() where intent = ${never}`,
	);
	await reconcile(needs);
	expect(stripe.intents.get(never)?.status).toBe('canceled');
	expect(await paymentOf(customer, never)).toMatchObject({ status: 'canceled', creditedAt: null });
	await reconcile(needs);
	expect(await balanceOf(customer)).toBe(220);
});

test('of a provider that answers without end only the beginning is read, and nothing is believed', async () => {
	const customer = await server.customer();
	const paid = stripe.pay(await start(customer, 5));
	let sent = 0;
	stripe.respond = (response) => {
		const more = () => {
			while (!response.destroyed && sent < 50_000_000) {
				sent += 100_000;
				if (!response.write(' '.repeat(100_000))) return;
			}
			response.end();
		};
		response.on('drain', more);
		more();
	};
	expect((await stripe.send(server.url, paid)).status).toBe(503);
	stripe.respond = null;
	expect(sent).toBeLessThan(50_000_000);
	expect(await balanceOf(customer)).toBe(0);
	expect((await stripe.send(server.url, paid)).status).toBe(200);
	expect(await balanceOf(customer)).toBe(100);
});

test('a refund of a part of a credit takes none', async () => {
	const customer = await server.customer();
	const intent = await start(customer, 5);
	await stripe.send(server.url, stripe.pay(intent));
	await stripe.send(server.url, stripe.refund(intent, 104));
	expect(await balanceOf(customer)).toBe(80);
});

test('refunds and disputes take the credits back, never below nothing, and the next purchase settles the rest', async () => {
	const customer = await server.customer();
	const { db } = server.services.database;
	const first = await start(customer, 5);
	await stripe.send(server.url, stripe.pay(first));
	await stripe.send(server.url, stripe.refund(first, 100));
	expect(await balanceOf(customer)).toBe(80);
	await enter(db, { uid: customer.uid, kind: 'charge', credits: -70, reference: newId() });
	// 80 credits went back with the money, and 10 are left.
	await stripe.send(server.url, stripe.refund(first, 400));
	expect(await balanceOf(customer)).toBe(0);
	expect(await paymentOf(customer, first)).toMatchObject({ refunded: 5 });
	const second = await start(customer, 10);
	const events = [stripe.pay(second), stripe.dispute(second, 'needs_response')];
	await stripe.send(server.url, events[1] ?? '');
	expect(await balanceOf(customer)).toBe(0);
	const won = stripe.dispute(second, 'won');
	await stripe.deliver([...events, won], () => [server.url]);
	expect(await balanceOf(customer)).toBe(200 - 70);
	expect((await verifyLedger(db)).differences).toEqual([]);
});
