import type { AccountEvent } from '@watchword/contract/account-event';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteEvent } from '../accounts/history.ts';
import { clean } from '../start/cleaning.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { makeToken } from '../testing/token.ts';
import { waitFor } from '../testing/wait.ts';
import { runCommand } from './commands.ts';

const SIGN_IN = '/api/auth/sign-in/email';
const EVENTS = '/api/users/me/events';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { TRUST_PROXY: 'true', WEBHOOK_PRIVATE_NETWORKS: 'loopback' } });
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

async function eventsOf(customer: Customer, cursor?: string) {
	const answer = await customer.get(cursor ? `${EVENTS}?cursor=${cursor}` : EVENTS);
	expect(answer.status).toBe(200);
	return (await answer.json()) as { items: AccountEvent[]; next: string | null };
}
const namesOf = async (customer: Customer) => (await eventsOf(customer)).items.map(({ what }) => what);

/** A wrong password from an address, as the trusted proxy names it. */
async function guess(email: string, address: string) {
	const answer = await server.visitor().fetch(SIGN_IN, {
		method: 'POST',
		body: JSON.stringify({ email, password: 'a wrong guess' }),
		headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'user-agent': 'Guesser' },
	});
	expect(await refusal(answer)).toBe('401 auth/invalid-credential');
}

/** The rows of failed attempts, as soon as they count so many. */
async function failures(customer: Customer, count: number): Promise<AccountEvent[]> {
	let seen: AccountEvent[] = [];
	return waitFor(`${count} failed attempts in the history`, async () => {
		const all: AccountEvent[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await eventsOf(customer, cursor);
			all.push(...page.items);
			if (page.next === null) break;
			cursor = page.next;
		}
		seen = all.filter(({ what }) => what === 'sign-in-failed');
		return seen.reduce((sum, { details }) => sum + (details.times ?? 1), 0) >= count && seen;
	});
}

test('its owner reads what happened to the account, with address and browser, and nobody else does', async () => {
	const customer = await server.customer();
	const { email, password } = customer;
	await customer.confirm();
	const made = await customer.post('/api/devices', { desc: 'Gate', connection: 'program' });
	const { deviceId } = (await made.json()) as { deviceId: string };
	await customer.post(`/api/devices/${deviceId}/key`);
	const token = await makeToken(customer, ['read']);
	await customer.send('DELETE', `/api/tokens/${token.id}`, {});
	const hook = { url: 'http://127.0.0.1:45678/secret-path', events: ['run.ended'] };
	const hooked = await customer.post('/api/webhook-endpoints', hook);
	expect(hooked.status).toBe(200);
	const { id: webhook } = (await hooked.json()) as { id: string };
	await customer.post(`/api/webhook-endpoints/${webhook}/secret`);
	await customer.send('DELETE', `/api/webhook-endpoints/${webhook}`, {});
	await customer.post('/api/exports');
	await customer.post('/api/users/me/presence-link');
	await server.visitor().post(SIGN_IN, { email, password });
	await customer.send('DELETE', '/api/users/me/sessions', {});
	await customer.send('PUT', '/api/users/me/password', {
		currentPassword: password,
		newPassword: 'another horse battery',
	});
	for (const command of ['sign-out', 'disable', 'enable'])
		expect(await runCommand(server.services, ['user', command, '--email', email], () => {})).toBe(0);
	await server.visitor().post('/api/auth/request-password-reset', { email });
	const mails = await waitFor('the mail with a link', async () =>
		(await server.mails(email, 1)).find((text) => text.includes('resetpassword/confirm')),
	);
	const link = new URL(/http\S+resetpassword\/confirm\S+/.exec(mails)?.[0] ?? '');
	const newPassword = 'a third horse battery';
	const reset = { token: link.searchParams.get('token'), newPassword };
	expect((await server.visitor().post('/api/auth/reset-password', reset)).status).toBe(200);
	await customer.post(SIGN_IN, { email, password: newPassword });

	const { items } = await eventsOf(customer);
	expect(items[0]?.what).toBe('signed-in');
	const told = items.map(({ what, details }) => [what, details.how ?? details.name ?? '']);
	const expected = [
		['signed-in', 'password'],
		['password-changed', 'reset'],
		['enabled', ''],
		['disabled', ''],
		['session-ended', 'operator'],
		['password-changed', ''],
		['session-ended', 'others'],
		['signed-in', 'password'],
		['presence-link', ''],
		['exported', ''],
		['webhook-removed', '127.0.0.1:45678'],
		['webhook-secret', '127.0.0.1:45678'],
		['webhook-added', '127.0.0.1:45678'],
		['token-revoked', 'For read'],
		['token-added', 'For read'],
		['device-key', 'Gate'],
		['device-added', 'Gate'],
		['signed-in', 'password'],
	];
	// Events of the same millisecond are in no order.
	expect(told.sort()).toEqual(expected.sort());
	for (const { what, details, ip_address, user_agent } of items) {
		const byOperator = ['enabled', 'disabled'].includes(what) || details.how === 'operator';
		expect([ip_address, user_agent], what).toEqual(
			byOperator ? [null, null] : [expect.stringContaining('127.0.0.1'), expect.any(String)],
		);
	}
	expect(JSON.stringify(items)).not.toContain('secret-path');

	const stranger = await server.customer();
	expect(await namesOf(stranger)).toEqual(['signed-in']);
	const withToken = await makeToken(stranger, ['read', 'automations', 'billing']);
	const asked = await server.visitor().fetch(EVENTS, { headers: withToken.headers });
	expect(await refusal(asked)).toBe('403 token/scope');
	expect(await refusal(await customer.get(`${EVENTS}?cursor=nonsense`))).toBe('400 invalid-argument');
});

