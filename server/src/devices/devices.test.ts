import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Device } from '@watchword/contract/device';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { qrSvg } from '../accounts/qr-code.ts';
import { StorageFailure } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { capturesOfRuns } from '../runs/retention.ts';
import { addCamera } from '../testing/automation.ts';
import { drawing, jpeg, phoneJpeg } from '../testing/images.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { slowJpeg } from '../testing/slow-jpeg.ts';
import { waitFor } from '../testing/wait.ts';
import { pruneCaptures } from './captures.ts';
import { startPairing } from './pairing.ts';
import { captures, devices, pairings } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;
type DeviceDocument = {
	id: string;
	last_image_path: string | null;
	last_image_problem: string | null;
	automations: string[];
};

async function pair(customer: Customer, desc = 'Front gate') {
	const { code } = (await (await customer.post('/api/devices/pairings')).json()) as { code: string };
	const claimed = await server.visitor().post('/api/devices/claim', { code, desc });
	return (await claimed.json()) as { deviceId: string; deviceKey: string };
}

function capture(deviceKey: string, bytes: Buffer, headers: Record<string, string> = {}) {
	return fetch(`${server.url}/api/captures`, {
		method: 'POST',
		body: new Uint8Array(bytes),
		headers: { authorization: `Bearer ${deviceKey}`, ...headers },
	});
}

const device = async (customer: Customer, id: string) =>
	(await (await customer.get(`/api/devices/${id}`)).json()) as DeviceDocument;

/** Waits until the device's document says what is waited for; every change is told as a live event, this asks instead. */
async function deviceUntil(customer: Customer, id: string, ready: (device: DeviceDocument) => boolean) {
	let found: DeviceDocument | undefined;
	const isReady = async () => {
		found = await device(customer, id);
		return ready(found) && found;
	};
	return waitFor(`device ${id} to change`, isReady, { seen: () => found });
}

type Windows = Record<`${'capture' | 'light'}_window_${'start' | 'end'}`, string>;

const WINDOWS: Windows = {
	capture_window_start: '22:00',
	capture_window_end: '05:30',
	light_window_start: '18:00',
	light_window_end: '06:00',
};

test('a device reads its own settings with its key, and nobody without', async () => {
	const customer = await server.customer();
	const { deviceId, deviceKey } = await pair(customer);
	await customer.send('PUT', `/api/devices/${deviceId}`, { desc: 'Back gate', ...WINDOWS });
	const ask = (key: string) =>
		fetch(`${server.url}/api/captures/settings`, { headers: { authorization: `Bearer ${key}` } });
	const answer = await ask(deviceKey);
	expect(answer.headers.get('cache-control')).toBe('no-store');
	expect(await answer.json()).toEqual({
		desc: 'Back gate',
		...WINDOWS,
		_zone: 'UTC',
		_utcOffset: 0,
		burst: 1,
		serverTime: expect.any(String),
	});
	expect(await refusal(await ask('wwk_wrong'))).toBe('401 unauthenticated');
	await customer.send('DELETE', `/api/devices/${deviceId}`, {});
	expect(await refusal(await ask(deviceKey))).toBe('401 unauthenticated');
});

