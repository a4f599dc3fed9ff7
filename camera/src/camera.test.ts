import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpeg } from '../../server/src/testing/images.ts';
import { startServer, type TestServer } from '../../server/src/testing/server.ts';
import { drawn, fromFolder, type Taking } from './pictures.ts';
import { claim, NotNow, Refused } from './server.ts';
import { watch } from './watch.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
	server = await startServer();
	folder = await mkdtemp(join(tmpdir(), 'watchword-pictures-'));
	await writeFile(join(folder, 'b.jpg'), await jpeg(64, 48, '#224466'));
	await writeFile(join(folder, 'a.jpeg'), await jpeg(64, 48, '#662244'));
	await writeFile(join(folder, 'c.txt'), 'not a picture');
});
afterAll(async () => {
	await server.stop();
	await rm(folder, { recursive: true });
});

async function paired(desc = 'Terminal camera') {
	const customer = await server.customer();
	const { code } = (await (await customer.post('/api/devices/pairings')).json()) as { code: string };
	return { customer, ...(await claim(server.url, code, desc)) };
}

type Paired = Awaited<ReturnType<typeof paired>>;
const captures = async ({ customer, deviceId }: Paired) =>
	(
		(await (await customer.get(`/api/devices/${deviceId}/captures`)).json()) as {
			items: { captured_at: string }[];
		}
	).items;

const never = new AbortController().signal;

/** Sends this many pictures, and returns what the terminal shows. */
async function linesOf({ deviceKey: key }: Paired, take: Taking, count: number, everyMs = 100) {
	const lines: string[] = [];
	const print = (line: string) => void lines.push(line);
	await watch({ url: server.url, key, take, everyMs, count, print, signal: never });
	return lines;
}

test('the pictures of a folder are sent in turn, with a line for each', async () => {
	const camera = await paired();
	expect(await linesOf(camera, await fromFolder(folder), 3)).toEqual([
		expect.stringMatching(/sent {2}\d+ kB {2}a\.jpeg$/),
		expect.stringMatching(/sent {2}\d+ kB {2}b\.jpg$/),
		expect.stringMatching(/sent {2}\d+ kB {2}a\.jpeg$/),
	]);
	expect(await captures(camera)).toHaveLength(3);
	expect(await (await camera.customer.get(`/api/devices/${camera.deviceId}`)).json()).toMatchObject({
		desc: 'Terminal camera',
		last_image_path: expect.any(String),
	});
});

test('without a folder it draws', async () => {
	const lines = await linesOf(await paired(), drawn('garden', 1000), 1);
	expect(lines).toEqual([expect.stringMatching(/sent {2}\d+ kB {2}garden: /)]);
});

test('the time of a picture is when it was taken, not when the server last answered', async () => {
	const camera = await paired();
	await linesOf(camera, await fromFolder(folder), 2, 1000);
	const [second, first] = (await captures(camera)).map(({ captured_at }) => Date.parse(captured_at));
	expect(Number(second) - Number(first)).toBeGreaterThan(500);
});

test('a refused picture is skipped, and the next one is sent', async () => {
	const good = await fromFolder(folder);
	let turn = 0;
	const take = async (at: Date) => {
		const picture = await good(at);
		return turn++ === 0 ? { ...picture, bytes: picture.bytes.subarray(0, 40) } : picture;
	};
	const lines = await linesOf(await paired(), take, 2);
	expect(lines).toEqual([expect.stringContaining('refused  a.jpeg: '), expect.stringContaining('sent')]);
});

test('between two pictures that are far apart it asks for its settings, so that it does not seem silent', async () => {
	const camera = await paired();
	const stop = new AbortController();
	const real = globalThis.fetch;
	let asked = 0;
	globalThis.fetch = (...given) => {
		if (String(given[0]).endsWith('/api/captures/settings') && ++asked === 4) stop.abort();
		return real(...given);
	};
	const watching = watch({
		url: server.url,
		key: camera.deviceKey,
		take: await fromFolder(folder),
		everyMs: 3_600_000,
		askAgainMs: 20,
		print: () => {},
		signal: stop.signal,
	}).finally(() => {
		globalThis.fetch = real;
	});
	await expect(watching).rejects.toThrow('aborted');
	expect(await captures(camera)).toHaveLength(1);
});

test('outside its window it waits, and says until when', async () => {
	const camera = await paired();
	const now = new Date();
	const hour = (offset: number) => `${String((now.getUTCHours() + offset) % 24).padStart(2, '0')}:00`;
	await camera.customer.send('PUT', `/api/devices/${camera.deviceId}`, {
		desc: '',
		capture_window_start: hour(3),
		capture_window_end: hour(5),
		light_window_start: '18:00',
		light_window_end: '06:00',
	});
	const stop = new AbortController();
	const lines: string[] = [];
	const watching = watch({
		url: server.url,
		key: camera.deviceKey,
		take: await fromFolder(folder),
		everyMs: 100,
		print: (line) => {
			lines.push(line);
			stop.abort();
		},
		signal: stop.signal,
	});
	await expect(watching).rejects.toThrow('aborted');
	expect(lines).toEqual([
		expect.stringMatching(
			`^Outside the capture window \\(${hour(3)} to ${hour(5)} in UTC\\): waiting until `,
		),
	]);
	expect(await captures(camera)).toEqual([]);
});

test('a server that is down is asked again, and gets the picture once', async () => {
	const camera = await paired();
	const take = await fromFolder(folder);
	const real = globalThis.fetch;
	let lost = 0;
	// The answer to the first sending is lost on its way back, and the second is told to come later.
	globalThis.fetch = async (...given) => {
		const answer = await real(...given);
		if (!String(given[0]).endsWith('/api/captures') || lost++ > 1) return answer;
		if (lost === 2) {
			const error = { code: 'unavailable', message: 'The server is starting.' };
			return Response.json({ error }, { status: 503 });
		}
		throw new TypeError('fetch failed', { cause: Object.assign(new Error('gone'), { code: 'ECONNRESET' }) });
	};
	const lines = await linesOf(camera, take, 1).finally(() => {
		globalThis.fetch = real;
	});
	expect(lines).toEqual([
		expect.stringMatching(/waiting: no answer from \S+ \(ECONNRESET\)\. Trying again in 1 s\.$/),
		expect.stringMatching(/waiting: The server is starting\. Trying again in 2 s\.$/),
		expect.stringContaining('sent'),
	]);
	expect(await captures(camera)).toHaveLength(1);
});

describe('it ends with a reason', () => {
	test('when the code is wrong', async () => {
		await expect(claim(server.url, 'WRONG234', '')).rejects.toThrow(Refused);
	});

	test('when the server does not answer', async () => {
		await expect(claim('http://127.0.0.1:9', 'WRONG234', '')).rejects.toThrow(NotNow);
	});

	test('when the key was replaced', async () => {
		const camera = await paired();
		await camera.customer.confirm();
		await camera.customer.post(`/api/devices/${camera.deviceId}/key`);
		const take = await fromFolder(folder);
		const { url } = server;
		await expect(
			watch({ url, key: camera.deviceKey, take, everyMs: 100, print: () => {}, signal: never }),
		).rejects.toThrow('This device key is not valid any more. Pair the camera again.');
	});

	test('when the folder holds no pictures', async () => {
		await expect(fromFolder(join(folder, 'none'))).rejects.toThrow('cannot be read');
		const empty = await mkdtemp(join(folder, 'empty-'));
		await expect(fromFolder(empty)).rejects.toThrow('There are no pictures');
	});
});