test('failed attempts in a row from one address are one row with their number and the time of the last', async () => {
	const customer = await server.customer();
	for (let n = 0; n < 3; n++) await guess(customer.email, '203.0.113.5');
	const [row] = await failures(customer, 3);
	expect(row).toMatchObject({ details: { how: 'password', times: 3 }, ip_address: '203.0.113.5' });
	expect(row?.user_agent).toBe('Guesser');
	// A sign-in between them shows that they are two groups; neighbours in one network of IPv6 are the same.
	await customer.post(SIGN_IN, { email: customer.email, password: customer.password });
	await guess(customer.email, '203.0.113.5');
	await failures(customer, 4);
	await guess(customer.email, '2001:db8::1');
	await failures(customer, 5);
	await guess(customer.email.toUpperCase(), '2001:db8::2');
	const rows = await failures(customer, 6);
	expect(rows.map(({ ip_address, details }) => [ip_address, details.times ?? 1])).toEqual([
		['2001:db8::2', 2],
		['203.0.113.5', 1],
		['203.0.113.5', 3],
	]);
	expect(await namesOf(customer)).toEqual([
		'sign-in-failed',
		'sign-in-failed',
		'signed-in',
		'sign-in-failed',
		'signed-in',
	]);
});

test('strangers at many addresses fill a few rows a day, and the list pages through all of them once', async () => {
	const customer = await server.customer();
	const addresses = Array.from({ length: 30 }, (_, n) => `198.51.100.${n + 1}`);
	for (const address of addresses) await guess(customer.email, address);
	const rows = await failures(customer, 30);
	expect(rows).toHaveLength(21);
	const [others] = rows.filter(({ ip_address }) => ip_address === null);
	expect([others?.details.times, others?.user_agent]).toEqual([10, null]);
	const first = await eventsOf(customer);
	const second = await eventsOf(customer, String(first.next));
	expect([first.items.length, second.items.length, second.next]).toEqual([20, 2, null]);
	expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(22);
});

test('the history goes back 90 days, and what is older is removed', async () => {
	const customer = await server.customer();
	const { db } = server.services.database;
	for (const days of [89, 91]) {
		await noteEvent(db, customer.uid, 'exported');
		await db.execute(sql`update account_events set at = now() - make_interval(days => ${days})
			where _owner = ${customer.uid} and what = 'exported' and at > now() - interval '1 day'`);
	}
	expect(await namesOf(customer)).toEqual(['signed-in', 'exported']);
	await clean(server.services);
	const { rows } = await db.execute(
		sql`select what from account_events where _owner = ${customer.uid} order by at`,
	);
	expect(rows).toEqual([{ what: 'exported' }, { what: 'signed-in' }]);
});