describe('pairing', () => {
	test('the code to scan leads to the camera page, through the page that makes phones trust the server', async () => {
		const { uid } = await server.customer();
		const [publicUrl, trustPage] = ['https://10.1.2.3:8080', 'http://10.1.2.3:8081'];
		const scanned = async (page: string | null) => {
			const { code, qrSvg: drawn } = await startPairing(server.services.database.db, uid, {
				publicUrl,
				trustPage: page,
			});
			return { path: `/camera?code=${code}`, drawn };
		};
		const direct = await scanned(null);
		expect(direct.drawn).toBe(await qrSvg(publicUrl + direct.path, 1));
		const through = await scanned(trustPage);
		expect(through.drawn).toBe(await qrSvg(`${trustPage}/?to=${encodeURIComponent(through.path)}`, 1));
	});

	test('a code makes one device, whose key is kept only as a hash', async () => {
		const customer = await server.customer();
		const pairing = (await (await customer.post('/api/devices/pairings')).json()) as Record<string, string>;
		expect(pairing.code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
		expect(pairing.url).toBe(`${server.url}/camera?code=${pairing.code}`);
		expect(pairing.qrSvg).toContain('<svg');
		const minutes = (Date.parse(pairing.expiresAt ?? '') - Date.now()) / 60_000;
		expect(Math.round(minutes)).toBe(10);

		const typed = ` ${pairing.code?.slice(0, 4).toLowerCase()}-${pairing.code?.slice(4)} `;
		const claimed = await server.visitor().post('/api/devices/claim', { code: typed });
		const { deviceId, deviceKey } = (await claimed.json()) as { deviceId: string; deviceKey: string };
		expect(await (await customer.get('/api/devices')).json()).toMatchObject({
			items: [{ id: deviceId, desc: '' }],
		});
		const [row] = await server.services.database.db.select().from(devices).where(eq(devices.id, deviceId));
		expect(JSON.stringify(row)).not.toContain(deviceKey);

		const again = await server.visitor().post('/api/devices/claim', { code: pairing.code });
		expect(await refusal(again)).toBe('400 invalid-pairing-code');
	});

	test('a new device keeps the hours of its account, else of the browser it was asked for in', async () => {
		const windowsOf = async (zone: string | null, browser?: string) => {
			const customer = await server.customer();
			const account = { name: 'Robin', zone, mail_failures: true, mail_credits: true };
			await customer.send('PUT', '/api/users/me', account);
			const asked = await customer.post('/api/devices/pairings', browser ? { zone: browser } : {});
			const { code } = (await asked.json()) as { code: string };
			await server.visitor().post('/api/devices/claim', { code });
			const { items } = (await (await customer.get('/api/devices')).json()) as { items: Device[] };
			const [found] = items;
			return [
				`${found?.capture_window_start}-${found?.capture_window_end}`,
				`${found?.light_window_start}-${found?.light_window_end}`,
				`${found?._zone} ${found?._utcOffset}`,
			];
		};
		// Brisbane, Phoenix and Kolkata know no summer time.
		expect(await windowsOf('Australia/Brisbane', 'Asia/Kolkata')).toEqual([
			'14:00-13:59',
			'08:00-20:00',
			'Australia/Brisbane 600',
		]);
		expect(await windowsOf(null, 'Asia/Kolkata')).toEqual(['18:30-18:29', '12:30-00:30', 'Asia/Kolkata 330']);
		expect(await windowsOf('America/Phoenix')).toEqual([
			'07:00-06:59',
			'01:00-13:00',
			'America/Phoenix -420',
		]);
		expect(await windowsOf(null)).toEqual(['00:00-23:59', '18:00-06:00', 'UTC 0']);
		const customer = await server.customer();
		expect(await refusal(await customer.post('/api/devices/pairings', { zone: 'Mars/Olympus' }))).toBe(
			'400 invalid-argument',
		);
	});

	test('many cameras with one code at once: one gets it', async () => {
		const customer = await server.customer();
		const { code } = (await (await customer.post('/api/devices/pairings')).json()) as { code: string };
		const claims = await Promise.all(
			Array.from({ length: 5 }, () => server.visitor().post('/api/devices/claim', { code })),
		);
		expect(claims.filter((claim) => claim.ok)).toHaveLength(1);
	});

	test('a code runs out, and a new one replaces it', async () => {
		const customer = await server.customer();
		const ask = async () =>
			((await (await customer.post('/api/devices/pairings')).json()) as { code: string }).code;
		const [first, second] = [await ask(), await ask()];
		expect(await refusal(await server.visitor().post('/api/devices/claim', { code: first }))).toBe(
			'400 invalid-pairing-code',
		);
		await server.services.database.db
			.update(pairings)
			.set({ expires_at: sql`now() - interval '1 second'` })
			.where(eq(pairings.code, second));
		expect(await refusal(await server.visitor().post('/api/devices/claim', { code: second }))).toBe(
			'400 invalid-pairing-code',
		);
	});

	test('guessing codes is limited', async () => {
		const guessed = await startServer();
		const guess = () => guessed.visitor().post('/api/devices/claim', { code: 'AAAA2222' });
		for (let n = 0; n < 20; n++) expect((await guess()).status).toBe(400);
		expect(await refusal(await guess())).toBe('429 resource-exhausted');
		await guessed.stop();
	});
});

describe('a capture', () => {
	test('is stored, shown on the device, made small, and answered with the settings', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		const answer = await capture(deviceKey, await jpeg(), { 'content-type': 'image/jpeg' });
		expect(answer.status).toBe(202);
		const body = (await answer.json()) as { captureId: string; settings: Record<string, string> };
		expect(body).toMatchObject({
			repeated: false,
			settings: { desc: 'Front gate', capture_window_start: '00:00', capture_window_end: '23:59' },
		});
		expect(Math.abs(Date.parse(body.settings.serverTime ?? '') - Date.now())).toBeLessThan(60_000);
		const { last_image_path } = await device(customer, deviceId);
		expect(last_image_path).toBe(`users/${customer.uid}/devices/${deviceId}/captures/${body.captureId}.jpg`);

		await waitFor('the small version of the capture', async () => {
			const list = (await (await customer.get(`/api/devices/${deviceId}/captures`)).json()) as {
				items: { thumb_path: string | null }[];
			};
			expect(list.items).toMatchObject([{ id: body.captureId, image_path: last_image_path, problem: null }]);
			return list.items[0]?.thumb_path;
		});
	});

	test('sent again under the same X-Capture-Id is accepted and ignored, also at the same moment', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		const send = async () => capture(deviceKey, await jpeg(), { 'x-capture-id': 'shot-1' });
		const answers = await Promise.all([send(), send(), send()]);
		answers.push(await send());
		const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as {
			captureId: string;
			repeated: boolean;
		}[];
		expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202, 202]);
		expect(new Set(bodies.map((body) => body.captureId)).size).toBe(1);
		expect(bodies.filter((body) => !body.repeated)).toHaveLength(1);
		const { db } = server.services.database;
		expect(await db.select().from(captures).where(eq(captures.deviceId, deviceId))).toHaveLength(1);
		// The picture of the first one stays, and of the others nothing does.
		const stored = await readdir(join(server.services.settings.dataDir, 'objects', 'users', customer.uid), {
			recursive: true,
		});
		const originals = stored.filter((path) => /captures\/\w+\.jpg$/.test(path));
		expect(originals).toEqual([expect.stringContaining(`${bodies[0]?.captureId}.jpg`)]);
	});

	test('from a phone is turned upright and loses the place it was taken at before anyone sees it', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		expect((await capture(deviceKey, await phoneJpeg())).status).toBe(202);
		const { last_image_path } = await deviceUntil(
			customer,
			deviceId,
			(found) => found.last_image_path !== null,
		);
		expect(last_image_path).toMatch(/\.clean\.jpg$/);
		const bytes = await download(customer, String(last_image_path));
		const { width, height, exif, orientation } = await sharp(bytes).metadata();
		expect([width, height, exif, orientation]).toEqual([200, 400, undefined, undefined]);
		const original = String(last_image_path).replace('.clean.jpg', '.jpg');
		expect((await customer.get(metadataPath(original))).status).toBe(404);
		expect((await server.services.objects.read(original))?.includes('Phone')).toBe(false);
	});

	test('whose pixels turn out to be broken says so where it would have been shown', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		const broken = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123' } })
			.png()
			.toBuffer();
		broken.fill(0x55, broken.indexOf('IDAT') + 4, broken.length - 16);
		expect((await capture(deviceKey, broken)).status).toBe(202);
		const found = await deviceUntil(
			customer,
			deviceId,
			({ last_image_problem }) => last_image_problem !== null,
		);
		expect(found).toMatchObject({ last_image_path: null, last_image_problem: 'broken' });
	});

	test('that shows nothing is on the card with what is wrong, until one shows something again', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		const black = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#000' } })
			.jpeg()
			.toBuffer();
		await capture(deviceKey, black);
		const covered = await deviceUntil(customer, deviceId, (found) => found.last_image_problem === 'dark');
		expect(covered.last_image_path).toMatch(/\.jpg$/);
		const list = await (await customer.get(`/api/devices/${deviceId}/captures`)).json();
		expect(list).toMatchObject({ items: [{ problem: 'dark', image_path: covered.last_image_path }] });
		await capture(deviceKey, black);
		expect((await device(customer, deviceId)).last_image_problem).toBe('dark');
		await capture(deviceKey, await jpeg());
		await deviceUntil(customer, deviceId, (found) => found.last_image_problem === null);
	});

	test('followed by other bytes is taken and cut at its end, as a phone with motion photos sends it', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		const picture = await jpeg();
		const answer = await capture(
			deviceKey,
			Buffer.concat([picture, Buffer.from('\r\nftypmp42 a short film')]),
		);
		expect(answer.status).toBe(202);
		const { last_image_path } = await device(customer, deviceId);
		expect((await download(customer, String(last_image_path))).equals(picture)).toBe(true);
	});

	test('is kept without the place and time it came with', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		const told = await drawing()
			.withExif({ IFD0: { Copyright: 'the Example family' }, IFD3: { GPSLatitudeRef: 'N' } })
			.jpeg()
			.toBuffer();
		expect(told.includes('the Example family')).toBe(true);
		await capture(deviceKey, told);
		const { last_image_path } = await device(customer, deviceId);
		expect(last_image_path).toMatch(/captures\/[a-z2-7]+\.jpg$/);
		const kept = await download(customer, String(last_image_path));
		expect(kept.includes('the Example family')).toBe(false);
		expect((await sharp(kept).metadata()).exif).toBe(undefined);
	});

	test('that comes late does not replace a newer picture', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		const ago = (minutes: number) => ({
			'x-captured-at': new Date(Date.now() - minutes * 60_000).toISOString(),
		});
		await capture(deviceKey, await jpeg(), ago(1));
		const { last_image_path } = await device(customer, deviceId);
		await capture(deviceKey, await jpeg(), ago(5));
		expect((await device(customer, deviceId)).last_image_path).toBe(last_image_path);
	});

	test.each([
		['nothing', async () => Buffer.alloc(0), '400 invalid-image'],
		['text', async () => Buffer.from('hello'), '400 invalid-image'],
		['a picture in hundreds of scans', async () => slowJpeg(4000, 297), '400 invalid-image'],
		['a cut off picture', async () => (await jpeg()).subarray(0, 300), '400 invalid-image'],
		['11 MB', async () => Buffer.alloc(11 * 1024 * 1024, 1), '413 payload-too-large'],
	])('of %s is refused and leaves nothing', async (_what, bytes, expected) => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		expect(await refusal(await capture(deviceKey, await bytes()))).toBe(expected);
		const { db } = server.services.database;
		expect(await db.select().from(captures).where(eq(captures.deviceId, deviceId))).toEqual([]);
		const folder = join(server.services.settings.dataDir, 'objects', 'users', customer.uid);
		expect(await readdir(folder).catch(() => [])).toEqual([]);
	});

	test.each([
		{ 'x-capture-id': 'has space' },
		{ 'x-capture-id': 'x'.repeat(101) },
		{ 'x-captured-at': 'yesterday' },
	])('with the bad header %j is refused with a reason', async (headers) => {
		const { deviceKey } = await pair(await server.customer());
		expect(await refusal(await capture(deviceKey, await jpeg(), headers))).toBe('400 invalid-argument');
	});

	test('that finds a storage that refuses it is refused for now', async () => {
		const { deviceKey } = await pair(await server.customer());
		const { objects } = server.services;
		const { put } = objects;
		objects.put = async () => {
			throw new StorageFailure(new Error('The specified bucket does not exist'));
		};
		const refused = await capture(deviceKey, await jpeg());
		objects.put = put;
		expect(await refusal(refused)).toBe('503 unavailable');
	});

	test('that finds the disk full is refused for now, and taken whole when there is room again', async () => {
		const { deviceId, deviceKey } = await pair(await server.customer());
		const { objects } = server.services;
		const { put } = objects;
		objects.put = async () => {
			throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
		};
		const refused = await capture(deviceKey, await jpeg(), { 'x-capture-id': 'once' });
		objects.put = put;
		expect(await refused.json()).toEqual({
			error: {
				code: 'unavailable',
				message: 'The storage is full. Nothing was stored; please try again later.',
			},
		});
		const { db } = server.services.database;
		expect(await db.select().from(captures).where(eq(captures.deviceId, deviceId))).toEqual([]);
		const again = await capture(deviceKey, await jpeg(), { 'x-capture-id': 'once' });
		expect(await again.json()).toMatchObject({ repeated: false });
	});

	test('needs the key of a device, and that of this moment', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		for (const key of ['', 'wrong', `${deviceKey}x`, deviceId]) {
			expect(await refusal(await capture(key, await jpeg()))).toBe('401 unauthenticated');
		}
		await customer.confirm();
		const replaced = (await (await customer.post(`/api/devices/${deviceId}/key`)).json()) as {
			deviceKey: string;
		};
		expect(await refusal(await capture(deviceKey, await jpeg()))).toBe('401 unauthenticated');
		expect((await capture(replaced.deviceKey, await jpeg())).status).toBe(202);
		await customer.send('DELETE', `/api/devices/${deviceId}`, {});
		expect(await refusal(await capture(replaced.deviceKey, await jpeg()))).toBe('401 unauthenticated');
	});
});

