import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { addAutomation } from '../../../server/src/testing/automation.ts';
import { jpeg } from '../../../server/src/testing/images.ts';
import { startServer, type TestServer } from '../../../server/src/testing/server.ts';
import { waitFor } from '../../../server/src/testing/wait.ts';
import { claim } from '../server.ts';
import { rtspSource } from '../sources/ffmpeg.ts';
import { bringFfmpeg } from '../sources/ffmpeg-program.ts';
import { childrenOf, startCameraProcess } from '../testing/bridge-process.ts';
import { startGate } from '../testing/gate.ts';
import { mjpeg, picture, startHttpCamera } from '../testing/http-camera.ts';
import { startOnvifCamera } from '../testing/onvif-camera.ts';
import { startRtspCamera } from '../testing/rtsp-camera.ts';
import { readConfig } from './config.ts';

const PASSWORD = 'geheim #1';
let server: TestServer;
let customer: Awaited<ReturnType<TestServer['customer']>>;
let gate: Awaited<ReturnType<typeof startGate>>;
let rtsp: Awaited<ReturnType<typeof startRtspCamera>>;
let folder: string;
let red: Buffer;
const opened: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-bridge-'));
	red = await jpeg(160, 120, '#993311');
	server = await startServer();
	customer = await server.customer();
	gate = await startGate(server.url);
	rtsp = await startRtspCamera('admin', PASSWORD);
});
afterAll(async () => {
	for (const one of opened) await one.stop();
	await rtsp.stop();
	await gate.stop();
	await server.stop();
	await rm(folder, { recursive: true });
});

const keep = async <T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
	const one = await starting;
	opened.push(one);
	return one;
};

async function pairingCode(): Promise<string> {
	return ((await (await customer.post('/api/devices/pairings')).json()) as { code: string }).code;
}

async function pair(name: string) {
	const { deviceId, deviceKey } = await claim(server.url, await pairingCode(), name);
	return { id: deviceId, camera: { name, key: deviceKey } };
}

const deviceOf = async (id: string) =>
	(await (await customer.get(`/api/devices/${id}`)).json()) as {
		connection: string;
		problem: string | null;
		problem_since: string | null;
	};
const capturesOf = async (id: string) =>
	(
		(await (await customer.get(`/api/devices/${id}/captures`)).json()) as {
			items: { captured_at: string; reason: string | null; frames: string[] }[];
		}
	).items;
const captured = (id: string, what: string, count = 1) =>
	waitFor(`${count} captures of ${what}`, async () => {
		const items = await capturesOf(id);
		return items.length >= count && items;
	});

async function writeConfig(name: string, cameras: object[], more: object = {}): Promise<string> {
	const file = join(folder, `${name}.yaml`);
	await writeFile(file, stringify({ server: gate.url, ...more, cameras }), { mode: 0o600 });
	return file;
}

const bridge = (file: string, ...args: string[]) =>
	startCameraProcess(['--config', file, '--json', ...args], { dataDir: folder });

