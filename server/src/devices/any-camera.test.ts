import type { Capture, CaptureAccepted, Device, DeviceAdded, DeviceHealth } from '@watchword/contract/device';
import { silentMinutes } from '@watchword/contract/silence';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { jpeg, phoneJpeg } from '../testing/images.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { pruneCaptures } from './captures.ts';
import { captures, devices } from './tables.ts';

let server: TestServer;
let picture: Buffer;
const MAX = 20;
beforeAll(async () => {
	server = await startServer({ env: { CAPTURES_PER_DEVICE_HOUR: String(MAX) } });
	picture = await jpeg();
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

async function withCamera() {
	const customer = await server.customer();
	return { customer, camera: await addCamera(server, customer.uid) };
}

const basic = (user: string, password = '') => ({
	authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** As a camera posts a form: the browser's own encoder writes it. */
function post(headers: Record<string, string>, body: FormData | Buffer, query = '') {
	return fetch(`${server.url}/api/captures${query}`, {
		method: 'POST',
		body: body instanceof FormData ? body : new Uint8Array(body),
		headers,
	});
}

function form(...files: Buffer[]): FormData {
	const made = new FormData();
	made.append('camera', 'Front gate');
	for (const [index, bytes] of files.entries())
		made.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${index}.jpg`);
	return made;
}

const capturesOf = async (customer: Customer, id: string) =>
	((await (await customer.get(`/api/devices/${id}/captures`)).json()) as { items: Capture[] }).items;

const deviceOf = async (customer: Customer, id: string) =>
	(await (await customer.get(`/api/devices/${id}`)).json()) as Device;

describe('a camera that cannot set headers', () => {
	test('sends a form, with its key as the user name of basic authentication', async () => {
		const { customer, camera } = await withCamera();
		const answer = await post(basic(camera.deviceKey, 'anything'), form(picture));
		expect(answer.status).toBe(202);
		const [capture] = await capturesOf(customer, camera.deviceId);
		expect(capture).toMatchObject({ frames: [], reason: null, image_path: expect.any(String) });
	});

	test('is asked for its user name where it sends none; a page that sends a wrong key is not', async () => {
		const asked = await post({}, picture);
		expect(await refusal(asked)).toBe('401 unauthenticated');
		expect(asked.headers.get('www-authenticate')).toMatch(/^Basic /);
		expect((await post(basic('wwk_wrong'), picture)).headers.get('www-authenticate')).toMatch(/^Basic /);
		const bearer = await post({ authorization: 'Bearer wwk_wrong' }, picture);
		expect(bearer.headers.get('www-authenticate')).toBe('Bearer');
	});

	test('is refused with a key in the address, and is told why', async () => {
		const { customer, camera } = await withCamera();
		for (const query of [`?key=${camera.deviceKey}`, `?a=${camera.deviceKey}`, '?token=x']) {
			const answer = await post({ authorization: `Bearer ${camera.deviceKey}` }, picture, query);
			expect(await refusal(answer.clone())).toBe('400 invalid-argument');
			expect(await answer.text()).toContain('addresses are written to logs');
		}
		expect(await capturesOf(customer, camera.deviceId)).toEqual([]);
	});

	test('is told what is wrong with a form', async () => {
		const { camera } = await withCamera();
		const key = { authorization: `Bearer ${camera.deviceKey}` };
		const wrong: [FormData | Buffer, string, string?][] = [
			[form(), 'it has no file'],
			[form(picture, picture, picture, picture, picture), 'at most 4 files'],
			[form(picture, Buffer.from('<html>Please log in</html>')), 'not a JPEG, PNG or WebP'],
			[form(Buffer.alloc(0)), 'The image is empty'],
			[picture, 'names no boundary', 'multipart/form-data'],
			[picture, 'it has no file', 'multipart/form-data; boundary=x'],
		];
		for (const [body, why, type] of wrong) {
			const answer = await post({ ...key, ...(type && { 'content-type': type }) }, body);
			expect(answer.status, why).toBe(400);
			expect(await answer.text()).toContain(why);
		}
		const large = await post(key, form(Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)])));
		expect(await refusal(large)).toBe('413 payload-too-large');
	});
});

describe('pictures of one moment', () => {
	test('are one capture with its reason; a repeat is the same; all go when it goes', async () => {
		const { customer, camera } = await withCamera();
		const headers = {
			authorization: `Bearer ${camera.deviceKey}`,
			'X-Capture-Id': 'burst',
			'X-Capture-Reason': 'change',
		};
		const send = () => post(headers, form(picture, picture, picture));
		const first = (await (await send()).json()) as CaptureAccepted;
		expect(await (await send()).json()).toMatchObject({ captureId: first.captureId, repeated: true });
		const [capture, ...others] = await capturesOf(customer, camera.deviceId);
		expect(others).toEqual([]);
		expect(capture).toMatchObject({ reason: 'change' });
		expect(capture?.frames).toHaveLength(2);
		const { db } = server.services.database;
		const paths = [String(capture?.image_path), ...(capture?.frames ?? [])];
		const stranger = await server.customer();
		for (const path of paths) {
			const at = `/v0/b/watchword/o/${encodeURIComponent(path)}?alt=media`;
			expect((await customer.get(at)).status).toBe(200);
			expect(await refusal(await stranger.get(at))).toBe('403 permission-denied');
		}
		// The newest one stays on the card.
		await camera.send(picture);
		await db
			.update(captures)
			.set({ received_at: sql`now() - interval '40 days'` })
			.where(eq(captures.id, first.captureId));
		await pruneCaptures(db, server.services.objects, 30, async () => new Set());
		for (const path of paths) {
			expect(await server.services.objects.read(path)).toBeNull();
			const at = `/v0/b/watchword/o/${encodeURIComponent(path)}?alt=media`;
			expect(await refusal(await customer.get(at))).toBe('404 not-found');
		}
	});

	test('that lie on their side are turned upright, and nobody reads them before that', async () => {
		const { customer, camera } = await withCamera();
		const key = { authorization: `Bearer ${camera.deviceKey}` };
		await post(key, form(picture, await phoneJpeg()));
		const capture = await waitFor('the upright picture', async () => {
			const [found] = await capturesOf(customer, camera.deviceId);
			return found && found.frames.length > 0 && found;
		});
		expect(capture.frames[0]).toMatch(/\.2\.clean\.jpg$/);
		expect(capture.image_path).toMatch(/\/[a-z2-7]{20}\.jpg$/);
	});

	test('a camera learns how many are wanted: the most of its conditional automations', async () => {
		const { customer, camera } = await withCamera();
		const watch = { _triggerType: 'capture', trigger_device_deviceID: camera.deviceId } as const;
		const burst = async () => ((await (await camera.send(picture)).json()) as CaptureAccepted).settings.burst;
		expect(await burst()).toBe(1);
		await addAutomation(server, customer.uid, { ...watch, _burst: 2 });
		await addAutomation(server, customer.uid, { ...watch, _burst: 3 });
		await addAutomation(server, customer.uid, { ...watch, _burst: 4, _paused: true });
		await addAutomation(server, customer.uid, { ...watch, _burst: 4, trigger_device_type: 'continuous' });
		expect(await burst()).toBe(3);
		const settings = await fetch(`${server.url}/api/captures/settings`, {
			headers: basic(camera.deviceKey),
		});
		expect(await settings.json()).toMatchObject({ burst: 3 });
	});

	test('a reason that does not exist is refused', async () => {
		const { camera } = await withCamera();
		expect(await refusal(await camera.send(picture, { 'X-Capture-Reason': 'boredom' }))).toBe(
			'400 invalid-argument',
		);
	});
});

describe('the status of a device', () => {
	const report = (key: string, body: object) =>
		fetch(`${server.url}/api/devices/status`, {
			method: 'POST',
			body: JSON.stringify(body),
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		});

	test('says what is wrong and since when, until it is over', async () => {
		const { customer, camera } = await withCamera();
		const unreachable = { connection: 'rtsp', problem: 'Camera unreachable' };
		expect(await (await report(camera.deviceKey, unreachable)).json()).toMatchObject({ burst: 1 });
		const told = await deviceOf(customer, camera.deviceId);
		expect(told).toMatchObject({ ...unreachable, problem_since: expect.any(String) });
		await report(camera.deviceKey, { connection: 'rtsp', problem: 'The password is wrong' });
		expect(await deviceOf(customer, camera.deviceId)).toMatchObject({
			problem: 'The password is wrong',
			problem_since: told.problem_since,
		});
		await report(camera.deviceKey, { connection: 'rtsp', problem: null });
		expect(await deviceOf(customer, camera.deviceId)).toMatchObject({ problem: null, problem_since: null });
	});

	test('shows that the device is there, unless something is wrong with it', async () => {
		const { customer, camera } = await withCamera();
		const { db } = server.services.database;
		const key = { authorization: `Bearer ${camera.deviceKey}` };
		const isSeen = async (say: () => Promise<Response>) => {
			const longAgo = new Date(Date.now() - 20 * 60_000);
			await db.update(devices).set({ last_seen_at: longAgo }).where(eq(devices.id, camera.deviceId));
			expect((await say()).status).toBe(200);
			return (await deviceOf(customer, camera.deviceId)).last_seen_at !== longAgo.toISOString();
		};
		const fine = { connection: 'rtsp', problem: null };
		const wrong = { connection: 'rtsp', problem: 'Camera unreachable' };
		expect(await isSeen(() => report(camera.deviceKey, fine))).toBe(true);
		expect(await isSeen(() => report(camera.deviceKey, fine))).toBe(true);
		expect(await isSeen(() => report(camera.deviceKey, wrong))).toBe(false);
		expect(await isSeen(() => report(camera.deviceKey, wrong))).toBe(false);
		await report(camera.deviceKey, fine);
		expect(await isSeen(() => fetch(`${server.url}/api/captures/settings`, { headers: key }))).toBe(true);
	});

	test('is one sentence of a known device', async () => {
		const { customer, camera } = await withCamera();
		for (const body of [
			{ connection: 'carrier pigeon', problem: null },
			{ connection: 'rtsp', problem: 'x'.repeat(201) },
			{ connection: 'rtsp', problem: 'two\nlines' },
			{ connection: 'rtsp', problem: '' },
			{ connection: 'rtsp' },
		]) {
			expect(await refusal(await report(camera.deviceKey, body))).toBe('400 invalid-argument');
		}
		const answer = await report('wwk_wrong', { connection: 'rtsp', problem: 'Mine now' });
		expect(await refusal(answer)).toBe('401 unauthenticated');
		expect(await deviceOf(customer, camera.deviceId)).toMatchObject({ connection: null, problem: null });
	});
});

test('a camera that mails and a program are added without a code, and the owner is told by mail', async () => {
	const customer = await server.customer();
	const added = (await (
		await customer.post('/api/devices', { connection: 'program', desc: 'Timelapse' })
	).json()) as DeviceAdded;
	expect(await deviceOf(customer, added.deviceId)).toMatchObject({ last_seen_at: null });
	expect((await post({ authorization: `Bearer ${added.deviceKey}` }, picture)).status).toBe(202);
	expect(await deviceOf(customer, added.deviceId)).toMatchObject({
		last_seen_at: expect.any(String),
		desc: 'Timelapse',
		connection: 'program',
		mail_address: added.mail_address,
	});
	expect((await server.mails(customer.email, 1))[0]).toContain('Timelapse');
	expect(await refusal(await customer.post('/api/devices', { connection: 'rtsp' }))).toBe(
		'400 invalid-argument',
	);
});

test('every device has a mail address that nobody can guess, and gets another one', async () => {
	const { customer, camera } = await withCamera();
	const stranger = await server.customer();
	const { mail_address } = await deviceOf(customer, camera.deviceId);
	expect(mail_address).toMatch(/^[a-z2-7]{24}$/);
	const path = `/api/devices/${camera.deviceId}/mail-address`;
	expect(await refusal(await stranger.post(path))).toBe('404 not-found');
	const replaced = (await (await customer.post(path)).json()) as Device;
	expect(replaced.mail_address).toMatch(/^[a-z2-7]{24}$/);
	expect(replaced.mail_address).not.toBe(mail_address);
	const all = await server.services.database.db.select({ address: devices.mail_address }).from(devices);
	expect(new Set(all.map(({ address }) => address)).size).toBe(all.length);
});

test('the health of the last day counts captures by hour, for the devices of one customer', async () => {
	const { customer, camera } = await withCamera();
	const other = await addCamera(server, customer.uid);
	const ago = (minutes: number) => ({
		'X-Captured-At': new Date(Date.now() - minutes * 60_000).toISOString(),
	});
	for (const minutes of [0, 10, 90, 23 * 60 + 30, 25 * 60]) await camera.send(picture, ago(minutes));
	const { items } = (await (await customer.get('/api/devices/health')).json()) as { items: DeviceHealth[] };
	const hours = Array<number>(24).fill(0);
	expect(items.sort((a, b) => a.id.localeCompare(b.id))).toEqual(
		[
			{
				id: camera.deviceId,
				created_at: expect.any(String),
				captures: hours.with(23, 2).with(22, 1).with(0, 1),
			},
			{ id: other.deviceId, created_at: expect.any(String), captures: hours },
		].sort((a, b) => a.id.localeCompare(b.id)),
	);
});

test('a camera that sends too much is refused for the rest of the hour, and no other one', async () => {
	const { customer, camera } = await withCamera();
	const other = await addCamera(server, customer.uid);
	const send = (key: string) => post({ authorization: `Bearer ${key}` }, picture);
	for (let sent = 0; sent < MAX; sent++) expect((await send(camera.deviceKey)).status).toBe(202);
	const longAgo = new Date(Date.now() - 20 * 60_000);
	await server.services.database.db
		.update(devices)
		.set({ last_seen_at: longAgo })
		.where(eq(devices.id, camera.deviceId));
	const refused = await send(camera.deviceKey);
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
	expect(await refused.json()).toMatchObject({
		error: {
			code: 'resource-exhausted',
			message: `This device has sent ${MAX} captures within an hour, which is the most it may. Please try again in 60 minutes.`,
		},
	});
	expect((await send(other.deviceKey)).status).toBe(202);
	expect(await capturesOf(customer, camera.deviceId)).toHaveLength(MAX);
	const told = await deviceOf(customer, camera.deviceId);
	expect(told.problem).toBe(
		'This camera has sent more than a camera may in an hour. Its pictures have been refused',
	);
	await send(camera.deviceKey);
	expect((await deviceOf(customer, camera.deviceId)).problem_since).toBe(told.problem_since);
	// A bridge, to which the camera looks well, does not know better.
	const status = await fetch(`${server.url}/api/devices/status`, {
		method: 'POST',
		headers: { authorization: `Bearer ${camera.deviceKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ connection: 'rtsp', problem: null }),
	});
	expect(status.status).toBe(200);
	expect(await deviceOf(customer, camera.deviceId)).toMatchObject({
		...{ connection: 'rtsp', problem: told.problem, problem_since: told.problem_since },
	});
	// It sends far too much, so nobody is told that it is silent.
	expect(silentMinutes(await deviceOf(customer, camera.deviceId), Date.now())).toBeNull();
});
