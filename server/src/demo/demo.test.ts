import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepDemo } from '../accounts/demo.ts';
import { addDevice } from '../devices/pairing.ts';
import { devices } from '../devices/tables.ts';
import { addAutomation } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { furnishDemo } from './furnish.ts';
import { keepCamerasAlive, sendPictures } from './presence.ts';

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
	// Whoever looks before it is full sees which cameras are not the owner's own.
	expect(services.freeDevices.size).toBe(3);
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
	let asked = 0;
	const present = keepCamerasAlive(services, kept, () => ++asked < 0, running.signal, draw);
	await waitFor('nobody looks, twice', async () => asked > 1);
	const { rows: online } = await services.database.db.execute(sql`
		select count(*)::int as online from devices
		where _owner = ${customer.uid} and last_seen_at > now() - interval '1 minute'`);
	expect(online).toEqual([{ online: 3 }]);
	running.abort();
	await present;
	expect(await capturesOf(customer.uid)).toHaveLength(17);

	const { rows: ran } = await services.database.db.execute(sql`
		select "_triggerType" as trigger, count(*)::int as runs from automation_runs
		where _owner = ${customer.uid} group by 1 order by 1`);
	expect(ran).toEqual([
		{ trigger: 'capture', runs: 29 },
		{ trigger: 'email', runs: 1 },
		{ trigger: 'schedule', runs: 1 },
	]);
	const text = await waitFor('the mail to be read', async () => {
		const { rows } = await services.database.db.execute<{ text: string | null }>(sql`
			select trigger_text as text from automation_runs where _owner = ${customer.uid} and "_triggerType" = 'email'`);
		return rows[0]?.text;
	});
	const due = inTwoWeeks.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
	expect(text).toContain(`It is due on ${due}.`);
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

test('while somebody looks, each camera sends a picture a minute, and what decides about it is free', async () => {
	const { services } = server;
	const { db } = services.database;
	const customer = await server.customer();
	const cameras: string[] = [];
	for (const name of ['Driveway', 'Garden', 'Front porch'])
		cameras.push((await addDevice(db, customer.uid, name)).deviceId);
	const watching = { _triggerType: 'capture', trigger_device_deviceID: cameras[0] } as const;
	const automations: string[] = [];
	for (let n = 0; n < 3; n++) automations.push(await addAutomation(server, customer.uid, watching));
	const demo = { email: customer.email, password: '', furnished: true, cameras };
	const draw = () => jpeg();
	const stop = new AbortController();
	const alive = keepCamerasAlive(services, demo, (uid) => server.hub.isWatched(uid), stop.signal, draw);

	const tab = await customer.get('/api/events');
	await waitFor('a picture of each camera', async () => {
		const sent = await capturesOf(customer.uid);
		return new Set(sent.map(({ deviceId }) => deviceId)).size === 3;
	});
	await tab.body?.cancel();
	stop.abort();
	await alive;
	// It has no credits, and only two automations of a camera are free otherwise.
	for (const id of automations)
		expect((await endedRuns(server, id, 1))[0]).toMatchObject({ _status: 'succeeded', credits: 0 });

	const at = new Date(Date.now() - 5 * 60_000);
	const before = (await capturesOf(customer.uid)).length;
	await sendPictures(services, demo, customer.uid, at, draw);
	await sendPictures(services, demo, customer.uid, at, draw);
	expect(await capturesOf(customer.uid)).toHaveLength(before + 3);
	const closed = { capture_window_start: '00:00', capture_window_end: '00:00', _zone: 'UTC' };
	await db.update(devices).set(closed).where(eq(devices._owner, customer.uid));
	await sendPictures(services, demo, customer.uid, new Date(at.getTime() - 60_000), draw);
	expect(await capturesOf(customer.uid)).toHaveLength(before + 3);
});

async function capturesOf(uid: string) {
	const { rows } = await server.services.database.db.execute<{ deviceId: string }>(sql`
		select c."deviceId" from captures c join devices d on d.id = c."deviceId" where d._owner = ${uid}`);
	return rows;
}
