import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCameras, readConfig, storeKeys } from './config.ts';

let folder: string;
let file: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-config-'));
	file = join(folder, 'cameras.yaml');
});
afterEach(() => rm(folder, { recursive: true }));

const write = (text: string) => writeFile(file, text, { mode: 0o600 });
const read = (changes = false) => readConfig(file, { changes });

test('every kind of camera is read', async () => {
	await write(`
server: https://portal.example.com/
every: 20s
queue: { megabytes: 50, pictures: 1000 }
cameras:
  - name: Front door
    key: wwk_1
    rtsp: rtsp://ann:p%40ss@192.168.1.20/stream1
    changes: true
    onvif: http://192.168.1.20/onvif/device_service
    light: relay R1
  - { name: Garage, key: wwk_2, snapshot: 'http://192.168.1.21/snap.jpg', user: bob, password: "123", every: 5m }
  - { name: Desk, code: ABCD2345, webcam: /dev/video0 }
  - { name: Uploads, key: wwk_4, folder: ftp }
  - { name: Yard, key: wwk_5, frigate: 'https://ann:x@nvr.lan:8971/frigate/yard', labels: [person], every: 10s }
`);
	const { server, queue, cameras } = await read();
	expect(server).toBe('https://portal.example.com');
	expect(queue).toEqual({
		folder: join(folder, 'cameras.queue'),
		maxBytes: 50 * 1024 ** 2,
		maxPictures: 1000,
	});
	expect(cameras).toMatchObject([
		{ source: 'rtsp', at: 'rtsp://192.168.1.20/stream1', user: 'ann', password: 'p@ss', changes: true },
		{ source: 'snapshot', user: 'bob', password: '123', everyMs: 300_000, leastMs: 300_000 },
		{ source: 'webcam', pairing: { code: 'ABCD2345' }, everyMs: 20_000, changes: false },
		{ source: 'folder', at: join(folder, 'ftp'), leastMs: 0 },
		{
			source: 'frigate',
			at: 'https://nvr.lan:8971/frigate/yard',
			user: 'ann',
			labels: ['person'],
			leastMs: 10_000,
		},
	]);
	expect((await read(true)).cameras[2]?.changes).toBe(true);
});

test('a file that others can read is refused, and the message says how to fix it', async () => {
	await write('server: http://localhost:8080\ncameras: []\n');
	await chmod(file, 0o640);
	await expect(read()).rejects.toThrow(`chmod 600 ${file}`);
});

const camera = (more: string) => `server: http://localhost:8080
cameras:
  - name: Front door
    key: wwk_1
    ${more}
`;
test.each([
	['cameras: []', 'line 1: server is missing'],
	['server: http://localhost:8080\ncameras: []', 'line 2: cameras needs at least one camera'],
	[camera('rtsp: 192.168.1.20'), 'line 5, camera "Front door": rtsp must be an address such as rtsp://'],
	[camera('snapshot: ftp://x/y'), 'line 5, camera "Front door": snapshot must be an address'],
	[camera('name2: x'), 'line 5, camera "Front door": name2 is not a setting'],
	[camera('every: 10s'), 'camera "Front door": it needs one of rtsp, snapshot, mjpeg, webcam, folder'],
	[camera('frigate: nvr/yard'), 'frigate must be the address of Frigate and the name of the camera there'],
	[camera('frigate: http://nvr:5000/'), 'frigate must end with the name of the camera'],
	[camera('folder: a\n    labels: [person]'), 'takes labels only with frigate'],
	[camera('folder: a\n    mqtt: mqtt://nvr'), 'takes mqtt only with frigate'],
	[camera('frigate: http://nvr:5000/yard\n    takes: faces'), 'takes must be objects, alerts, reviews'],
	[
		camera('frigate: http://nvr:5000/yard\n    mqtt: mqtt://nvr/+/x'),
		'mqtt must be the address of the broker',
	],
	[
		camera('frigate: http://nvr:5000/yard\n    mqtt: mqtt://u:100%@nvr'),
		'mqtt must have every % of the user and the password as %25',
	],
	[camera('folder: a\n    every: soon'), 'line 6, camera "Front door": every must be a time'],
	[camera('folder: a\n    user: ann'), 'needs both user and password'],
	[
		camera('snapshot: http://x/\n    user: ann\n    password: 0123'),
		'line 7, camera "Front door": password must be text',
	],
	[camera('folder: a\n    code: X'), 'needs a pairing code (code)'],
	[
		camera('folder: a\n  - {name: Front door, key: b, folder: c}'),
		'line 6, camera "Front door": another camera has the same name',
	],
	[camera('folder: a\n  - {name: B, key: wwk_1, folder: c}'), 'another camera has the same key'],
	['server: [http://x', 'line 1: this is no YAML'],
])('%j is explained', async (text, reason) => {
	await write(text);
	await expect(read()).rejects.toThrow(reason);
});

test('the message about a broken file never contains a password', async () => {
	await write(camera('password: "hunter2\n    rtsp: x'));
	await expect(read()).rejects.not.toThrow('hunter2');
	await write(camera('password: [hunter2]'));
	await expect(read()).rejects.not.toThrow('hunter2');
});

test('keys take the place of codes, the rest stays as it was written', async () => {
	await write(
		'# mine\nserver: http://localhost:8080\ncameras:\n  # the door\n  - name: Door\n    code: ABCD2345\n    folder: a\n',
	);
	await storeKeys(file, new Map([['Door', 'wwk_9']]));
	const text = await readFile(file, 'utf8');
	expect(text).toContain('# the door');
	expect(text).not.toContain('ABCD2345');
	expect((await read()).cameras[0]?.pairing).toEqual({ key: 'wwk_9' });
	expect((await stat(file)).mode & 0o777).toBe(0o600);
	expect(await readdir(folder)).toEqual(['cameras.yaml']);
});

test('found cameras are added to a new or an old config', async () => {
	await addCameras(file, 'http://localhost:8080', [{ name: 'Cam', key: 'k1', rtsp: 'rtsp://h/1' }]);
	await addCameras(file, 'http://elsewhere', [
		{ name: 'Cam', key: 'k2', rtsp: 'rtsp://h/2', user: 'ann', password: '0: #"x' },
	]);
	const { server, cameras } = await read();
	expect(server).toBe('http://localhost:8080');
	expect(cameras.map(({ name }) => name)).toEqual(['Cam', 'Cam 2']);
	expect(cameras[1]?.password).toBe('0: #"x');
	expect((await stat(file)).mode & 0o777).toBe(0o600);
});
