import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepDemo } from '../accounts/demo.ts';
import { jpeg } from '../testing/images.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { furnishDemo } from './furnish.ts';
import { keepCamerasOnline } from './presence.ts';

let server: TestServer;
beforeAll(async () => {
	vi.stubEnv('TZ', 'Asia/Tashkent');
	server = await startServer();
});
afterAll(async () => {
	vi.unstubAllEnvs();
	await server.stop();
});

test('the demo account gets three cameras and their day, however often it is stopped', {
	timeout: 300_000,
}, async () => {
	const { services } = server;
	const customer = await server.customer();
	const demo = { email: customer.email, password: customer.password, furnished: false, cameras: [] };
	await keepDemo(services.settings.dataDir, demo);

	const inTwoWeeks = new Date(Date.now() + 14 * 24 * 3_600_000);
	const stop = new AbortController();
	let drawn = 0;
	const draw = async () => {
		if (++drawn === 5) stop.abort();
		return jpeg();
	};
	await furnishDemo(services, demo, server.smtpPort, stop.signal, draw);
	expect(drawn).toBe(5);
	await furnishDemo(services, demo, server.smtpPort, new AbortController().signal, draw);

	const { items } = (await (await customer.get('/api/devices')).json()) as {
		items: { id: string; desc: string; last_image_path: string | null }[];
	};
	expect(items.map(({ desc }) => desc)).toEqual(['Driveway', 'Garden', 'Front porch']);
	expect(items.every((device) => device.last_image_path)).toBe(true);
	const { rows } = await services.database.db.execute(sql`
		select count(*)::int as captures, min(captured_at) > now() - interval '25 hours' as recent
		from captures c join devices d on d.id = c."deviceId" where d._owner = ${customer.uid}`);
	expect(rows).toEqual([{ captures: 17, recent: true }]);

	const kept = JSON.parse(await readFile(join(services.settings.dataDir, 'demo.json'), 'utf8'));
	expect(kept).toEqual({ ...demo, furnished: true, cameras: items.map(({ id }) => id) });

	// While the server runs its cameras are online, however long ago they sent something.
	const quiet = sql`update devices set last_seen_at = now() - interval '1 hour' where _owner = ${customer.uid}`;
	await services.database.db.execute(quiet);
	const running = new AbortController();
	const present = keepCamerasOnline(services.database.db, kept, services.log, running.signal);
	await expect
		.poll(
			async () =>
				(
					await services.database.db.execute(sql`
			select count(*)::int as online from devices
			where _owner = ${customer.uid} and last_seen_at > now() - interval '1 minute'`)
				).rows,
		)
		.toEqual([{ online: 3 }]);
	running.abort();
	await present;

	const { rows: ran } = await services.database.db.execute(sql`
		select "_triggerType" as trigger, count(*)::int as runs from automation_runs
		where _owner = ${customer.uid} group by 1 order by 1`);
	expect(ran).toEqual([
		{ trigger: 'capture', runs: 29 },
		{ trigger: 'email', runs: 1 },
		{ trigger: 'schedule', runs: 1 },
	]);
	const { rows: mails } = await services.database.db.execute(sql`
		select trigger_text as text from automation_runs where _owner = ${customer.uid} and "_triggerType" = 'email'`);
	const due = inTwoWeeks.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
	expect(mails[0]?.text).toContain(`It is due on ${due}.`);
	// Its times are those that the cameras print on the pictures: 19:00 in Tashkent.
	const { rows: reminders } = await services.database.db.execute(sql`
		select (_timestamp at time zone 'UTC')::time::text as at, "_schedule", _zone, "_utcOffset"
		from automation_runs r join automations a on a.id = r."_automationId"
		where r._owner = ${customer.uid} and r."_triggerType" = 'schedule'`);
	const zone = { _zone: 'Asia/Tashkent', _utcOffset: 300 };
	expect(reminders).toEqual([{ at: '14:00:00', _schedule: ['14:00'], ...zone }]);
	expect(await (await customer.get('/api/automations')).json()).toMatchObject({ items: { length: 7 } });

	// What a visitor removes stays removed.
	const { items: automations } = (await (await customer.get('/api/automations')).json()) as {
		items: { id: string }[];
	};
	for (const { id } of automations) await customer.send('DELETE', `/api/automations/${id}`, {});
	await customer.send('DELETE', `/api/devices/${items[0]?.id}`, {});
	await furnishDemo(services, kept, server.smtpPort, new AbortController().signal, draw);
	expect(((await (await customer.get('/api/devices')).json()) as { items: [] }).items).toHaveLength(2);
});
