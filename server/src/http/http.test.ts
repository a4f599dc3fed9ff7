import http from 'node:http';
import { connect } from 'node:net';
import type { PortalSettings } from '@watchword/contract/portal';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const SIGN_IN = '/api/auth/sign-in/email';
const jsonType = { 'content-type': 'application/json' };

describe('bad requests', () => {
	const send = (body: string, headers: Record<string, string> = jsonType) =>
		server.visitor().fetch(SIGN_IN, { method: 'POST', body, headers });

	test.each(['{', '', 'null', '[]', '{"email":"a@b.co","password":"x"', '\u0000', '{"__proto__":{"a":1}}'])(
		'body %j is refused with a reason',
		async (body) => expect(await refusal(await send(body))).toBe('400 invalid-argument'),
	);

	test('a body of another kind is refused', async () => {
		const form = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await send('email=a', form);
		expect(await refusal(answer.clone())).toBe('415 unsupported-media-type');
		expect(await answer.text()).toContain('Content-Type: application/json');
	});

	test('a body that is too large is refused, with and without its length said', async () => {
		const large = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(200_000) });
		expect(await refusal(await send(large))).toBe('413 payload-too-large');
		const stream = new Blob([large]).stream();
		const chunked = await server
			.visitor()
			.fetch(SIGN_IN, { method: 'POST', body: stream, headers: jsonType, duplex: 'half' } as RequestInit);
		expect(await refusal(chunked)).toBe('413 payload-too-large');
	});

	test.each([
		'\u202e\u200b\ufeff',
		'Ω≈ç√∫˜µ≤≥÷',
		"'; drop table users; --",
		'<script>alert(1)</script>',
		'\ud800',
		'田中さん',
		'%s%n{{7*7}}',
	])('naughty string %j changes nothing and breaks nothing', async (text) => {
		const answer = await server.visitor().post(SIGN_IN, { email: `${text}@example.com`, password: text });
		expect([400, 401]).toContain(answer.status);
		const typed = await server.visitor().post(SIGN_IN, { email: 'someone@example.com', password: text });
		expect(await refusal(typed)).toBe('401 auth/invalid-credential');
	});

	test('a moment of another form is refused with the form it should have', async () => {
		const answer = await (await server.customer()).get('/api/runs?from=2026-11-18');
		expect(await answer.json()).toEqual({
			error: {
				code: 'invalid-argument',
				message: 'from: must be whole seconds since 1970, such as 1794814261',
			},
		});
	});

	test('a request without a body is taken as such, whatever its method', async () => {
		const customer = await server.customer();
		const path = '/api/devices/aaaaaaaaaaaaaaaaaaaa';
		expect(await refusal(await customer.fetch(path, { method: 'DELETE' }))).toBe('404 not-found');
		expect((await customer.fetch('/api/auth/sign-out', { method: 'POST' })).status).toBe(200);
	});

	test('the portal is told how commands begin here', async () => {
		const { commands } = (await (await server.visitor().get('/api/portal')).json()) as PortalSettings;
		expect(commands).toEqual({ admin: 'npm run admin --', camera: 'npm run camera --' });
	});

	test('cameras are told the port outside, and the host of the portal where no other one is named', async () => {
		const env = { ROLES: 'api', PUBLIC_URL: 'https://portal.example.com', MAIL_SERVER: ':25' };
		const mapped = await startServer({ env });
		const { mailServer } = (await (await mapped.visitor().get('/api/portal')).json()) as PortalSettings;
		expect(mailServer).toEqual({ host: 'portal.example.com', port: 25, encrypted: false });
		await mapped.stop();
	});

	test('an unknown address of the API is not found, whatever the method', async () => {
		expect(await refusal(await server.visitor().get('/api/nothing'))).toBe('404 not-found');
		expect(await refusal(await server.visitor().post('/api/nothing'))).toBe('404 not-found');
		expect(await refusal(await server.visitor().send('DELETE', '/api/portal', {}))).toBe('404 not-found');
	});

	test.each(['cursor=%00', 'cursor=made-up', 'cursor=MjAyNi0wMS0wMSB4IHg', 'other=1'])(
		'query %s is refused with a reason',
		async (query) => {
			const customer = await server.customer();
			expect(await refusal(await customer.get(`/api/runs?${query}`))).toBe('400 invalid-argument');
		},
	);
});

