import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { addAutomation, grant } from '../testing/automation.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { enter } from './billing.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const good = { expiry: '12 / 40', cvc: '123' };

async function start(customer: Customer, amount = 5): Promise<string> {
	const answer = await customer.post('/api/payment-intent', { userId: customer.uid, amount });
	return ((await answer.json()) as { clientSecret: string }).clientSecret;
}

const pay = async (customer: Customer, clientSecret: string, card: object) =>
	(await customer.post('/api/test-cards/confirm', { clientSecret, ...good, ...card })).json();

/** The balance as soon as it is no longer nothing. */
async function credited(customer: Customer): Promise<unknown> {
	return waitFor('a balance above zero', async () => {
		const billing = (await (await customer.get('/api/billing')).json()) as { creditBalance: number };
		return billing.creditBalance > 0 && billing;
	});
}

test('the built-in cards answer in the shapes of a provider, and the good one brings credits by a signed event', async () => {
	const customer = await server.customer();
	const secret = await start(customer, 12);
	const error = (type: string, message: string) => ({ error: expect.objectContaining({ type, message }) });
	expect(await pay(customer, secret, { number: '4000 0000 0000 0002' })).toEqual({
		error: {
			type: 'card_error',
			code: 'card_declined',
			decline_code: 'generic_decline',
			message: 'Your card was declined.',
		},
	});
	expect(await pay(customer, secret, { number: '4000000000009995' })).toEqual(
		error('card_error', 'Your card has insufficient funds.'),
	);
	expect(await pay(customer, secret, { number: '4111 1111 1111 1111' })).toEqual(
		error('card_error', 'Only the test cards work here, and this is none of them. It was not charged.'),
	);
	expect(await pay(customer, secret, { number: '4242' })).toEqual(
		error('validation_error', 'Your card number is incomplete.'),
	);
	const number = '4242 4242 4242 4242';
	expect(await pay(customer, secret, { number, expiry: '01/20' })).toEqual(
		error('validation_error', "Your card's expiration date is in the past."),
	);
	expect(await pay(customer, secret, { number, expiry: '13/40' })).toEqual(
		error('validation_error', "Your card's expiration date is incomplete."),
	);
	expect(await pay(customer, secret, { number, cvc: '1' })).toEqual(
		error('validation_error', "Your card's security code is incomplete."),
	);
	const stranger = await server.customer();
	const card = { clientSecret: secret, number, ...good };
	expect(await refusal(await stranger.post('/api/test-cards/confirm', card))).toBe('404 not-found');
	const intent = secret.replace(/_secret_.*$/, '');
	const guessed = `${intent}_secret_guessed`;
	expect(await pay(customer, guessed, { number })).toEqual(
		error('invalid_request_error', 'This payment can no longer be made.'),
	);
	expect(await (await customer.get('/api/billing')).json()).toEqual({ creditBalance: 0 });

	expect(await pay(customer, secret, { number })).toEqual({
		paymentIntent: { id: intent, status: 'succeeded' },
	});
	expect(await credited(customer)).toEqual({ creditBalance: 240 });
	expect(await pay(customer, secret, { number })).toEqual(
		error('invalid_request_error', 'This payment can no longer be made.'),
	);
	const { items } = (await (await customer.get('/api/payments')).json()) as { items: unknown[] };
	expect(items).toMatchObject([{ intent, amount: 12, credits: 240, testMode: true, status: 'succeeded' }]);
});

