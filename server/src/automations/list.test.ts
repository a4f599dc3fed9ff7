import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { openLists } from './list.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test('a long list that has not changed is not made again', async () => {
	const { uid } = await server.customer();
	for (let n = 0; n < 100; n++) await addAutomation(server, uid);
	let made = 0;
	const listOf = openLists(server.services.database.db, (automation) => {
		made++;
		return automation as never;
	});
	const lists = [await listOf(uid), await listOf(uid), await listOf(uid), await listOf(uid)];
	expect([new Set(lists).size, made]).toEqual([1, 200]);
});

test('a long list that is asked for again and again always shows the last change', async () => {
	const customer = await server.customer();
	for (let n = 0; n < 120; n++) await addAutomation(server, customer.uid);
	const list = async () => {
		const { items } = (await (await customer.get('/api/automations')).json()) as {
			items: { id: string; _name: string; _paused: boolean; _snoozedUntil: string | null }[];
		};
		return items;
	};
	for (let n = 0; n < 3; n++) expect(await list()).toHaveLength(120);
	const [first, second, third] = await list();
	const of = (one: typeof first) => `/api/automations/${one?.id}`;

	await customer.send('PUT', `${of(first)}/name`, { _name: 'Gate' });
	expect((await list())[0]?._name).toBe('Gate');
	await customer.send('PUT', `${of(second)}/paused`, { paused: true });
	expect((await list())[1]?._paused).toBe(true);
	await customer.send('PUT', `${of(third)}/snooze`, { until: 'hour' });
	expect((await list())[2]?._snoozedUntil).not.toBeNull();
	await customer.send('DELETE', of(first), undefined);
	const added = await addAutomation(server, customer.uid);
	const now = await list();
	expect([now.length, now[0]?.id, now.at(-1)?.id]).toEqual([120, second?.id, added]);
	expect(await list()).toEqual(now);
	expect(await (await (await server.customer()).get('/api/automations')).json()).toEqual({
		items: [],
		next: null,
	});
});
