import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from '../../ports/objects.ts';
import { DUSTY_ANSWER } from '../../testing/dust.ts';
import { startS3 } from '../../testing/s3.ts';
import { folderStore } from './folder.ts';
import { s3Store } from './s3.ts';

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
const stores: Record<string, ObjectStore> = {};

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-objects-'));
	s3 = await startS3();
	stores.folder = folderStore(join(folder, 'objects'));
	stores.s3 = s3Store(settingsOf(s3.env.S3_ENDPOINT));
	stores['s3 with a prefix'] = s3Store(settingsOf(s3.env.S3_ENDPOINT, 'backup/watchword'));
});
afterAll(async () => {
	await s3.stop();
	await rm(folder, { recursive: true });
});

const settingsOf = (endpoint: string, prefix: string | null = null) => ({
	bucket: s3.env.S3_BUCKET,
	endpoint,
	region: 'us-east-1',
	keys: { accessKeyId: s3.env.S3_ACCESS_KEY_ID, secretAccessKey: s3.env.S3_SECRET_ACCESS_KEY },
	prefix,
});

const read = async (stream: ReadableStream<Uint8Array> | null) => stream && new Response(stream).text();

describe.each(['folder', 's3', 's3 with a prefix'])('the %s store', (name) => {
	const store = () => stores[name] as ObjectStore;

	test('gives back what was put, whole or in part', async () => {
		await store().put('users/a/one.txt', Buffer.from('0123456789'), 'text/plain');
		expect(await read(await store().get('users/a/one.txt'))).toBe('0123456789');
		expect(await read(await store().get('users/a/one.txt', { start: 2, end: 4 }))).toBe('234');
	});

	test('takes what is made as it is stored, larger than one part of it', async () => {
		async function* pieces() {
			for (let n = 0; n < 20; n++) yield Buffer.alloc(1024 * 1024, n);
		}
		await store().putStream('users/a/long.bin', pieces(), 'application/zip');
		const found = await store().get('users/a/long.bin');
		const bytes = Buffer.from(await new Response(found).arrayBuffer());
		expect(bytes.length).toBe(20 * 1024 * 1024);
		expect(bytes.at(-1)).toBe(19);
		async function* broken() {
			yield Buffer.from('half');
			throw new Error('stopped');
		}
		await expect(store().putStream('users/a/half.bin', broken(), 'text/plain')).rejects.toThrow('stopped');
		expect(await store().get('users/a/half.bin')).toBeNull();
	});

	test('replaces an object put again', async () => {
		await store().put('users/a/two.txt', Buffer.from('first'), 'text/plain');
		await store().put('users/a/two.txt', Buffer.from('second'), 'text/plain');
		expect(String(await store().read('users/a/two.txt'))).toBe('second');
	});

	test('deletes a folder with all that is in it, and nothing beside it', async () => {
		const paths = ['users/b/one.txt', 'users/b/deep/two.txt', 'users/bb/three.txt'];
		for (const path of paths) await store().put(path, Buffer.from('x'), 'text/plain');
		await store().deleteFolder('users/b');
		await store().deleteFolder('users/b');
		const left = await Promise.all(paths.map((path) => store().read(path)));
		expect(left.map((bytes) => bytes !== null)).toEqual([false, false, true]);
		await store().put('users/b/deep/two.txt', Buffer.from('again'), 'text/plain');
		expect(String(await store().read('users/b/deep/two.txt'))).toBe('again');
	});

	test('reports missing objects, and deletes them without an error', async () => {
		expect(await store().get('users/a/none.txt')).toBeNull();
		expect(await store().read('users/a/none.txt')).toBeNull();
		await store().put('users/a/three.txt', Buffer.from('x'), 'text/plain');
		await store().delete('users/a/three.txt');
		await store().delete('users/a/three.txt');
		expect(await store().get('users/a/three.txt')).toBeNull();
	});
});

test('the s3 store keeps to its prefix', async () => {
	await stores['s3 with a prefix']?.put('users/c/one.txt', Buffer.from('x'), 'text/plain');
	expect(await stores.s3?.read('users/c/one.txt')).toBeNull();
	expect(String(await stores.s3?.read('backup/watchword/users/c/one.txt'))).toBe('x');
});

