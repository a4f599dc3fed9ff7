import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { jpeg } from '../../../server/src/testing/images.ts';
import { startBroker, startListener } from '../../../server/src/testing/mqtt-broker.ts';
import { startServer, type TestServer } from '../../../server/src/testing/server.ts';
import { waitFor } from '../../../server/src/testing/wait.ts';
import { claim } from '../server.ts';
import { startCameraProcess } from '../testing/bridge-process.ts';
import { frigateMessage, startFrigate } from '../testing/frigate.ts';
import { picture, startHttpCamera } from '../testing/http-camera.ts';
import { FrigateMessages } from './frigate-messages.ts';

let server: TestServer;
let customer: Awaited<ReturnType<TestServer['customer']>>;
let folder: string;
let red: Buffer;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-frigate-'));
	red = await jpeg(160, 120, '#993311');
	server = await startServer();
	customer = await server.customer();
});
afterAll(async () => {
	await server.stop();
	await rm(folder, { recursive: true });
});

async function pair(name: string) {
	const { code } = (await (await customer.post('/api/devices/pairings')).json()) as { code: string };
	const { deviceId, deviceKey } = await claim(server.url, code, name);
	return { id: deviceId, camera: { name, key: deviceKey } };
}

async function bridge(name: string, cameras: object[]) {
	const file = join(folder, `${name}.yaml`);
	await writeFile(file, stringify({ server: server.url, cameras }), { mode: 0o600 });
	return startCameraProcess(['--config', file, '--json'], { dataDir: folder });
}

const timesOf = async (id: string) =>
	(
		(await (await customer.get(`/api/devices/${id}/captures`)).json()) as { items: { captured_at: string }[] }
	).items.map(({ captured_at }) => Date.parse(captured_at) / 1000);

const deviceOf = async (id: string) =>
	(await (await customer.get(`/api/devices/${id}`)).json()) as { connection: string; problem: string | null };

const problemOf = (id: string, problem: string | null) =>
	waitFor(`the problem ${problem}`, async () => (await deviceOf(id)).problem === problem);

/** Whole seconds ago, at which something was found. */
const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

test('what Frigate finds becomes captures: of one camera and some kinds, each once, also after a restart', async () => {
	const frigate = await startFrigate(['front_door', 'garden']);
	const found = (id: string, seconds: number, more: object = {}) => {
		const event = { id, camera: 'front_door', label: 'person', start_time: ago(seconds), picture: red };
		frigate.events.push({ ...event, ...more });
		return event.start_time;
	};
	found('1.1-old', 7200);
	found('1.2-before', 300);
	const newest = found('1.3-newest', 200);
	const { id, camera } = await pair('Frigate');
	const config = [{ ...camera, frigate: `${frigate.url}/front_door`, labels: ['person', 'car'] }];
	const first = await bridge('events', config);
	await waitFor('the newest', async () => (await timesOf(id)).length > 0);
	expect(await timesOf(id)).toEqual([newest]);
	expect(await deviceOf(id)).toMatchObject({ connection: 'frigate', problem: null });

	found('2.1-garden', 100, { camera: 'garden' });
	found('2.2-dog', 100, { label: 'dog' });
	found('2.3-gone', 90, { picture: null });
	found('2.4/../odd name', 80);
	const car = found('2.5-car', 70, { label: 'car' });
	await waitFor('both', async () => (await timesOf(id)).length === 3);
	await first.stop();

	// Found while the bridge was away, and one that began before but got its picture only now.
	const late = found('3.1-late', 120);
	const again = found('3.2-again', 20);
	const second = await bridge('events', config);
	await waitFor('all', async () => (await timesOf(id)).length === 5);
	expect(new Set(await timesOf(id))).toEqual(new Set([newest, car - 10, car, late, again]));
	expect(frigate.pictures.filter((one) => one === '1.3-newest')).toHaveLength(1);
	await second.stop();
	await frigate.stop();
});

test('Frigate with sign-in: cameras share one session, and a wrong password is tried once', async () => {
	const account = { user: 'viewer', password: 'geheim #1' };
	const frigate = await startFrigate(['one', 'two'], account);
	for (const camera of ['one', 'two'])
		frigate.events.push({ id: camera, camera, label: 'person', start_time: ago(60), picture: red });
	const [one, two, wrong, other] = [
		await pair('One'),
		await pair('Two'),
		await pair('Wrong'),
		await pair('Other'),
	];
	const bad = { user: 'viewer', password: 'hunter2' };
	const running = await bridge('account', [
		{ ...one.camera, frigate: `${frigate.url}/one`, ...account },
		{ ...two.camera, frigate: `${frigate.url}/two`, ...account },
		{ ...wrong.camera, frigate: `${frigate.url}/one`, ...bad },
		{ ...other.camera, frigate: `${frigate.url}/two`, ...bad },
	]);
	for (const { id } of [one, two]) await waitFor('a capture', async () => (await timesOf(id)).length === 1);
	for (const { id } of [wrong, other])
		await problemOf(id, 'The camera refuses the user name or the password');
	expect(frigate.refused).toBe(1);
	frigate.forgetSessions();
	frigate.events.push({ id: 'new', camera: 'two', label: 'car', start_time: ago(10), picture: red });
	await waitFor('the next capture', async () => (await timesOf(two.id)).length === 2);
	await running.stop();
	await frigate.stop();
});