describe('editing', () => {
	test('saves description and windows, also across midnight', async () => {
		const customer = await server.customer();
		const { deviceId } = await pair(customer);
		const answer = await customer.send('PUT', `/api/devices/${deviceId}`, { desc: 'Yard', ...WINDOWS });
		expect(answer.status).toBe(200);
		expect(await device(customer, deviceId)).toMatchObject({ desc: 'Yard', ...WINDOWS });
	});

	test('saves the zone and the offset of the windows, which the camera gets; left out, they stay', async () => {
		const customer = await server.customer();
		const { deviceId, deviceKey } = await pair(customer);
		const winter = { _zone: 'America/New_York', _utcOffset: -300 };
		await customer.send('PUT', `/api/devices/${deviceId}`, { desc: '', ...WINDOWS, ...winter });
		await customer.send('PUT', `/api/devices/${deviceId}`, { desc: 'Yard', ...WINDOWS });
		expect(await device(customer, deviceId)).toMatchObject({ desc: 'Yard', ...WINDOWS, ...winter });
		const { settings } = (await (await capture(deviceKey, await jpeg())).json()) as { settings: object };
		expect(settings).toMatchObject({ ...WINDOWS, ...winter });
	});

	test.each([
		[{ capture_window_end: '22:00' }, 'Capture window start cannot be the same as capture window end.'],
		[{ light_window_end: '18:00' }, 'Flashlight window start cannot be the same as capture window end.'],
		[{ capture_window_start: '24:00' }, 'capture_window_start: must be a time such as 07:30'],
		[{ capture_window_start: '7:30' }, 'capture_window_start: must be a time such as 07:30'],
		[{ _zone: 'Mars/Olympus' }, '_zone: must be a time zone such as Europe/Berlin'],
		[{ _utcOffset: 900 }, '_utcOffset: '],
		[{ desc: 'x'.repeat(201) }, 'desc: '],
		[{ desc: 'Yard\nBcc: a@example.com' }, 'desc: must be one line'],
		[{ last_image_path: 'x' }, 'Unrecognized key'],
	])('refuses %j', async (change, reason) => {
		const customer = await server.customer();
		const { deviceId } = await pair(customer);
		const before = await device(customer, deviceId);
		const answer = await customer.send('PUT', `/api/devices/${deviceId}`, {
			desc: 'Yard',
			...WINDOWS,
			...change,
		});
		expect(answer.status).toBe(400);
		expect(((await answer.json()) as { error: { message: string } }).error.message).toContain(reason);
		expect(await device(customer, deviceId)).toEqual(before);
	});
});

