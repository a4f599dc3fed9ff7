import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { recordFile, storeBytes } from './files.ts';

let server: TestServer;
let owner: Awaited<ReturnType<TestServer['customer']>>;
let path: string;
let token: string;
const BYTES = Buffer.from('0123456789');

beforeAll(async () => {
	server = await startServer();
	owner = await server.customer();
	path = `users/${owner.uid}/note.txt`;
	const { objects, database } = server.services;
	await recordFile(
		database.db,
		await storeBytes(objects, {
			path,
			owner: owner.uid,
			bytes: BYTES,
			contentType: 'text/plain',
			metadata: { capturedAt: 'now' },
		}),
	);
	const metadata = (await (await owner.get(address())).json()) as { downloadTokens: string };
	token = metadata.downloadTokens;
});
afterAll(() => server.stop());

const address = (of = path, bucket = 'watchword') => `/v0/b/${bucket}/o/${encodeURIComponent(of)}`;
const media = (headers: Record<string, string> = {}, with_ = token) =>
	server.visitor().fetch(`${address()}?alt=media&token=${with_}`, { headers });

test('a HEAD request leaves no file open', async () => {
	const get = vi.spyOn(server.services.objects, 'get');
	const url = `${address()}?alt=media&token=${token}`;
	const answer = await server.visitor().fetch(url, { method: 'HEAD' });
	expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '10']);
	expect(inspect(await get.mock.results[0]?.value)).toContain("state: 'closed'");
	get.mockRestore();
});

test.each([
	['longer', `${'x'.repeat(20)}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`],
	['shorter', 'xxx'],
])(
	'an object that is %s than it was stored spoils no other answer of the connection',
	async (_what, bytes) => {
		const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
		const customer = await server.customer();
		const path = `users/${customer.uid}/changed.txt`;
		const { db } = server.services.database;
		const { objects } = server.services;
		const stored = { path, owner: customer.uid, bytes: Buffer.alloc(20, 'x'), contentType: 'text/plain' };
		const row = await storeBytes(objects, stored);
		await recordFile(db, row);
		await objects.put(path, Buffer.from(bytes), 'text/plain');
		const url = new URL(server.url);
		const file = `/v0/b/watchword/o/${encodeURIComponent(path)}?alt=media&token=${row.downloadToken}`;
		const socket = net.connect(Number(url.port), url.hostname);
		let answered = '';
		socket.on('data', (data) => {
			answered += data;
		});
		const closed = new Promise((done) => socket.on('error', () => undefined).on('close', done));
		const ask = (target: string, more = '') =>
			socket.write(`GET ${target} HTTP/1.1\r\nhost: ${url.host}\r\n${more}\r\n`);
		ask(file);
		ask('/healthz', 'connection: close\r\n');
		await closed;
		said.mockRestore();
		expect(answered.match(/HTTP\/1\.1/g)).toHaveLength(1);
		// Some of the bytes may be out before it is noticed, but never as many as were announced.
		const body = answered.split('\r\n\r\n')[1] ?? '';
		expect(bytes.startsWith(body)).toBe(true);
		expect(body.length).toBeLessThan(20);
	},
);

test('a client that leaves before the answer leaves no file open', async () => {
	const get = vi.spyOn(server.services.objects, 'get');
	const { hostname, port } = new URL(server.url);
	for (let n = 0; n < 60; n++) {
		const socket = net.connect(Number(port), hostname);
		await new Promise((sent) =>
			socket.write(`GET ${address()}?alt=media&token=${token} HTTP/1.1\r\nHost: x\r\n\r\n`, sent),
		);
		await sleep(n % 6);
		socket.destroy();
	}
	await waitFor('all files to be closed', async () => {
		const streams: ReadableStream[] = await Promise.all(get.mock.results.map(({ value }) => value));
		// A stream that was cancelled or read to its end has nothing more to give.
		const open = streams.filter((stream) => inspect(stream).includes("state: 'readable'"));
		return open.length === 0;
	});
	expect(get.mock.results.length).toBeGreaterThan(0);
	get.mockRestore();
});