describe('another site', () => {
	test.each(['https://evil.example', 'null', 'http://localhost:1', 'not an origin'])(
		'cannot change anything from origin %s',
		async (origin) => {
			const customer = await server.customer();
			const answer = await customer.fetch('/api/auth/sign-out', { method: 'POST', headers: { origin } });
			expect(await refusal(answer)).toBe('403 cross-origin');
			expect((await customer.get('/api/users/me')).status).toBe(200);
		},
	);

	test('is every page over plain http where the portal is encrypted', async () => {
		const secure = await startServer({ env: { ROLES: 'api', PUBLIC_URL: 'https://portal.example.com' } });
		const { host } = new URL(secure.url);
		const answerTo = async (origin: string) =>
			refusal(
				await secure
					.visitor()
					.fetch(SIGN_IN, { method: 'POST', headers: { ...jsonType, origin }, body: '{' }),
			);
		for (const origin of ['http://portal.example.com', `http://${host}`])
			expect(await answerTo(origin), origin).toBe('403 cross-origin');
		for (const origin of ['https://portal.example.com', `https://${host}`])
			expect(await answerTo(origin), origin).toBe('400 invalid-argument');
		await secure.stop();
	});
});

describe('every answer', () => {
	test('names the request and keeps the browser strict', async () => {
		const { headers } = await server.visitor().get('/api/portal');
		expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/);
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('x-frame-options')).toBe('DENY');
		const policy = headers.get('content-security-policy') ?? '';
		expect(policy).toContain("default-src 'self'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain('unsafe');
	});

	test('belongs to the portal alone, but for the logo, by which another page notices that the browser trusts it', async () => {
		const policyOf = async (path: string) =>
			(await server.visitor().get(path)).headers.get('cross-origin-resource-policy');
		expect(await policyOf('/favicon.svg')).toBe('cross-origin');
		for (const path of ['/', '/api/portal', '/plain-page.css'])
			expect(await policyOf(path), path).toBe('same-origin');
	});

	test('lets the form of Stripe load where Stripe takes the payments, and nowhere else', async () => {
		const policyOf = async ({ visitor }: TestServer) =>
			(await visitor().get('/api/portal')).headers.get('content-security-policy');
		expect(await policyOf(server)).not.toContain('stripe.com');
		const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
		const paid = await startServer({ env: { ...env, STRIPE_WEBHOOK_SECRET: 'whsec_1' } });
		const policy = await policyOf(paid);
		for (const part of [
			"script-src 'self' https://js.stripe.com https://*.js.stripe.com",
			"frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
			"connect-src 'self' https://api.stripe.com",
		])
			expect(policy?.split('; ')).toContain(part);
		await paid.stop();
	});

	test('keeps the page for mails to its own policy, pictures from elsewhere only when asked for', async () => {
		const policyOf = async (path: string) => {
			const { headers } = await server.visitor().get(path);
			expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
			expect(headers.get('referrer-policy')).toBe('no-referrer');
			return headers.get('content-security-policy');
		};
		const rest =
			"base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox";
		const policy = (images: string) => `default-src 'none'; style-src 'self'; img-src ${images}; ${rest}`;
		expect(await policyOf('/mail-frame')).toBe(policy('data:'));
		expect(await policyOf('/mail-frame?images=other')).toBe(policy('data:'));
		expect(await policyOf('/mail-frame?images=remote')).toBe(policy('data: https: http:'));
	});

	test('says when something failed on our side, and nothing more', async () => {
		const broken = await startServer({ env: { ROLES: 'api' } });
		const customer = await broken.customer();
		await broken.services.database.db.execute('drop table automation_runs cascade');
		const answer = await customer.get('/api/runs');
		const body = await answer.text();
		expect(answer.status).toBe(500);
		expect(JSON.parse(body).error.code).toBe('internal');
		expect(body).not.toMatch(/automation_runs|select/i);
		await broken.stop();
	});
});

