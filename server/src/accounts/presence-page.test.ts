import type { Me } from '@watchword/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../testing/server.ts';
import { disableAccount } from './standing.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api' } });
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;
const detailsOf = async (customer: Customer) =>
	((await (await customer.get('/api/users/me')).json()) as Me).details;

async function keyOf(customer: Customer): Promise<string> {
	await customer.post('/api/users/me/presence-link');
	return String((await detailsOf(customer))?.presence_key);
}

/** As the form of the page does it, from a browser that nobody signed in with. */
const press = (key: string, to: string) =>
	server.visitor().fetch(`/presence/${key}?set=${to}`, {
		method: 'POST',
		body: new URLSearchParams(),
		redirect: 'manual',
	});
const titleOf = async (answer: Response) =>
	`${answer.status} ${/<h1>(.*)<\/h1>/.exec(await answer.text())?.[1]}`;
const open = async (key: string) => titleOf(await server.visitor().get(`/presence/${key}`));

test('the address switches between home and away without signing in; opening it changes nothing', async () => {
	const customer = await server.customer();
	const key = await keyOf(customer);
	expect(key).toMatch(/^[a-z2-7]{20}$/);
	for (const method of ['GET', 'HEAD']) {
		expect((await server.visitor().fetch(`/presence/${key}?set=away`, { method })).status).toBe(200);
	}
	expect(await open(key)).toBe('200 You are at home');

	const switched = await press(key, 'away');
	expect([switched.status, switched.headers.get('location')]).toEqual([303, `/presence/${key}`]);
	expect(await open(key)).toBe('200 You are away');
	expect((await detailsOf(customer))?.presence).toBe('away');
	expect((await press(key, 'nowhere')).status).toBe(400);
	expect((await detailsOf(customer))?.presence).toBe('away');
	await press(key, 'home');
	expect((await detailsOf(customer))?.presence).toBe('home');
});

test('open tabs of the owner are notified', async () => {
	const customer = await server.customer();
	const key = await keyOf(customer);
	const stream = (await customer.get('/api/events')).body?.pipeThrough(new TextDecoderStream()).getReader();
	let heard = '';
	const hear = async (what: string) => {
		while (!heard.includes(what)) heard += (await stream?.read())?.value ?? expect.fail(`no ${what}`);
	};
	await hear(':');
	heard = '';
	await press(key, 'away');
	await hear('user');
	await stream?.cancel();
});

test('a wrong, old or incomplete address, and one of a disabled account, is a clear page and switches nothing', async () => {
	const customer = await server.customer();
	const old = await keyOf(customer);
	const key = await keyOf(customer);
	const wrong = '404 This link does not work';
	for (const no of [old, key.slice(1), 'a'.repeat(20), '%00', 'null', 'x'.repeat(3000)]) {
		expect([await open(no), await titleOf(await press(no, 'away'))], no).toEqual([wrong, wrong]);
	}
	expect((await detailsOf(customer))?.presence).toBe('home');
	await disableAccount(server.services.database.db, customer.uid);
	expect(await titleOf(await press(key, 'away'))).toBe(wrong);
});

test('a phone gets what it needs for its home screen, and the portal a QR code', async () => {
	const key = await keyOf(await server.customer());
	const page = await (await server.visitor().get(`/presence/${key}`)).text();
	const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(page) ?? [];
	const manifest = await server.visitor().get(address);
	expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
	expect(await manifest.json()).toMatchObject({ name: 'Home or away', start_url: `/presence/${key}` });
	const code = await server.visitor().get(`/presence/${key}/qr.svg`);
	expect([code.headers.get('content-type'), (await code.text()).slice(0, 4)]).toEqual([
		'image/svg+xml',
		'<svg',
	]);
	for (const file of ['app.webmanifest', 'qr.svg']) {
		expect((await server.visitor().get(`/presence/${'a'.repeat(20)}/${file}`)).status).toBe(404);
	}
});
