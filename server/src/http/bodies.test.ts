import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INTAKE } from '../base/incoming.ts';
import { jpeg } from '../testing/images.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const kB = 1024;
const MB = 1024 * kB;
const ID = 'aaaaaaaaaaaaaaaaaaaa';

/** A request whose body never ends: whoever answers has not waited for it. */
function sendEndless(method: string, path: string, bytes: number, headers: http.OutgoingHttpHeaders = {}) {
	const request = http.request(server.url + path, {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		agent: false,
	});
	const status = new Promise<number | undefined>((answered, failed) => {
		request.once('response', (response) => answered(response.resume().statusCode)).once('error', failed);
	});
	request.write(Buffer.alloc(bytes, ' '));
	return { status, end: () => request.destroy() };
}

async function statusOf(...request: Parameters<typeof sendEndless>): Promise<number | undefined> {
	const { status, end } = sendEndless(...request);
	const heard = await status;
	end();
	return heard;
}

describe('a body', () => {
	test.each([
		['POST', '/api/auth/sign-in/email', 413],
		['PUT', '/api/captures', 413],
		['POST', '/api/captures/settings', 413],
		['PUT', `/api/automations/${ID}/try`, 413],
		['POST', '/api/webhooks/stripe', 413],
		['POST', '/api/nothing', 413],
		['POST', '/v0/b/watchword/o/x?alt=media&token=y', 413],
		['POST', '/v0/nothing', 413],
		['POST', '/metrics', 413],
		['POST', '/healthz', 413],
		['POST', '/mail-frame', 413],
		['PUT', '/assets/x.js', 413],
		['PATCH', '/', 413],
		// Larger ones are for whoever says first who sends them.
		['POST', '/api/captures', 401],
		['POST', `/api/automations/${ID}/try`, 401],
	])('without credentials is not waited for: %s %s is answered %i', async (method, path, status) => {
		expect(await statusOf(method, path, 200 * kB)).toBe(status);
		expect(await statusOf(method, path, 1, { 'content-length': 250 * MB })).toBe(status);
	});

	test('of a capture is read up to 10 MB, for a device that is known', async () => {
		expect(await statusOf('POST', '/api/captures', 10 * MB + 1, await device())).toBe(413);
		const stranger = { authorization: 'Bearer wwk_made-up' };
		expect(await statusOf('POST', '/api/captures', 200 * kB, stranger)).toBe(401);
	});

	test('of a trial is read up to 2 MB, for who is signed in', async () => {
		const customer = await server.customer();
		const cookie = [...customer.cookies].map((pair) => pair.join('=')).join('; ');
		const path = `/api/automations/${ID}/try`;
		expect(await statusOf('POST', path, 2 * MB + 1, { cookie })).toBe(413);
		const padded = await customer.fetch(path, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: `${' '.repeat(MB)}{}`,
		});
		expect(padded.status).toBe(400);
		for (const type of ['application/json', 'Application/JSON']) {
			const headers = { 'content-type': type };
			const withNul = await customer.fetch(path, { method: 'POST', headers, body: '{"a":"\\u0000"}' });
			expect(await withNul.text()).toContain('NUL');
		}
	});

	test('has half letters replaced, which no database can hold', async () => {
		const customer = await server.customer();
		const sent = String.raw`{"connection":"mail","desc":"a\udc00 \uD83D \ud83d\ude00 \\ud83d"}`;
		const added = await customer.fetch('/api/devices', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: sent,
		});
		expect(added.status).toBe(200);
		const { items } = (await (await customer.get('/api/devices')).json()) as { items: { desc: string }[] };
		expect(items[0]?.desc).toBe('a\ufffd \ufffd \u{1f600} \\ud83d');
	});

	test('finds no room where its address has sent too much at once, and cameras go on', async () => {
		const headers = await device();
		const unfinished = Array.from({ length: 190 }, () => sendEndless('POST', '/api/nothing', 90 * kB));
		expect(await Promise.race(unfinished.map(({ status }) => status))).toBe(429);
		const body = new Uint8Array(await jpeg());
		const capture = await fetch(`${server.url}/api/captures`, { method: 'POST', headers, body });
		expect(capture.status).toBe(202);
		for (const { status, end } of unfinished) {
			status.catch(() => undefined);
			end();
		}
		const hasRoom = async () => (await server.visitor().post('/api/nothing')).status !== 429;
		await waitFor('room for requests after the others ended', hasRoom);
	});

	test('that is small has room while large ones of other accounts take all of theirs', async () => {
		const headers = await device();
		const rooms = ['one', 'other'].map((owner) => ({ owner, bytes: 84 * MB }));
		for (const { owner, bytes } of rooms) expect(INTAKE.customers.take(owner, bytes)).toBe(true);
		const send = async (body: Uint8Array<ArrayBuffer>) =>
			(await fetch(`${server.url}/api/captures`, { method: 'POST', headers, body })).status;
		expect(await send(new Uint8Array(2 * MB))).toBe(429);
		expect(await send(new Uint8Array(await jpeg()))).toBe(202);
		for (const { owner, bytes } of rooms) INTAKE.customers.release(owner, bytes);
	});
});

async function device(): Promise<{ authorization: string }> {
	const customer = await server.customer();
	const { code } = (await (await customer.post('/api/devices/pairings')).json()) as { code: string };
	const claimed = await server.visitor().post('/api/devices/claim', { code });
	const { deviceKey } = (await claimed.json()) as { deviceKey: string };
	return { authorization: `Bearer ${deviceKey}` };
}