describe('metadata', () => {
	test('is the document of the storage service', async () => {
		const answer = await owner.get(address());
		expect(answer.status).toBe(200);
		const body = (await answer.json()) as Record<string, string>;
		expect(body).toMatchObject({
			bucket: 'watchword',
			name: path,
			size: '10',
			metageneration: '1',
			md5Hash: 'eB5eJF1ptWaXm4bijSPyxw==',
			contentType: 'text/plain',
			contentDisposition: 'inline',
			metadata: { capturedAt: 'now' },
		});
		expect(body.generation).toMatch(/^\d+$/);
		expect(Date.parse(String(body.timeCreated))).toBeGreaterThan(Date.now() - 600_000);
		expect(body.downloadTokens).toMatch(/^[\w-]{30,}$/);
	});

	test.each(['Firebase', 'Bearer'])(
		'is given for Authorization: %s with the session token',
		async (scheme) => {
			const cookie = decodeURIComponent([...owner.cookies.values()][0] ?? '');
			const headers = { authorization: `${scheme} ${cookie.split('.')[0]}` };
			expect((await server.visitor().fetch(address(), { headers })).status).toBe(200);
			const forged = await server
				.visitor()
				.fetch(address(), { headers: { authorization: `${scheme} forged` } });
			expect(await refusal(forged)).toBe('401 unauthenticated');
		},
	);

	test('is refused to visitors and other users, and unknown objects and buckets are not found', async () => {
		expect(await refusal(await server.visitor().get(address()))).toBe('401 unauthenticated');
		expect(await refusal(await (await server.customer()).get(address()))).toBe('403 permission-denied');
		expect(await refusal(await owner.get(address(`${path}x`)))).toBe('404 not-found');
		expect(await refusal(await owner.get(address(path, 'other')))).toBe('404 not-found');
	});
});

describe('the bytes', () => {
	test('need only the token, and may be cached forever', async () => {
		const answer = await media();
		expect(answer.status).toBe(200);
		expect(await answer.text()).toBe('0123456789');
		expect(answer.headers.get('content-type')).toBe('text/plain');
		expect(answer.headers.get('content-length')).toBe('10');
		expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
		expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
	});

	test('are refused with a wrong token, and to a visitor without a token', async () => {
		for (const wrong of ['wrong', token.split('').reverse().join('')])
			expect(await refusal(await media({}, wrong))).toBe('403 permission-denied');
		expect(await refusal(await server.visitor().get(`${address()}?alt=media`))).toBe('401 unauthenticated');
		expect((await owner.get(`${address()}?alt=media`)).status).toBe(200);
		expect(await refusal(await (await server.customer()).get(`${address()}?alt=media`))).toBe(
			'403 permission-denied',
		);
	});

	test('are not sent again to a browser that has them', async () => {
		const etag = (await media()).headers.get('etag') ?? '';
		const again = await media({ 'if-none-match': `"other", W/${etag}` });
		expect([again.status, await again.text()]).toEqual([304, '']);
		expect((await media({ 'if-none-match': '"other"' })).status).toBe(200);
	});

	test.each([
		['bytes=2-4', 206, '234', 'bytes 2-4/10'],
		['bytes=7-', 206, '789', 'bytes 7-9/10'],
		['bytes=-3', 206, '789', 'bytes 7-9/10'],
		['bytes=8-99', 206, '89', 'bytes 8-9/10'],
		['bytes=4-2', 200, '0123456789', null],
		['bytes=0-1,3-4', 200, '0123456789', null],
		['lines=1-2', 200, '0123456789', null],
	])('of range %s are answered %i', async (range, status, text, contentRange) => {
		const answer = await media({ range });
		expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
			status,
			text,
			contentRange,
		]);
	});

	test('of a range outside the file are refused', async () => {
		const answer = await media({ range: 'bytes=10-' });
		expect(answer.headers.get('content-range')).toBe('bytes */10');
		expect(await refusal(answer)).toBe('416 range-not-satisfiable');
	});

	test('are sent whole if a range was asked of an object that has changed', async () => {
		expect((await media({ range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200);
	});
});

test.each([
	'../../etc/passwd',
	'..%2f..%2fetc%2fpasswd',
	'/etc/passwd',
	'users/../../demo.json',
	'a\u0000b',
	'users/./x',
	'ünïcödé/🐕',
	'\\\\host\\share',
	`${'x/'.repeat(2000)}x`,
])('the path %j is not found', async (strange) => {
	const answer = await owner.get(address(strange));
	expect([400, 404]).toContain(answer.status);
	expect(await answer.text()).not.toContain('root:');
});

test('an address that cannot be decoded is refused', async () => {
	expect([400, 404]).toContain((await owner.get('/v0/b/watchword/o/%E0%A4%A')).status);
});