describe('operation', () => {
	test('what a browser can unpack is sent compressed', async () => {
		const read = (coding: string) =>
			server.visitor().fetch('/api/openapi.json', { headers: { 'accept-encoding': coding } });
		const [packed, plain] = await Promise.all([read('gzip'), read('identity')]);
		expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
		expect(await packed.text()).toBe(await plain.text());
	});

	test('the probes answer', async () => {
		expect(await (await server.visitor().get('/healthz')).json()).toEqual({ status: 'ok' });
		expect(await (await server.visitor().get('/readyz')).json()).toEqual({ status: 'ok' });
	});

	test('/readyz says what cannot be stored while nothing can', async () => {
		const full = await startServer({ env: { ROLES: 'api' } });
		const { objects, spool, database } = full.services;
		const answers = async (words: string) =>
			waitFor(`/readyz to say ${words}`, async () =>
				(await (await full.visitor().get('/readyz')).text()).includes(words),
			);
		const noSpace = () =>
			Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
		const fills = {
			'the file storage': () => vi.spyOn(objects, 'put').mockImplementation(noSpace),
			'the data folder': () => vi.spyOn(spool, 'keep').mockImplementation(noSpace),
		};
		for (const [place, fill] of Object.entries(fills)) {
			await answers('"ok"');
			const filled = fill();
			await answers(`Nothing can be stored: ${place} is full.`);
			filled.mockRestore();
		}
		await answers('"ok"');
		await database.db.execute(sql`alter table rate_limits rename to elsewhere`);
		await answers('Nothing can be stored: the database cannot be written.');
		expect((await full.visitor().get('/readyz')).status).toBe(503);
		await database.db.execute(sql`alter table elsewhere rename to rate_limits`);
		await answers('"ok"');
		await full.stop();
	});

	test('the API describes itself, for machines and for people', async () => {
		const document = await (await server.visitor().get('/api/openapi.json')).json();
		expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Watchword' } });
		expect(Object.keys((document as { paths: object }).paths)).toContain('/api/auth/sign-in/email');
		const page = await server.visitor().get('/api/docs');
		expect(page.headers.get('content-type')).toContain('text/html');
		expect(await page.text()).toContain('<code>/api/auth/sign-in/email</code>');
	});

	test('bodies and answers that are not JSON are described, too', async () => {
		const { paths } = (await (await server.visitor().get('/api/openapi.json')).json()) as {
			paths: Record<string, Record<string, { requestBody?: object; responses: object; security: object[] }>>;
		};
		const picture = { schema: { type: 'string', format: 'binary' } };
		expect(paths['/api/captures']?.post).toMatchObject({
			security: [{ bearerAuth: ['captures'] }, { deviceKey: [] }, { deviceKeyAsUser: [] }],
			requestBody: {
				required: true,
				content: {
					'image/jpeg': picture,
					'image/png': picture,
					'image/webp': picture,
					'multipart/form-data': {},
				},
			},
		});
		expect(paths['/v0/b/{bucket}/o/{path}']?.get?.responses).toMatchObject({
			200: { content: { 'application/json': {}, '*/*': picture } },
			206: { content: { '*/*': picture } },
			304: {},
		});
	});

	test('a stop lets the request under way finish', async () => {
		const stopping = await startServer();
		const { port } = new URL(stopping.url);
		const request = http.request({
			port,
			path: SIGN_IN,
			method: 'POST',
			headers: { ...jsonType, 'content-length': 47 },
		});
		const answered = new Promise<number | undefined>((done) =>
			request.on('response', (response) => done(response.resume().statusCode)),
		);
		request.write('{"email":"nobody@example.com",');
		await new Promise((sent) => request.on('socket', (socket) => socket.on('connect', sent)));
		await stopping.visitor().get('/healthz');
		const stopped = stopping.stop();
		request.end('"password":"xxxxx"');
		expect(await answered).toBe(400);
		await stopped;
	});

	test('a stop does not wait for a connection on which nothing came', async () => {
		const stopping = await startServer();
		const silent = connect({ port: Number(new URL(stopping.url).port) });
		await new Promise((connected) => silent.once('connect', connected));
		await stopping.visitor().get('/healthz');
		const ended = new Promise((closed) => silent.once('close', closed).resume());
		await stopping.stop();
		await ended;
	});
});