describe('removing', () => {
	test('makes every address of its pictures useless that was given away', async () => {
		const customer = await server.customer();
		const { deviceId, send } = await addCamera(server, customer.uid);
		await send(await jpeg());
		const { items } = (await (await customer.get(`/api/devices/${deviceId}/captures`)).json()) as {
			items: { image_path: string }[];
		};
		const address = `/v0/b/watchword/o/${encodeURIComponent(String(items[0]?.image_path))}`;
		const token = async () =>
			((await (await customer.get(address)).json()) as { downloadTokens: string }).downloadTokens;
		const open = async (with_: string) =>
			(await server.visitor().get(`${address}?alt=media&token=${with_}`)).status;
		const given = await token();
		expect(await open(given)).toBe(200);
		await customer.send('DELETE', `/api/devices/${deviceId}`, {});
		expect(await open(given)).toBe(403);
		// The owner still sees it in the runs that used it.
		expect(await open(await token())).toBe(200);
	});

	test('is refused while automations watch the device', async () => {
		const customer = await server.customer();
		const { deviceId } = await pair(customer);
		const id = newId();
		await server.services.database.db.execute(sql`
			insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited, "_limitSchedule",
				"trigger_device_deviceID", trigger_device_type, action_prompt)
			values (${id}, 'Watch', ${customer.uid}, 'capture', '{12:00}', 'save', false, '{12:00}',
				${deviceId}, 'conditional', 'a person')`);
		const refused = await customer.send('DELETE', `/api/devices/${deviceId}`, {});
		expect(await refused.json()).toEqual({
			error: {
				code: 'device-has-automations',
				message: 'Please remove associated automations before removing this device.',
			},
		});
		await server.services.database.db.execute(sql`update automations set _deleted = true where id = ${id}`);
		expect((await customer.send('DELETE', `/api/devices/${deviceId}`, {})).status).toBe(200);
		expect(await (await customer.get('/api/devices')).json()).toEqual({ items: [], next: null });
		expect(await (await customer.get('/api/users/me')).json()).toMatchObject({ details: { devices: [] } });
		const gone = await customer.send('DELETE', `/api/devices/${deviceId}`, {});
		expect(await gone.json()).toEqual({ error: { code: 'not-found', message: 'Device not found.' } });
	});
});

