import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError, api, readError } from './api.ts';

let server: Server;
let base = '';

beforeAll(async () => {
	server = createServer((request, response) => {
		if (request.url === '/fine') return response.end('{"items":[]}');
		if (request.url === '/page') return response.end('<html>');
		response.writeHead(429, { 'Retry-After': '90', 'Content-Type': 'application/json' });
		response.end('{"error":{"code":"resource-exhausted","message":"Too many attempts."}}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.close();
});

test('an answer is parsed', async () => {
	expect(await api.get(`${base}/fine`)).toEqual({ items: [] });
});

test('a refusal carries code, message, status and the time to wait', async () => {
	const error = await api.post(`${base}/refused`, {}).catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(ApiError);
	expect(error).toMatchObject({
		code: 'resource-exhausted',
		message: 'Too many attempts.',
		status: 429,
		retryAfter: 90,
	});
});

test('an answer that is no JSON is an internal error', async () => {
	await expect(api.get(`${base}/page`)).rejects.toMatchObject({ code: 'internal', status: 200 });
});

test('no answer at all is unavailable', async () => {
	await expect(api.get('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'unavailable', status: 0 });
});

test('an aborted request stays an abort', async () => {
	await expect(api.get(`${base}/fine`, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test.each([
	[502, '<h1>Bad gateway</h1>', 'unavailable'],
	[504, '', 'unavailable'],
	[500, '{"oops":true}', 'internal'],
	[403, '{"error":{"code":7}}', 'internal'],
	[500, 'null', 'internal'],
])('status %i with the body %j is %s', async (status, body, code) => {
	expect(await readError(new Response(body, { status }))).toMatchObject({ code, status, retryAfter: null });
});
