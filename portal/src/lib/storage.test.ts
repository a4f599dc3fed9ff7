import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	STORAGE_MAX_BACKOFF_MS,
	STORAGE_OPERATION_RETRY_MS,
	STORAGE_UPLOAD_RETRY_MS,
} from '@watchword/contract/constants';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { backoff, type Clock, realClock, retrying } from './backoff.ts';
import { createStorage } from './storage.ts';

const DOCUMENT = {
	bucket: 'watchword',
	name: 'users/u/captures/a b.jpg',
	generation: '1700000000000000',
	metageneration: '1',
	size: '61440',
	timeCreated: '2026-01-31T07:30:00.000Z',
	updated: '2026-01-31T07:30:01.000Z',
	md5Hash: 'XrY7u+Ae7tCTyyK7j1rNww==',
	cacheControl: 'private, max-age=31536000, immutable',
	contentDisposition: 'inline',
	contentEncoding: 'identity',
	contentLanguage: 'en',
	contentType: 'image/jpeg',
	metadata: { capturedAt: '2026-01-31T07:29:58.000Z' },
	downloadTokens: 'first token,second',
};

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const fine: Answer = (response) => response.end(JSON.stringify(DOCUMENT));
const status =
	(code: number, body = ''): Answer =>
	(response) => {
		response.statusCode = code;
		response.end(body);
	};
const drop: Answer = (response) => response.destroy();
/** Promises more than it sends. */
const dropHalfway: Answer = (response) => {
	response.writeHead(200, { 'Content-Length': 1000 });
	response.write('{"bucket":');
	setImmediate(() => response.destroy());
};

/** What the server does, request by request; the last again and again. */
let script: Answer[] = [];
let requests: IncomingMessage[] = [];
let server: Server;
let host = '';

