import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disableAccount } from '../accounts/standing.ts';
import { users } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import { captures, devices } from '../devices/tables.ts';
import { addCamera } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { findSilence } from './silence.ts';

let server: TestServer;
beforeAll(async () => {
	// These tests use their own clock, so the server runs no scheduler.
	server = await startServer({ env: { ROLES: 'api,worker' } });
});
afterAll(() => server.stop());

const db = () => server.services.database.db;
const NOON = new Date('2031-06-15T12:00:00Z');
const minutes = (n: number) => new Date(NOON.getTime() + n * 60_000);
const LONG_AGO = minutes(-24 * 60);

const look = (now: Date, upSince = LONG_AGO) =>
	findSilence({ db: db(), queue: server.services.queue, publicUrl: server.url }, upSince, now);

/** A camera that last sent something at noon, and works from 08:00 to 18:00. */
async function camera(uid: string, fields: Partial<typeof devices.$inferInsert> = {}): Promise<string> {
	const { deviceId } = await addCamera(server, uid);
	const seen = { last_seen_at: NOON, last_captured_at: NOON };
	const window = { capture_window_start: '08:00', capture_window_end: '18:00' };
	await db()
		.update(devices)
		.set({ ...seen, ...window, ...fields })
		.where(eq(devices.id, deviceId));
	return deviceId;
}

async function sends(deviceId: string, at: Date): Promise<void> {
	const one = { id: newId(), capture_key: newId(), captured_at: at, received_at: at, original_path: 'x' };
	await db()
		.insert(captures)
		.values({ deviceId, ...one });
	await db().update(devices).set({ last_seen_at: at }).where(eq(devices.id, deviceId));
}

const toldAt = async (deviceId: string) =>
	(await db().select().from(devices).where(eq(devices.id, deviceId)))[0]?.silence_told_at ?? null;

const subjects = async (to: string, count: number) =>
	(await server.rawMails(to, count)).map((raw) => /^subject: (.*)\r$/im.exec(raw)?.[1]);

test('the owner is notified once that a camera is silent, and once that it is back', async () => {
	const { uid, email } = await server.customer();
	const id = await camera(uid);
	await look(minutes(15));
	expect(await toldAt(id)).toBeNull();
	// Several processes look at once, and go on looking.
	await Promise.all(Array.from({ length: 5 }, () => look(minutes(16))));
	await look(minutes(17));
	await look(minutes(300));
	const [text = ''] = await server.mails(email, 1);
	expect(text).toContain(
		'"Front gate" has not been heard of since 15 Jun 12:00, although its capture window is open.',
	);

	// It speaks, but sends no picture yet.
	await db()
		.update(devices)
		.set({ last_seen_at: minutes(301) })
		.where(eq(devices.id, id));
	await look(minutes(302));
	expect(await toldAt(id)).toEqual(minutes(16));
	await sends(id, minutes(303));
	await Promise.all(Array.from({ length: 5 }, () => look(minutes(304))));
	await look(minutes(305));
	expect(await toldAt(id)).toBeNull();
	expect(await subjects(email, 2)).toEqual(['Front gate is silent', 'Front gate is back']);

	// The next silence is another one.
	await look(minutes(330));
	expect(await subjects(email, 3)).toEqual([
		'Front gate is silent',
		'Front gate is back',
		'Front gate is silent',
	]);
});

test('cameras that fall silent together make one mail', async () => {
	const { uid, email } = await server.customer();
	await camera(uid);
	await camera(uid, { desc: 'Garden' });
	await look(minutes(20));
	const [text = ''] = await server.mails(email, 1);
	expect(text).toMatch(/"Front gate" has.*\n\n"Garden" has/);
	expect(await subjects(email, 1)).toEqual(['2 cameras are silent']);
});

test('no mail about a camera outside its hours, removed or never used, or if the account wants none', async () => {
	const { uid } = await server.customer();
	const [deaf, barred] = [await server.customer(), await server.customer()];
	await db().update(users).set({ mail_silent: false }).where(eq(users.id, deaf.uid));
	await disableAccount(db(), barred.uid);
	const untold = [
		await camera(uid, { capture_window_start: '18:00', capture_window_end: '23:00' }),
		await camera(uid, { capture_window_start: '12:50', capture_window_end: '18:00' }),
		await camera(uid, { removed_at: NOON }),
		await camera(uid, { last_captured_at: null }),
		await camera(uid, { last_seen_at: null }),
		await camera(deaf.uid),
		await camera(barred.uid),
	];
	const told = await camera(uid);
	await look(minutes(60));
	expect(await Promise.all(untold.map(toldAt))).toEqual(untold.map(() => null));
	expect(await toldAt(told)).toEqual(minutes(60));
});

test('a server that was down waits before it calls a camera silent', async () => {
	const { uid } = await server.customer();
	const id = await camera(uid);
	const up = minutes(120);
	await look(minutes(135), up);
	expect(await toldAt(id)).toBeNull();
	await look(minutes(136), up);
	expect(await toldAt(id)).toEqual(minutes(136));
});

test('an owner who turned these mails off meanwhile gets no more', async () => {
	const { uid, email } = await server.customer();
	const id = await camera(uid);
	await look(minutes(20));
	await server.mails(email, 1);
	await db().update(users).set({ mail_silent: false }).where(eq(users.id, uid));
	await sends(id, minutes(30));
	await look(minutes(31));
	expect(await toldAt(id)).toBeNull();
	await db().update(users).set({ mail_silent: true }).where(eq(users.id, uid));
	await look(minutes(60));
	expect(await subjects(email, 2)).toEqual(['Front gate is silent', 'Front gate is silent']);
});
