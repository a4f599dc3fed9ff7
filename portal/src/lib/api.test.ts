import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, call, gone, readError } from './api.ts';

const answer = (response: () => Response | Promise<Response>) =>
	vi.stubGlobal('fetch', async () => response());
afterEach(() => {
	vi.unstubAllGlobals();
});

test('an answer is parsed', async () => {
	answer(() => Response.json({ creditBalance: 5 }));
	expect(await call('GET /api/billing')).toEqual({ creditBalance: 5 });
});

test('a refusal carries code, message, status and the time to wait', async () => {
	const refusal = { error: { code: 'resource-exhausted', message: 'Too many attempts.' } };
	answer(() => Response.json(refusal, { status: 429, headers: { 'Retry-After': '90' } }));
	const error = await call('GET /api/billing').catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(ApiError);
	expect(error).toMatchObject({
		code: 'resource-exhausted',
		message: 'Too many attempts.',
		status: 429,
		retryAfter: 90,
	});
});

test('an answer that is not JSON is an internal error', async () => {
	answer(() => new Response('<html>'));
	await expect(call('GET /api/billing')).rejects.toMatchObject({ code: 'internal', status: 200 });
});

test('no answer at all is unavailable', async () => {
	answer(() => Promise.reject(new TypeError('fetch failed')));
	await expect(call('GET /api/billing')).rejects.toMatchObject({ code: 'unavailable', status: 0 });
});

test('an aborted request stays an abort', async () => {
	answer(() => Promise.reject(new DOMException('aborted', 'AbortError')));
	const aborted = call('GET /api/billing', { signal: AbortSignal.abort() });
	await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
});

test('what another tab has deleted is gone; any other failure is one', async () => {
	const refuse = (code: string, status: number) =>
		answer(() => Response.json({ error: { code, message: '' } }, { status }));
	const deleted = () => gone(call('DELETE /api/shares/{id}', { params: { id: 'a' } }));
	refuse('not-found', 404);
	await expect(deleted()).resolves.toBeUndefined();
	refuse('resource-exhausted', 429);
	await expect(deleted()).rejects.toMatchObject({ code: 'resource-exhausted' });
});

test('a route is called by its name, its parameters and query encoded', async () => {
	const asked: unknown[] = [];
	vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
		asked.push([init.method, path, init.body]);
		return Response.json({ mark: 'right' });
	});
	await call('PUT /api/runs/{id}/mark', { params: { id: 'a/b' }, body: { mark: 'right' } });
	await call('GET /api/runs', { query: { search: 'red & blue', cursor: undefined } });
	await call('POST /api/automations');
	expect(asked).toEqual([
		['PUT', '/api/runs/a%2Fb/mark', '{"mark":"right"}'],
		['GET', '/api/runs?search=red+%26+blue', null],
		['POST', '/api/automations', '{}'],
	]);
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
