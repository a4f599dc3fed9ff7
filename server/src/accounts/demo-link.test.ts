import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../testing/server.ts';
import { makeDemoLink } from './demo-link.ts';

const demo = {
	email: `${randomUUID()}@example.com`,
	password: 'correct horse battery',
	furnished: true,
	cameras: [],
};

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ demo });
});
afterAll(() => server.stop());

test('the link of the terminal opens the portal signed in as the demo account, once', async () => {
	const { pathname, search } = new URL(server.demoLink?.url ?? '');
	const browser = server.visitor();
	const open = (method = 'GET') => browser.fetch(pathname + search, { method, redirect: 'manual' });
	expect((await browser.fetch(`${pathname}?token=guessed`, { redirect: 'manual' })).status).toBe(410);
	// Whatever only looks whether the address exists does not use it up.
	expect((await open('HEAD')).status).toBe(410);
	const opened = await open();
	expect([opened.status, opened.headers.get('location')]).toEqual([302, '/app/dashboard']);
	const me = (await (await browser.get('/api/users/me')).json()) as { account: { email: string } };
	expect(me.account.email).toBe(demo.email);
	const again = await server.visitor().fetch(pathname + search, { redirect: 'manual' });
	expect(again.status).toBe(410);
	expect(again.headers.getSetCookie()).toEqual([]);
});

test('it works for a quarter of an hour', () => {
	let now = 0;
	const link = makeDemoLink(demo, 'http://localhost:8080', () => now);
	const token = new URL(link.url).searchParams.get('token') ?? '';
	now = 15 * 60_000;
	expect(link.take(token)).toBe(false);
	now -= 1;
	expect(link.take(token)).toBe(true);
	expect(link.take(token)).toBe(false);
});

test('nobody is told the demo password, wherever they seem to come from', async () => {
	const text = await (await fetch(`${server.url}/api/portal`, { headers: { host: 'localhost' } })).text();
	expect(text).not.toContain(demo.password);
	expect(text).not.toContain(demo.email);
});