test('a stranger can neither read, change, remove nor take over a device', async () => {
	const owner = await server.customer();
	const { deviceId } = await pair(owner);
	const stranger = await server.customer();
	const path = `/api/devices/${deviceId}`;
	await stranger.confirm();
	expect(await refusal(await stranger.get(path))).toBe('404 not-found');
	expect(await refusal(await stranger.send('PUT', path, { desc: 'mine', ...WINDOWS }))).toBe('404 not-found');
	expect(await refusal(await stranger.send('DELETE', path, {}))).toBe('404 not-found');
	expect(await refusal(await stranger.post(`${path}/key`))).toBe('404 not-found');
	expect(await (await stranger.get(`${path}/captures`)).json()).toEqual({ items: [], next: null });
});

test('old captures are pruned with their files; the one on the card stays', async () => {
	const customer = await server.customer();
	const { deviceId, deviceKey } = await pair(customer);
	for (let n = 3; n > 0; n--) {
		await capture(deviceKey, await jpeg(), {
			'x-captured-at': new Date(Date.now() - n * 60_000).toISOString(),
		});
	}
	const { db } = server.services.database;
	await db
		.update(captures)
		.set({ received_at: sql`now() - interval '31 days'` })
		.where(eq(captures.deviceId, deviceId));
	await pruneCaptures(db, server.services.objects, 30, capturesOfRuns);
	const left = await db.select().from(captures).where(eq(captures.deviceId, deviceId));
	expect(left).toHaveLength(1);
	const { last_image_path } = await device(customer, deviceId);
	expect(left[0]?.image_path).toBe(last_image_path);
	expect((await download(customer, String(last_image_path))).length).toBeGreaterThan(0);
});

