import type { Payment } from '@watchword/contract/billing';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { portalSettings, UID } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';
import { type Answers, noAnswer, refused } from '../../testing/wire.ts';

const UNEXPECTED = 'An unexpected error occured.';
const START = 'POST /api/payment-intent';
const PAY = 'POST /api/test-cards/confirm';
const PAYMENT = 'GET /api/payments/{id}';

const amount = page.getByLabelText('Amount in dollars (AUD)');
const purchase = page.getByRole('button', { name: 'Purchase', exact: true });
const payNow = page.getByRole('button', { name: 'Pay now', exact: true });
const alert = page.getByRole('alert');
const heading = page.getByRole('heading', { level: 1 });

const payment = (change: Partial<Payment> = {}): Payment => ({
	id: 'p'.repeat(20),
	intent: 'pi_1',
	status: 'requires_payment_method',
	amount: 5,
	currency: 'aud',
	credits: 100,
	creditedAt: null,
	refunded: 0,
	testMode: true,
	name: 'Robin Example',
	email: 'robin@example.com',
	...change,
});

const declined = (message: string, type: 'card_error' | 'validation_error' | 'invalid_request_error') => ({
	error: { type, code: 'x', message },
});

test('an amount is whole dollars between 5 and 100, and says how many credits it buys', async () => {
	await openAsCustomer('/app/billing');
	await expect.element(amount).toHaveValue('5');
	const credits = page.getByRole('status').filter({ hasText: /^\d+$/ });
	await expect.element(credits).toHaveTextContent('100');
	for (const [typed, problem] of [
		['5x', 'Please enter a valid number.'],
		['', 'Please enter a valid number.'],
		['4', 'Amount must be between $5 and $100 in $1 increments.'],
		['101', 'Amount must be between $5 and $100 in $1 increments.'],
	] as const) {
		await amount.fill(typed);
		await expect.element(page.getByText(problem, { exact: true })).toBeVisible();
		await expect.element(purchase).toBeDisabled();
	}
	await amount.fill('12');
	await expect.element(credits).toHaveTextContent('240');
	await expect.element(page.getByText('Amount must be')).not.toBeInTheDocument();
});