test('cameras of every kind at once; a failing one stops no other, and passwords stay in the file', async () => {
	const login = Buffer.from('<!DOCTYPE html><title>Log in</title>');
	const protectedBy = { user: 'admin', password: PASSWORD };
	const digest = await keep(startHttpCamera({ ...protectedBy, protection: 'MD5', answer: picture(red) }));
	const basic = await keep(
		startHttpCamera({ ...protectedBy, protection: 'basic', answer: mjpeg(() => red) }),
	);
	const locked = await keep(startHttpCamera({ protection: 'SHA-256', answer: picture(red) }));
	const page = await keep(startHttpCamera({ answer: picture(login) }));
	const uploads = join(folder, 'uploads');
	await mkdir(uploads);
	await writeFile(join(uploads, 'one.jpg'), red);

	const kinds = {
		rtsp: { rtsp: rtsp.url, ...protectedBy },
		snapshot: { snapshot: digest.url, ...protectedBy },
		mjpeg: { mjpeg: basic.url, ...protectedBy },
		folder: { folder: 'uploads' },
		locked: { snapshot: locked.url, user: 'admin', password: 'hunter2' },
		page: { snapshot: page.url },
		off: { snapshot: 'http://127.0.0.1:9/' },
	};
	const devices = new Map<string, string>();
	const cameras: object[] = [];
	for (const [name, source] of Object.entries(kinds)) {
		const { id, camera } = await pair(name);
		devices.set(name, id);
		cameras.push({ ...camera, ...source });
	}
	// This one is paired by the bridge itself.
	cameras.push({ name: 'new', code: await pairingCode(), snapshot: digest.url, ...protectedBy });
	const file = await writeConfig('kinds', cameras, { every: '1s' });
	const running = await keep(Promise.resolve(bridge(file)));

	const seen = new Set<string>();
	const looking = setInterval(async () => {
		for (const line of await childrenOf(running.pid)) seen.add(line);
	}, 50);
	try {
		for (const name of ['rtsp', 'snapshot', 'mjpeg', 'folder']) {
			const [first] = await captured(devices.get(name) ?? '', name);
			expect(first?.reason).toBe(name === 'folder' ? null : 'interval');
			expect(await deviceOf(devices.get(name) ?? '')).toMatchObject({ connection: name, problem: null });
		}
		await captured(devices.get('rtsp') ?? '', 'rtsp', 2);
		const problems = {
			locked: 'The camera refuses the user name or the password',
			page: 'The camera answers with a page instead of a picture',
			off: 'Camera unreachable',
		};
		for (const [name, problem] of Object.entries(problems)) {
			await waitFor(`the problem of ${name}`, async () => {
				const device = await deviceOf(devices.get(name) ?? '');
				return device.problem === problem && device.problem_since !== null;
			});
			expect(await capturesOf(devices.get(name) ?? '')).toEqual([]);
		}
		expect(locked.attempts).toBe(1);
	} finally {
		clearInterval(looking);
	}

	const second = bridge(file);
	expect(await second.ended).toBe(1);
	expect(second.said.join('\n')).toContain('Another bridge already serves these cameras');

	expect(await running.stop()).toBe(0);
	expect(await childrenOf(running.pid)).toEqual([]);
	const commands = [...seen].join('\n');
	expect(commands).toContain('mpjpeg');
	const config = await readFile(file, 'utf8');
	expect(config).not.toContain('code:');
	for (const secret of ['geheim', 'hunter2', rtsp.url]) {
		expect(config).toContain(secret);
		expect(commands).not.toContain(secret);
		expect(running.said.join('\n')).not.toContain(secret);
	}
});

test('while the server is away pictures are kept over a kill and a restart, and each arrives once', async () => {
	const { id, camera } = await pair('away');
	const uploads = join(folder, 'away');
	await mkdir(uploads);
	const put = async (number: number) =>
		writeFile(join(uploads, `${number}.jpg`), await jpeg(100 + number, 80));
	await put(0);
	const file = await writeConfig('away', [{ ...camera, folder: uploads }]);
	let running = await keep(Promise.resolve(bridge(file)));
	await captured(id, 'the folder');

	gate.loseAnswers(1);
	await put(1);
	await captured(id, 'the one whose answer is lost', 2);
	await running.event('server-away', 'away');
	gate.shut();
	for (const number of [2, 3, 4]) await put(number);
	const moments = async () =>
		(await readdir(join(folder, 'away.queue'), { recursive: true })).filter((name) =>
			name.endsWith('.moment'),
		);
	await waitFor('all to be kept', async () => (await moments()).length >= 3, { seen: () => running.said });
	await running.kill();
	const before = (await moments()).length;
	running = await keep(Promise.resolve(bridge(file)));
	await put(5);
	await waitFor('the one taken without a server', async () => (await moments()).length > before, {
		seen: () => running.said,
	});
	expect(await running.stop()).toBe(0);
	gate.open();
	running = await keep(Promise.resolve(bridge(file)));
	await captured(id, 'everything', 6);
	await waitFor('nothing to be left', async () => (await moments()).length === 0);
	expect(await running.stop()).toBe(0);
	expect(await capturesOf(id)).toHaveLength(6);
});

test('a change is sent at once, and a moment has as many pictures as an automation wants', async () => {
	const { id, camera } = await pair('changes');
	let scene = red;
	const stream = await keep(startHttpCamera({ answer: mjpeg(() => scene) }));
	const watch = { _triggerType: 'capture', trigger_device_deviceID: id, _burst: 2 } as const;
	await addAutomation(server, customer.uid, watch);
	const file = await writeConfig('changes', [{ ...camera, mjpeg: stream.url }], { every: '1h' });
	const running = await keep(Promise.resolve(bridge(file, '--changes')));
	const [first] = await captured(id, 'the interval');
	expect(first).toMatchObject({ reason: 'interval' });
	scene = await jpeg(160, 120, '#eeeeee');
	const [change] = await captured(id, 'the change', 2);
	expect(change).toMatchObject({ reason: 'change' });
	await waitFor('both pictures of the moment', async () => (await capturesOf(id))[0]?.frames.length === 1);
	expect(await running.stop()).toBe(0);
});