test('the s3 store does not report objects as missing if the whole bucket is missing', async () => {
	const store = s3Store({ ...settingsOf(s3.env.S3_ENDPOINT), bucket: 'misspelled' });
	await expect(store.read('users/a/one.txt')).rejects.toMatchObject({ name: 'NoSuchBucket' });
	await expect(store.get('users/a/one.txt')).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

test('the s3 store does not wait for ever for one that says nothing', async () => {
	const silent = net.createServer(() => undefined).listen(0, '127.0.0.1');
	await once(silent, 'listening');
	const { port } = silent.address() as AddressInfo;
	const store = s3Store(settingsOf(`http://127.0.0.1:${port}`), {
		...{ connectionTimeout: 50, socketTimeout: 50 },
		...{ requestTimeout: 5000, bodyTimeout: 5000 },
	});
	const putting = store.put('users/a/late.txt', Buffer.from('x'), 'text/plain');
	await expect(putting).rejects.toMatchObject({ name: 'TimeoutError' });
	silent.close();
});

describe('an s3 store that misbehaves', () => {
	const servers: http.Server[] = [];
	afterEach(() => {
		for (const server of servers.splice(0)) {
			server.closeAllConnections();
			server.close();
		}
	});

	const SHORT = { connectionTimeout: 1000, socketTimeout: 1000, requestTimeout: 500, bodyTimeout: 500 };
	const LIMITS = { object: 1_000_000, answer: 100_000 };

	/** A store that answers what it is told, and what it was asked. */
	async function storeThat(answer: http.RequestListener, times = SHORT) {
		const asked: string[] = [];
		const server = http.createServer((request, response) => {
			asked.push(`${request.method} ${request.url?.split('?')[0]}`);
			request.resume();
			answer(request, response);
		});
		servers.push(server);
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		return { store: s3Store(settingsOf(`http://127.0.0.1:${port}`), times, LIMITS), asked };
	}

	const endlessly = (response: http.ServerResponse, piece: string) => {
		const more = () => {
			while (!response.destroyed && response.write(piece));
		};
		response.on('drain', more);
		more();
	};
	const trickle = (write: () => void, response: http.ServerResponse) => {
		const timer = setInterval(write, 50);
		response.on('close', () => clearInterval(timer));
	};
	const list = (response: http.ServerResponse, keys: string[], next?: string) =>
		response
			.writeHead(200, { 'content-type': 'application/xml' })
			.end(
				`<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
			);

	test('with answers that never end, or that trickle, is given up', async () => {
		const endless = await storeThat((_request, response) => endlessly(response, 'x'.repeat(65_536)));
		await expect(endless.store.read('users/a/x')).rejects.toThrow('more than');
		await expect(endless.store.deleteFolder('users/a')).rejects.toThrow('more than');
		const failing = await storeThat((_request, response) =>
			endlessly(response.writeHead(500), 'x'.repeat(65_536)),
		);
		await expect(failing.store.read('users/a/x')).rejects.toThrow('more than');
		const slow = await storeThat((_request, response) => {
			response.writeHead(200, { 'content-length': 100_000 }).flushHeaders();
			trickle(() => response.write('x'), response);
		});
		await expect(slow.store.read('users/a/x')).rejects.toThrow('took too long');
		const silent = await storeThat((_request, response) =>
			trickle(() => response.writeProcessing(), response),
		);
		await expect(silent.store.put('users/a/x', Buffer.from('x'), 'text/plain')).rejects.toThrow(
			'requestTimeout',
		);
	});

	test('with answers in far too many small pieces is given up', async () => {
		const { store } = await storeThat(({ socket }) => void socket.write(DUSTY_ANSWER));
		await expect(store.read('users/a/x')).rejects.toThrow('small pieces');
		await expect(buffer((await store.get('users/a/x')) as never)).rejects.toThrow('small pieces');
		await expect(store.deleteFolder('users/a')).rejects.toThrow('small pieces');
	});

	test('is given up when it falls silent, but not at once while its reader does something else', async () => {
		const size = 20_000_000;
		const times = { ...SHORT, socketTimeout: 1000, requestTimeout: 3000 };
		const { store } = await storeThat((request, response) => {
			response.writeHead(200, { 'content-length': size });
			if (request.url?.includes('silent')) response.write('x'.repeat(100));
			else response.end(Buffer.alloc(size));
		}, times);
		const open = async (path: string) => (await store.get(path)) as ReadableStream<Uint8Array>;
		const forgotten = (await open('users/a/large')).getReader();
		const given = expect(forgotten.closed).rejects.toThrow('inactivity');
		await expect(buffer(await open('users/a/silent'))).rejects.toThrow('inactivity');
		const reader = (await open('users/a/large')).getReader();
		let read = (await reader.read()).value?.length ?? 0;
		await setTimeout(2 * times.socketTimeout);
		for (let more = await reader.read(); !more.done; more = await reader.read()) read += more.value.length;
		expect(read).toBe(size);
		await given;
	});

	async function* bytes() {
		yield Buffer.from('x');
	}

	test('with a page in place of an answer has neither given, stored nor deleted anything', async () => {
		const { store } = await storeThat((_request, response) =>
			response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Sign in</h1>'),
		);
		await expect(store.read('users/a/x')).rejects.toThrow('a page');
		await expect(store.get('users/a/x')).rejects.toThrow('a page');
		await expect(store.putStream('users/a/x', bytes(), 'text/plain')).rejects.toThrow('not confirm');
		await expect(store.put('users/a/x', Buffer.from('x'), 'text/plain')).rejects.toThrow('not confirm');
		await expect(store.deleteFolder('users/a')).rejects.toThrow('no list');
		await expect(store.delete('users/a/x')).rejects.toThrow('a page');
	});

	test.each([200, 204])('with an empty answer %i has deleted something', async (status) => {
		const { store, asked } = await storeThat((_request, response) => response.writeHead(status).end());
		await store.delete('users/a/x');
		expect(asked).toHaveLength(1);
	});

	test('with a wrong list loses nothing of others, and does not keep us for ever', async () => {
		const others = await storeThat((request, response) =>
			request.method === 'GET'
				? list(response, ['users/b/1', 'users/abc', 'x'])
				: response.writeHead(204).end(),
		);
		await others.store.deleteFolder('users/a');
		expect(others.asked).toEqual(['GET /pictures/']);
		const keeps = await storeThat((request, response) =>
			request.method === 'GET' ? list(response, ['users/a/1']) : response.writeHead(204).end(),
		);
		await expect(keeps.store.deleteFolder('users/a')).rejects.toThrow('still lists');
		const circles = await storeThat((_request, response) => list(response, [], 'on'));
		await expect(circles.store.deleteFolder('users/a')).rejects.toThrow('never ends');
		const gaps = await storeThat((request, response) => {
			if (request.method !== 'GET') return response.writeHead(204).end();
			const isDeleted = gaps.asked.includes('DELETE /pictures/users/a/1');
			if (!request.url?.includes('continuation-token'))
				return list(response, [], isDeleted ? undefined : 'on');
			return list(response, ['users/a/1']);
		});
		await gaps.store.deleteFolder('users/a');
		expect(gaps.asked).toContain('DELETE /pictures/users/a/1');
	});
});

describe('the folder store', () => {
	test.each(['../out', '/etc/passwd', 'a/../b', 'a//b', './a', 'a/.hidden', 'a\0b', 'a b', ''])(
		'takes no path like %j',
		async (path) => {
			await expect(stores.folder?.put(path, Buffer.from('x'), 'text/plain')).rejects.toThrow(
				'not a storage path',
			);
		},
	);

	test('removes folders that have become empty, and makes them again', async () => {
		const store = folderStore(join(folder, 'tidy'));
		await store.put('users/a/one/x.txt', Buffer.from('x'), 'text/plain');
		await store.put('users/b.txt', Buffer.from('x'), 'text/plain');
		await store.delete('users/a/one/x.txt');
		expect(await readdir(join(folder, 'tidy', 'users'))).toEqual(['b.txt']);
		await store.put('users/a/one/x.txt', Buffer.from('y'), 'text/plain');
		expect(String(await store.read('users/a/one/x.txt'))).toBe('y');
	});

	test('loses nothing that is put while others are deleted from the same folder', async () => {
		const store = folderStore(join(folder, 'busy'));
		for (let round = 0; round < 50; round++) {
			await store.put('a/b/old.txt', Buffer.from('x'), 'text/plain');
			await Promise.all([
				store.delete('a/b/old.txt'),
				store.put('a/b/new.txt', Buffer.from(String(round)), 'text/plain'),
			]);
			expect(String(await store.read('a/b/new.txt'))).toBe(String(round));
			await store.delete('a/b/new.txt');
		}
	});

	test('leaves nothing half-written', async () => {
		const store = folderStore(join(folder, 'whole'));
		await store.put('a/b.txt', Buffer.from('x'), 'text/plain');
		await expect(store.put('a/b.txt/c', Buffer.from('x'), 'text/plain')).rejects.toThrow();
		expect(await readdir(join(folder, 'whole', 'a'))).toEqual(['b.txt']);
	});
});

test('a folder into which somebody still writes can be deleted', async () => {
	const store = stores.folder as ObjectStore;
	const writing = async (n: number) => {
		for (let m = 0; m < 30; m++) {
			// The folder may vanish under the file, which is told to whoever writes.
			await store.put(`users/c/${n}/${m}/a.txt`, Buffer.from('a'), 'text/plain').catch(() => {});
		}
	};
	const writers = Promise.all(Array.from({ length: 4 }, (_, n) => writing(n)));
	for (let n = 0; n < 10; n++) await store.deleteFolder('users/c');
	await writers;
	await store.deleteFolder('users/c');
	expect(await store.get('users/c/0/29/a.txt')).toBeNull();
});
