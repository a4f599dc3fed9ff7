import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepDemo } from '../accounts/demo.ts';
import { jpeg } from '../testing/images.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { furnishDemo } from './furnish.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test('the demo account gets three cameras and their day, however often it is stopped', {
	timeout: 300_000,
}, async () => {
	const { house } = server;
	const customer = await server.customer();
	const demo = { email: customer.email, password: customer.password, furnished: false };
	await keepDemo(house.settings.dataDir, demo);

	const stop = new AbortController();
	let drawn = 0;
	const draw = async () => {
		if (++drawn === 5) stop.abort();
		return jpeg();
	};
	await furnishDemo(house, demo, server.smtpPort, stop.signal, draw);
	expect(drawn).toBe(5);
	await furnishDemo(house, demo, server.smtpPort, new AbortController().signal, draw);

	const { items } = (await (await customer.get('/api/devices')).json()) as {
		items: { id: string; desc: string; last_image_path: string | null }[];
	};
	expect(items.map(({ desc }) => desc)).toEqual(['Driveway', 'Garden', 'Front porch']);
	expect(items.every((device) => device.last_image_path)).toBe(true);
	const { rows } = await house.database.db.execute(sql`
		select count(*)::int as captures, min(captured_at) > now() - interval '25 hours' as recent
		from captures c join devices d on d.id = c."deviceId" where d._owner = ${customer.uid}`);
	expect(rows).toEqual([{ captures: 24, recent: true }]);

	const kept = JSON.parse(await readFile(join(house.settings.dataDir, 'demo.json'), 'utf8'));
	expect(kept).toEqual({ ...demo, furnished: true });

	const { rows: ran } = await house.database.db.execute(sql`
		select "_triggerType" as trigger, count(*)::int as runs from automation_runs
		where _owner = ${customer.uid} group by 1 order by 1`);
	expect(ran).toEqual([
		{ trigger: 'capture', runs: 32 },
		{ trigger: 'email', runs: 1 },
		{ trigger: 'schedule', runs: 1 },
	]);
	expect(await (await customer.get('/api/automations')).json()).toMatchObject({ items: { length: 6 } });

	// What a visitor removes stays removed.
	const { items: automations } = (await (await customer.get('/api/automations')).json()) as {
		items: { id: string }[];
	};
	for (const { id } of automations) await customer.send('DELETE', `/api/automations/${id}`, {});
	await customer.send('DELETE', `/api/devices/${items[0]?.id}`, {});
	await furnishDemo(house, kept, server.smtpPort, new AbortController().signal, draw);
	expect(((await (await customer.get('/api/devices')).json()) as { items: [] }).items).toHaveLength(2);
});