test('the light follows the light window, and a failing light does not stop the camera', async () => {
	const { id, camera } = await pair('light');
	const onvif = await keep(startOnvifCamera({ commands: 'tt:WhiteLight|On tt:WhiteLight|Off' }));
	const windows = { capture_window_start: '00:00', capture_window_end: '23:59' };
	const light = { light_window_start: '00:00', light_window_end: '23:59' };
	await customer.send('PUT', `/api/devices/${id}`, { desc: 'light', ...windows, ...light });
	const still = await keep(startHttpCamera({ answer: picture(red) }));
	const source = { snapshot: still.url, user: 'admin', password: 'secret', onvif: onvif.url };
	const file = await writeConfig('light', [{ ...camera, ...source }]);
	const running = await keep(Promise.resolve(bridge(file)));
	await running.event('light', 'light');
	expect(onvif.switched).toEqual(['tt:WhiteLight|On']);
	expect(await running.stop()).toBe(0);
});

test('--find shows what a camera sees, pairs it and writes the config', async () => {
	const still = await keep(
		startHttpCamera({ user: 'admin', password: PASSWORD, protection: 'MD5', answer: picture(red) }),
	);
	const onvif = await keep(
		startOnvifCamera({
			password: PASSWORD,
			stream: rtsp.url,
			snapshot: still.url.replace('127.0.0.1', '10.0.0.9'),
		}),
	);
	const file = join(folder, 'found.yaml');
	const { host, port } = onvif.probe;
	const search = (...input: string[]) =>
		startCameraProcess(['--find', '--probe', `${host}:${port}`, '--config', file, '--url', server.url], {
			dataDir: folder,
			input: input.join('\n'),
		});
	const wrong = search('admin', 'wrong', '');
	expect(await wrong.ended).toBe(0);
	expect(wrong.said.join('\n')).toContain('The camera refuses the user name or the password');
	expect(onvif.refused()).toBe(1);

	const found = search('admin', PASSWORD, 'Hall', await pairingCode(), '');
	expect(await found.ended).toBe(0);
	const said = found.said.join('\n');
	expect(said).not.toContain(PASSWORD);
	// Its single pictures are much smaller than its stream, so the stream it is.
	expect(said).toContain('ACME Dome 4, 640 x 360');
	expect((await stat(file)).mode & 0o777).toBe(0o600);
	expect((await readdir(join(folder, 'found.found'))).length).toBe(1);
	const { cameras } = await readConfig(file, { changes: false });
	expect(cameras).toMatchObject([
		{ name: 'Hall', source: 'rtsp', at: rtsp.url, password: PASSWORD, onvif: onvif.url },
	]);
	expect(cameras[0]?.pairing).toHaveProperty('key');

	const again = search('');
	expect(await again.ended).toBe(0);
	expect(again.said.join('\n')).toContain('are in');
});

test('--find skips odd answers and continues', async () => {
	let shown: Buffer = Buffer.from([0xff, 0xd8, 0xff, 0, 0xff, 0xd9]);
	const still = await keep(startHttpCamera({ answer: (...asked) => picture(shown)(...asked) }));
	const onvif = await keep(startOnvifCamera({ snapshot: still.url, stream: 'rtsp://127.0.0.1:9/' }));
	const { host, port } = onvif.probe;
	const file = join(folder, 'odd.yaml');
	const search = async () => {
		const args = ['--find', '--probe', `${host}:${port}`, '--config', file, '--url', server.url];
		const found = startCameraProcess(args, { dataDir: folder, input: 'admin\nsecret\n' });
		expect(await found.ended).toBe(0);
		return found.said.join('\n');
	};
	// Broken inside, and there is no stream in its place.
	expect(await search()).toContain('Camera unreachable (connection refused). It is left out.');
	shown = await jpeg(640, 360);
	await writeFile(join(folder, 'odd.found'), 'in the way of its pictures');
	expect(await search()).toMatch(/EEXIST.*It is left out\./);
});

test('errors of a stream are distinguished: the password, the path, silence', async () => {
	const never = new AbortController().signal;
	const ffmpeg = await bringFfmpeg(() => {});
	const trouble = (url: string, password: string, stallsAfterMs?: number) =>
		rtspSource(ffmpeg, { url: new URL(url), user: 'admin', password }, stallsAfterMs)
			.take(1, never)
			.then(
				() => expect.fail('there is a picture'),
				(error: unknown) => error,
			);
	expect(await trouble(rtsp.url, 'wrong')).toMatchObject({ kind: 'password' });
	expect(await trouble(`${rtsp.url}/none`, PASSWORD)).toMatchObject({ kind: 'setting' });
	expect(await trouble('rtsp://127.0.0.1:9/', PASSWORD)).toMatchObject({ message: 'Camera unreachable' });
	rtsp.freeze();
	expect(await trouble(rtsp.url, PASSWORD, 1000)).toMatchObject({ message: "The camera's stream stalls" });
	expect(
		await childrenOf(process.pid).then((lines) => lines.filter((line) => line.includes('mpjpeg'))),
	).toEqual([]);
});