test('a camera that Frigate does not have, and an address that is none of Frigate, are said in words', async () => {
	const frigate = await startFrigate(['front_door']);
	const web = await startHttpCamera({ answer: picture(red) });
	const [unknown, elsewhere] = [await pair('Unknown'), await pair('Elsewhere')];
	const running = await bridge('wrong', [
		{ ...unknown.camera, frigate: `${frigate.url}/back_door` },
		{ ...elsewhere.camera, frigate: `${new URL(web.url).origin}/front_door` },
	]);
	await problemOf(unknown.id, 'Frigate has no camera of this name');
	await problemOf(elsewhere.id, 'This is not the HTTP API of Frigate');
	await running.stop();
	await frigate.stop();
	await web.stop();
});

test('alerts of the review become captures, each once: the picture of their first object that has one, as soon as there is one', async () => {
	const frigate = await startFrigate(['front_door']);
	const object = (id: string, image: Buffer | null) =>
		frigate.events.push({ id, camera: 'front_door', label: 'person', start_time: ago(5), picture: image });
	const review = (id: string, seconds: number, more: Partial<(typeof frigate.reviews)[number]> = {}) => {
		const start_time = ago(seconds);
		const one = {
			id,
			camera: 'front_door',
			severity: 'alert',
			start_time,
			end_time: ago(seconds - 2),
		} as const;
		frigate.reviews.push({ ...one, detections: ['with'], objects: ['person'], ...more });
		return start_time;
	};
	object('without', null);
	object('with', red);
	const newest = review('0-newest', 500);
	const { id, camera } = await pair('Reviews');
	const config = [
		{ ...camera, frigate: `${frigate.url}/front_door`, takes: 'alerts', labels: ['person', 'car'] },
	];
	const first = await bridge('reviews', config);
	await waitFor('the newest', async () => (await timesOf(id)).length > 0);

	review('1-detection', 400, { severity: 'detection' });
	review('2-dog', 390, { objects: ['dog'] });
	review('3-nothing-to-see', 380, { detections: ['without'] });
	const known = review('4-known-face', 370, { objects: ['person-verified'], has_been_reviewed: true });
	const second = review('5-second-object', 360, { detections: ['without', 'with'] });
	const open = review('6-goes-on', 350, { detections: ['late'], end_time: null });
	await waitFor('two more', async () => (await timesOf(id)).length === 3);
	expect(new Set(await timesOf(id))).toEqual(new Set([newest, known, second]));
	object('late', red);
	await waitFor('the one that goes on', async () => (await timesOf(id)).length === 4);
	await first.stop();
	const again = review('7-again', 10);
	const running = await bridge('reviews', config);
	await waitFor('the next', async () => (await timesOf(id)).length === 5);
	expect(new Set(await timesOf(id))).toEqual(new Set([newest, known, second, open, again]));
	await running.stop();
	await frigate.stop();
});

test('with the broker of Frigate the bridge looks when something is said of its camera, and as without one while it is away', async () => {
	const broker = await startBroker();
	const home = await startListener(broker.urlFor());
	const stopping = new AbortController();
	const lines: string[] = [];
	// Only a message ends a wait, or that the broker is away.
	const never = { soon: 10, beside: 2 ** 30 };
	const messages = new FrigateMessages(
		`${broker.urlFor('viewer:s3cret')}/nvr/`,
		(line) => lines.push(line),
		stopping.signal,
		never,
	);
	const listens = (times: number) =>
		waitFor('to listen', () => lines.filter((line) => line.startsWith('Listens')).length === times);
	const next = (camera: string) => messages.untilNext(camera, stopping.signal);
	await listens(1);
	for (const topic of ['events', 'reviews'] as const) {
		let isOther = false;
		const waiting = [next('front_door'), next('garden').then(() => (isOther = true))] as const;
		await home.say('nvr/events', 'no JSON {');
		await home.say('nvr/events', '{"after":{"camera":7}}');
		await home.say(`frigate/${topic}`, frigateMessage[topic]('garden'));
		await home.say(`nvr/${topic}`, frigateMessage[topic]('front_door'));
		await waiting[0];
		expect(isOther).toBe(false);
		await home.say(`nvr/${topic}`, frigateMessage[topic]('garden'));
		await waiting[1];
		// Once more soon after.
		await Promise.all([next('front_door'), next('garden')]);
	}
	await broker.leave();
	await waitFor('the problem', () =>
		lines.some((line) => line.includes('Frigate is asked every three seconds')),
	);
	await next('front_door');
	await broker.comeBack();
	await listens(2);
	stopping.abort();
	await expect(next('front_door')).rejects.toThrow();
	expect(lines.join('\n')).not.toContain('s3cret');
	await broker.stop();
});