beforeAll(async () => {
	server = createServer((request, response) => {
		requests.push(request);
		(script.length > 1 ? script.shift() : script[0])?.(response, request);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

/** A clock on which waiting takes no time. */
class StillClock implements Clock {
	time = 0;
	waits: number[] = [];
	alarms = new Set<() => void>();
	chance = 1;
	now = () => this.time;
	random = () => this.chance;
	sleep = async (ms: number) => {
		this.waits.push(ms);
		this.time += ms;
	};
	after = (_ms: number, callback: () => void) => {
		this.alarms.add(callback);
		return () => this.alarms.delete(callback);
	};
}

let clock: StillClock;
beforeEach(() => {
	clock = new StillClock();
	requests = [];
});

const storage = (options: Partial<Parameters<typeof createStorage>[0]> = {}) =>
	createStorage({ bucket: 'watchword', host, clock, ...options });

test('metadata: every field, under the names the portal uses', async () => {
	script = [fine];
	const { metadata, name, size, downloadTokens, ...same } = DOCUMENT;
	expect(await storage().getMetadata(DOCUMENT.name)).toEqual({
		...same,
		name: 'a b.jpg',
		fullPath: name,
		size: 61440,
		customMetadata: metadata,
		downloadTokens: ['first token', 'second'],
	});
});

test('the path is one encoded segment, and the headers say who asks', async () => {
	script = [fine];
	await storage({ token: async () => 'session', appCheckToken: () => 'genuine' }).getMetadata(DOCUMENT.name);
	expect(requests[0]).toMatchObject({
		method: 'GET',
		url: '/v0/b/watchword/o/users%2Fu%2Fcaptures%2Fa%20b.jpg',
		headers: {
			authorization: 'Firebase session',
			'x-firebase-appcheck': 'genuine',
			'x-firebase-storage-version': 'watchword/1',
			'x-firebase-gmpid': 'watchword-portal',
		},
	});
});

test('without tokens, the request is authenticated by the cookie and names the app', async () => {
	script = [fine];
	await storage({ token: () => null }).getMetadata('a');
	expect(requests[0]?.headers).not.toHaveProperty('authorization');
	expect(requests[0]?.headers['x-firebase-appcheck']).toBe('watchword-portal');
});

test('the download URL has the first token', async () => {
	script = [fine];
	expect(await storage().getDownloadURL(DOCUMENT.name)).toBe(
		`${host}/v0/b/watchword/o/users%2Fu%2Fcaptures%2Fa%20b.jpg?alt=media&token=first%20token`,
	);
});

test.each(['', ','])('with the tokens %j there is no download URL', async (downloadTokens) => {
	script = [status(200, JSON.stringify({ ...DOCUMENT, downloadTokens }))];
	await expect(storage().getDownloadURL('a')).rejects.toMatchObject({
		code: 'storage/no-download-url',
		message: 'The given file does not have any download URLs.',
	});
});

test.each([
	[400, 'unknown', undefined],
	[
		401,
		'unauthenticated',
		'User is not authenticated, please authenticate using Firebase Authentication and try again.',
	],
	[402, 'quota-exceeded', undefined],
	[403, 'unauthorized', 'User does not have permission to access'],
	[404, 'object-not-found', 'Object does not exist'],
	[409, 'unknown', undefined],
	[206, 'unknown', undefined],
])('%i is %s, and not asked again', async (code, name, message) => {
	script = [status(code, '<h1>what it said</h1>')];
	const error: unknown = await storage()
		.getMetadata('a')
		.catch((caught: unknown) => caught);
	expect(error).toMatchObject({
		code: `storage/${name}`,
		status: code,
		serverResponse: '<h1>what it said</h1>',
		...(message && { message }),
	});
	expect(requests).toHaveLength(1);
});

test('a 401 for an app-check token is about the app', async () => {
	script = [status(401, '{"error":{"code":401,"message":"Firebase App Check token is invalid."}}')];
	await expect(storage().getMetadata('a')).rejects.toMatchObject({ code: 'storage/unauthorized-app' });
});

test.each(['', '<html>', 'null', '7', '[]', '{"bucket":7}'])(
	'a 200 with the body %j cannot be read',
	async (body) => {
		script = [status(200, body)];
		await expect(storage().getMetadata('a')).rejects.toMatchObject({
			code: 'storage/internal-error',
			serverResponse: body,
		});
	},
);

test('temporary failures are retried: 5xx, 408, 429, dropped connections, incomplete answers', async () => {
	script = [
		status(500),
		status(503, 'later'),
		status(408),
		status(429),
		drop,
		dropHalfway,
		status(599),
		fine,
	];
	expect((await storage().getMetadata('a')).size).toBe(61440);
	expect(requests).toHaveLength(8);
	expect(clock.waits).toEqual([1, 2, 4, 8, 16, 32, 64].map((seconds) => seconds * 1000));
	expect(clock.alarms.size).toBe(0);
});

test('a refusal after a retry ends it', async () => {
	script = [status(500), status(404)];
	await expect(storage().getMetadata('a')).rejects.toMatchObject({ code: 'storage/object-not-found' });
	expect(requests).toHaveLength(2);
});

test('after ten minutes it gives up with the last error of the server', async () => {
	script = [status(503, 'closed')];
	await expect(storage().getMetadata('a')).rejects.toMatchObject({
		code: 'storage/retry-limit-exceeded',
		message: 'Max retry time for operation exceeded, please try again.',
		status: 503,
		serverResponse: 'closed',
	});
	expect(clock.time).toBeLessThanOrEqual(STORAGE_OPERATION_RETRY_MS);
	expect(clock.time).toBeGreaterThan(STORAGE_OPERATION_RETRY_MS - STORAGE_MAX_BACKOFF_MS);
	expect(Math.max(...clock.waits)).toBe(STORAGE_MAX_BACKOFF_MS);
});

test('a server that never answers is given up at the limit', async () => {
	const { promise: asked, resolve } = Promise.withResolvers<void>();
	script = [() => resolve()];
	const answer = storage().getMetadata('a');
	await asked;
	for (const ring of clock.alarms) ring();
	await expect(answer).rejects.toMatchObject({ code: 'storage/retry-limit-exceeded', status: 0 });
});

test('canceled before, during a request, and during a pause', async () => {
	const canceled = { code: 'storage/canceled', message: 'User canceled the upload/download.' };
	await expect(storage().getMetadata('a', AbortSignal.abort())).rejects.toMatchObject(canceled);
	expect(requests).toHaveLength(0);

	const during = new AbortController();
	script = [() => during.abort()];
	await expect(storage().getMetadata('a', during.signal)).rejects.toMatchObject(canceled);

	const pause = new AbortController();
	clock.sleep = async () => pause.abort();
	script = [status(500)];
	await expect(storage().getMetadata('a', pause.signal)).rejects.toMatchObject(canceled);
});

test('a closed client cancels running requests and accepts no new ones', async () => {
	const client = storage();
	script = [() => client.close()];
	await expect(client.getMetadata('a')).rejects.toMatchObject({ code: 'storage/app-deleted' });
	await expect(client.getMetadata('a')).rejects.toMatchObject({ code: 'storage/app-deleted' });
	expect(requests).toHaveLength(1);
});

test.each([
	[-1, 'Expected 0 or greater'],
	[Number.NaN, 'Expected 0 or greater'],
	[STORAGE_OPERATION_RETRY_MS + 1, `Expected ${STORAGE_OPERATION_RETRY_MS} or less`],
])('a retry time of %d is no argument', (operationRetryMs, message) => {
	expect(() => storage({ operationRetryMs })).toThrow(
		expect.objectContaining({ code: 'storage/invalid-argument', message }),
	);
});

test('an upload is given up after two minutes', async () => {
	const attempt = async () => ({ again: null });
	const limits = {
		limitMs: STORAGE_UPLOAD_RETRY_MS,
		longestWaitMs: STORAGE_MAX_BACKOFF_MS,
		clock,
		timedOut: () => new Error('time is up'),
		canceled: () => new Error('canceled'),
	};
	await expect(retrying(attempt, limits)).rejects.toThrow('time is up');
	expect(clock.waits.map((ms) => ms / 1000)).toEqual([1, 2, 4, 8, 16, 32]);
});

test('the pause is spread over its upper half', () => {
	expect([backoff(3, 64_000, 0), backoff(3, 64_000, 0.5), backoff(3, 64_000, 1)]).toEqual([
		4_000, 6_000, 8_000,
	]);
	expect(backoff(40, 64_000, 1)).toBe(64_000);
});

test('a real pause ends at once when it is cancelled', async () => {
	const stop = new AbortController();
	const pause = realClock.sleep(3_600_000, stop.signal);
	stop.abort();
	await pause;
	await realClock.sleep(3_600_000, stop.signal);
});
