import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepDemo } from '../accounts/demo.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { furnishDemo } from './furnish.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test('the demo account gets three cameras and their day, however often it is stopped', async () => {
	const { house } = server;
	const customer = await server.customer();
	const demo = { email: customer.email, password: customer.password, furnished: false };
	await keepDemo(house.settings.dataDir, demo);

	const stop = new AbortController();
	setTimeout(() => stop.abort(), 3000);
	await furnishDemo(house, demo, stop.signal);
	await furnishDemo(house, demo, new AbortController().signal);

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
	// What a visitor removes stays removed.
	await customer.send('DELETE', `/api/devices/${items[0]?.id}`, {});
	await furnishDemo(house, kept, new AbortController().signal);
	expect(((await (await customer.get('/api/devices')).json()) as { items: [] }).items).toHaveLength(2);
});
