import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdConnect } from './openid-connect.ts';

let issuer: string;
let answer: RequestListener = () => {};
const server = createServer((request, response) => answer(request, response));
beforeAll(async () => {
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const open = () =>
	openIdConnect(
		{ issuer, clientId: 'watchword', clientSecret: 'secret', name: 'Example ID', newAccounts: false },
		'https://portal.example.com/api/auth/sso/callback',
		0.5,
	);

const says =
	(description: object): RequestListener =>
	(_request, response) =>
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(description));

const BAD: [string, RequestListener][] = [
	['that never answers', () => {}],
	['that never ends its answer', (_request, response) => response.writeHead(200).write('{')],
	['that answers far too much', (_request, response) => response.end('x'.repeat(2_000_000))],
	['that sends elsewhere', (_request, response) => response.writeHead(302, { location: '/x' }).end()],
	['that fails', (_request, response) => response.writeHead(502).end()],
	['that answers a page', (_request, response) => response.end('<html>')],
	[
		'of another name',
		says({ issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example' }),
	],
];

test.each(BAD)('a provider %s is not available, and is asked again the next time', async (_what, bad) => {
	const sso = open();
	answer = bad;
	await expect(sso.begin(false)).rejects.toMatchObject({ why: 'unavailable' });
	answer = says({ issuer, authorization_endpoint: `${issuer}/auth` });
	const { url } = await sso.begin(false);
	expect(url).toMatch(`${issuer}/auth?`);
});

test('all who sign in at once wait for one description, which is then kept', async () => {
	let asked = 0;
	answer = (request, response) => {
		asked += 1;
		says({ issuer, authorization_endpoint: `${issuer}/auth` })(request, response);
	};
	const sso = open();
	const begun = await Promise.all([sso.begin(false), sso.begin(false), sso.begin(true)]);
	await sso.begin(false);
	expect(asked).toBe(1);
	const queries = begun.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
	expect(queries[0]).toMatchObject({
		...{ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email profile' },
		redirect_uri: 'https://portal.example.com/api/auth/sso/callback',
		...{ state: begun[0]?.attempt.state, nonce: begun[0]?.attempt.nonce },
	});
	expect(
		new Set(queries.flatMap(({ state, nonce, code_challenge }) => [state, nonce, code_challenge])).size,
	).toBe(9);
	expect(JSON.stringify(queries)).not.toContain(begun[0]?.attempt.verifier);
	expect(queries.map(({ prompt, max_age }) => [prompt, max_age])).toEqual(
		[[], [], ['login', '0']].map(([a, b]) => [a, b]),
	);
});