test('the statement: purchases and charges per day and automation, filtered, summed, and safe in a spreadsheet', async () => {
	const customer = await server.customer();
	const { uid } = customer;
	const { db } = server.services.database;
	const formula = await addAutomation(server, uid, { _name: '=HYPERLINK("http://evil.example")' });
	const other = await addAutomation(server, uid, { _name: 'Gate' });
	await grant(server, uid, 100);
	const run = (automation: string, id = newId()) =>
		enter(db, { uid, kind: 'charge', credits: -2, reference: id, automation });
	const failed = newId();
	for (const automation of [formula, formula, other]) await run(automation);
	await run(other, failed);
	await enter(db, { uid, kind: 'refund', credits: 2, reference: failed, automation: other });
	const secret = await start(customer);
	await pay(customer, secret, { number: '4242424242424242' });
	await customer.get(`/api/payments/${secret.replace(/_secret_.*$/, '')}`);

	const today = new Date().toISOString().slice(0, 10);
	const period = `from=${today}&to=${today}&zone=UTC`;
	const read = async (query: string) => (await customer.get(`/api/billing/statement?${query}`)).json();
	const all = (await read(period)) as { items: { kind: string; credits: number; payment: string | null }[] };
	expect(all).toMatchObject({ added: 200, spent: 6, next: null });
	expect(all.items).toMatchObject([
		{ day: today, kind: 'purchase', credits: 100, automation: null },
		{ day: today, kind: 'grant', credits: 100 },
		{ day: today, kind: 'charge', credits: -4, runs: 2, automation: { id: formula } },
		{ day: today, kind: 'charge', credits: -2, runs: 1, automation: { id: other, name: 'Gate' } },
	]);
	const receipt = await customer.get(`/api/payments/${all.items[0]?.payment}`);
	expect(await receipt.json()).toMatchObject({ credits: 100, email: customer.email });
	expect(await read(`${period}&automation=${other}`)).toMatchObject({
		items: [{ credits: -2 }],
		added: 0,
		spent: 2,
	});
	expect(await read(`${period}&kind=purchase`)).toMatchObject({
		items: [{ credits: 100 }],
		added: 100,
		spent: 0,
	});
	expect(await read(`${period}&kind=purchase&automation=${other}`)).toMatchObject({ items: [] });
	expect(await read('from=2020-01-01&to=2020-12-31&zone=Australia/Sydney')).toMatchObject({
		items: [],
		spent: 0,
	});
	for (const bad of [
		'from=x&to=y&zone=UTC',
		`from=${today}&to=${today}&zone=Mars/Base`,
		`${period}&cursor=x`,
	]) {
		expect(await refusal(await customer.get(`/api/billing/statement?${bad}`)), bad).toBe(
			'400 invalid-argument',
		);
	}

	const file = await customer.get(`/api/billing/statement.csv?${period}`);
	expect(file.headers.get('content-disposition')).toBe(
		`attachment; filename="credits-${today}-${today}.csv"`,
	);
	const rows = (await file.text()).trimEnd().split('\r\n');
	expect(rows[0]).toBe('Date,Type,Automation,Runs,Credits,Payment,Note');
	expect(rows[3]).toBe(`${today},charge,"'=HYPERLINK(""http://evil.example"")",2,-4,,`);
	expect(rows).toHaveLength(5);
	const stranger = await server.customer();
	expect(await (await stranger.get(`/api/billing/statement?${period}`)).json()).toMatchObject({ items: [] });
});

test('how long the credits last follows what the last seven days cost', async () => {
	const customer = await server.customer();
	const { uid } = customer;
	const { db } = server.services.database;
	const outlook = async () => (await customer.get('/api/billing/outlook')).json();
	await grant(server, uid, 100);
	expect(await outlook()).toEqual({ creditsPerRun: 1, spentPerDay: 0, daysLeft: null });
	await enter(db, { uid, kind: 'charge', credits: -30, reference: newId() });
	await grant(server, uid, 50);
	// All of it today, so far.
	expect(await outlook()).toEqual({ creditsPerRun: 1, spentPerDay: 30, daysLeft: 4 });
	// The same, had it begun ten days ago: what was spent before the last seven days does not count.
	await db.execute(sql`alter table ledger_entries disable trigger ledger_append_only`);
	await db.execute(sql`update ledger_entries set at = at - interval '10 days' where uid = ${uid}`);
	await db.execute(sql`alter table ledger_entries enable trigger ledger_append_only`);
	await enter(db, { uid, kind: 'charge', credits: -14, reference: newId() });
	expect(await outlook()).toEqual({ creditsPerRun: 1, spentPerDay: 2, daysLeft: 53 });
});