test('captures page by a cursor, and a made-up one is refused', async () => {
	const customer = await server.customer();
	const { deviceId, deviceKey } = await pair(customer);
	const picture = await jpeg(16, 16);
	for (let n = 0; n < 35; n++) {
		await capture(deviceKey, picture, { 'x-captured-at': new Date(Date.now() - n * 1000).toISOString() });
	}
	type Page = { items: { id: string; captured_at: string }[]; next: string | null };
	const page = async (cursor = '') =>
		(await (
			await customer.get(`/api/devices/${deviceId}/captures${cursor && `?cursor=${cursor}`}`)
		).json()) as Page;
	const first = await page();
	const second = await page(first.next ?? '');
	expect([first.items.length, second.items.length, second.next]).toEqual([30, 5, null]);
	const times = [...first.items, ...second.items].map((item) => item.captured_at);
	expect(times).toEqual([...times].sort().reverse());
	expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(35);
	expect(await refusal(await customer.get(`/api/devices/${deviceId}/captures?cursor=x`))).toBe(
		'400 invalid-argument',
	);
});

const metadataPath = (path: string) => `/v0/b/watchword/o/${encodeURIComponent(path)}`;

async function download(customer: Customer, path: string): Promise<Buffer> {
	const metadata = (await (await customer.get(metadataPath(path))).json()) as { downloadTokens: string };
	const bytes = await fetch(`${server.url}${metadataPath(path)}?alt=media&token=${metadata.downloadTokens}`);
	return Buffer.from(await bytes.arrayBuffer());
}