test('every step of a payment explains itself', async () => {
	const held = Promise.withResolvers<void>();
	const { wire, at } = await openAsCustomer('/app/billing', { [START]: refused('internal') });
	await purchase.click();
	await expect.element(alert).toMatchTextContent(UNEXPECTED);
	await expect.element(alert).toMatchTextContent('Nothing was charged.');
	wire.answer({ [START]: () => held.promise.then(() => ({ clientSecret: 'pi_1_secret_2' })) });
	await purchase.click();
	await expect.element(page.getByText('Payment loading...')).toBeVisible();
	held.resolve();
	await expect
		.element(page.getByRole('heading', { name: 'Purchase 100 credits for AUD$5.00', exact: true }))
		.toHaveFocus();
	await expect.element(page.getByText('Test mode: no money moves.')).toBeVisible();
	await expect.poll(() => wire.bodies(START)[1]).toEqual({ userId: UID, amount: 5 });

	for (const [reply, words] of [
		[declined('Your card was declined.', 'card_error'), 'Your card was declined.'],
		[declined('Your card number is incomplete.', 'validation_error'), 'Your card number is incomplete.'],
		[declined('No such key.', 'invalid_request_error'), UNEXPECTED],
		[noAnswer, UNEXPECTED],
	] as const) {
		wire.answer({ [PAY]: reply });
		await payNow.click();
		await expect.element(alert).toHaveTextContent(words);
		await expect.element(payNow).toBeEnabled();
	}

	const paying = Promise.withResolvers<void>();
	wire.answer({
		[PAY]: () => paying.promise.then(() => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' as const } })),
		[PAYMENT]: payment({ status: 'succeeded', creditedAt: '2026-01-01T00:00:00.000Z' }),
		'GET /api/billing': { creditBalance: 100 },
	});
	await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
	await payNow.click();
	await expect.element(payNow).toBeDisabled();
	expect(payNow.element().querySelector('svg')).not.toBeNull();
	paying.resolve();
	await expect.poll(at).toBe('/app/billing?payment_intent=pi_1&redirect_status=succeeded');
	await expect
		.element(alert)
		.toMatchTextContent('Payment successful: 100 credits were added to your balance.');
	await expect
		.poll(() => wire.bodies(PAY).at(-1))
		.toEqual({
			clientSecret: 'pi_1_secret_2',
			number: '4242 4242 4242 4242',
			expiry: '12 / 34',
			cvc: '123',
		});
});

const CONFIRMING = 'Your payment is being confirmed.';
const UNDONE = 'The payment did not go through, and you were not charged.';

/** The address says that it succeeded; only the server knows. */
test.each<[string, NonNullable<Answers[typeof PAYMENT]>, string, string]>([
	['unpaid', payment(), UNDONE, 'Payment not completed'],
	['not authorised', payment({ status: 'requires_action' }), UNDONE, 'Payment not completed'],
	['processing', payment({ status: 'processing' }), CONFIRMING, 'Payment being confirmed'],
	['paid, not yet credited', payment({ status: 'succeeded' }), CONFIRMING, 'Payment being confirmed'],
	[
		'withdrawn',
		payment({ status: 'canceled' }),
		'The payment was withdrawn, and you were not charged.',
		'Payment withdrawn',
	],
	['of somebody else', refused('not-found'), 'This payment is not one of yours.', 'No such payment'],
	[
		'credited',
		payment({ status: 'succeeded', creditedAt: '2026-01-01T00:00:00.000Z' }),
		'100 credits were added to your balance.',
		'Payment Successful',
	],
])('a customer who comes back to a payment that is %s sees its state', async (_what, reply, words, title) => {
	const { go } = await openAsCustomer('/app/billing?payment_intent=pi_1&redirect_status=succeeded', {
		[PAYMENT]: reply,
	});
	await expect.element(alert).toMatchTextContent(words);
	await go('/app/paymentsuccess?payment_intent=pi_1&redirect_status=succeeded');
	await expect.element(heading).toHaveTextContent(title);
});

/** What Stripe's script does, as far as the form uses it; the real one needs Stripe. */
test('with Stripe, the form is that of Stripe, and its answer decides', async () => {
	let answer = {};
	const asked: object[] = [];
	const stripe = {
		_registerWrapper() {},
		elements: ({ clientSecret }: { clientSecret: string }) => ({
			create: () => {
				let ready = () => {};
				return {
					on(name: string, act: () => void) {
						if (name === 'ready') ready = act;
					},
					mount(place: HTMLElement) {
						place.textContent = `Fields for ${clientSecret}`;
						setTimeout(ready);
					},
					destroy() {},
				};
			},
		}),
		async confirmPayment({ confirmParams, redirect }: { confirmParams: object; redirect: string }) {
			asked.push({ ...confirmParams, redirect });
			return answer;
		},
	};
	const keys: string[] = [];
	const Stripe = Object.assign(
		(key: string) => {
			keys.push(key);
			return stripe;
		},
		{ version: 3 },
	);
	Object.assign(window, { Stripe });
	onTestFinished(() => void Reflect.deleteProperty(window, 'Stripe'));
	await openAsCustomer('/app/billing', {
		'GET /api/portal': {
			...portalSettings,
			payments: { provider: 'stripe', publishableKey: 'pk_test_1' },
		},
		[START]: { clientSecret: 'pi_1_secret_2' },
	});
	await purchase.click();
	await expect.element(page.getByText('Fields for pi_1_secret_2')).toBeVisible();
	expect(keys).toEqual(['pk_test_1']);
	for (const [type, shown] of [
		['card_error', 'Your bank says no.'],
		['validation_error', 'Your bank says no.'],
		['api_error', UNEXPECTED],
	] as const) {
		answer = { error: { type, message: 'Your bank says no.' } };
		await payNow.click();
		await expect.element(alert).toHaveTextContent(shown);
	}
	expect(asked[0]).toEqual({ return_url: `${location.origin}/app/billing`, redirect: 'if_required' });
});

test('the statement shows what came and went, and is filtered by its type', async () => {
	const line = (kind: 'grant' | 'purchase', credits: number) => ({
		...{ day: '2026-06-01', kind, automation: null, runs: 0, credits, why: 'A present' },
		payment: kind === 'purchase' ? 'p'.repeat(20) : null,
	});
	const lines = [line('grant', 7), line('purchase', 100)];
	const { at } = await openAsCustomer('/app/billing', {
		'GET /api/billing/statement': ({ query: { kind } }) => {
			const items = lines.filter((one) => !kind || one.kind === kind);
			return { items, next: null, added: items.reduce((sum, { credits }) => sum + credits, 0), spent: 0 };
		},
	});
	const rows = () =>
		page
			.getByRole('table')
			.getByRole('row')
			.elements()
			.map(({ textContent }) => textContent);
	const sees = (...words: string[]) =>
		expect.poll(() => words.every((word, n) => rows()[n]?.includes(word))).toBe(true);
	await sees('Day', 'Gift', 'Purchase', '107 added');
	await page.getByLabelText('Type').selectOptions('Purchases');
	await sees('Day', 'Purchase', '100 added');
	await expect.poll(at).toContain('purchase');
	await expect
		.element(page.getByRole('table').getByRole('link', { name: 'Receipt' }))
		.toHaveAttribute('href', expect.stringContaining('p'.repeat(20)));
});

test('an installation that sells nothing says so in one line, and names no price', async () => {
	const free = { 'GET /api/portal': { ...portalSettings, payments: { provider: 'none' as const } } };
	await openAsCustomer('/app/billing', free);
	await expect.element(page.getByText('Runs cost nothing here, and you need no credits.')).toBeVisible();
	await expect.element(page.getByRole('heading', { name: 'Statement' })).toBeVisible();
	await expect.element(purchase).not.toBeInTheDocument();
	await expect.element(page.getByText(/Balance|dollar/)).not.toBeInTheDocument();
});
