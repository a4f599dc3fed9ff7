import type { Me } from '@watchword/contract/account';
import type { ApiToken } from '@watchword/contract/api-token';
import type { Device } from '@watchword/contract/device';
import type { SavedResult } from '@watchword/contract/saved';
import { TOKEN_SCOPES, type TokenScope } from '@watchword/contract/token';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newId } from '../../base/ids.ts';
import { addAutomation, addCamera } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { endedRuns } from '../../testing/runs.ts';
import { type Browser, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { makeToken } from '../../testing/token.ts';
import { disableAccount } from '../standing.ts';
import { apiTokens } from '../tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const db = () => server.services.database.db;
const tokensOf = async (owner: Browser) =>
	((await (await owner.get('/api/tokens')).json()) as { items: ApiToken[] }).items;
const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
	server.visitor().fetch(path, { ...init, headers: { ...headers, ...init.headers } });
const messageOf = async (response: Response) =>
	((await response.json()) as { error: { message: string } }).error.message;
const kept = async (id: string) => (await db().select().from(apiTokens).where(eq(apiTokens.id, id)))[0];

describe('a token', () => {
	test('is shown once, stored as a hash, and announced by mail', async () => {
		const owner = await server.customer();
		const { id, token } = await makeToken(owner, ['automations', 'read'], 90);
		expect(token).toMatch(/^ww_[a-z2-7]{32,}$/);
		const [listed] = await tokensOf(owner);
		expect(listed).toMatchObject({ id, name: 'For automations and read', scopes: ['read', 'automations'] });
		expect(listed).toMatchObject({ used_at: null });
		expect(Date.parse(String(listed?.expires_at)) - Date.parse(String(listed?.created_at))).toBe(
			90 * 24 * 3600_000,
		);
		expect((await kept(id))?.hash).toBe(hashToken(token));
		const { rows } = await db().execute(
			sql`select t::text from api_tokens t where t::text like ${`%${token}%`}`,
		);
		expect(rows).toEqual([]);
		const [mail] = await server.mails(owner.email, 1);
		expect(mail).toContain('The API token "For automations and read" was made.');
		expect(mail).not.toContain(token);
	});

	test('can be made for ever, and is not made from bad input', async () => {
		const owner = await server.customer();
		await makeToken(owner, ['read'], null);
		expect((await tokensOf(owner))[0]?.expires_at).toBeNull();
		await owner.confirm();
		const good = { name: 'A program', scopes: ['read'], days: 30 };
		for (const bad of [
			{ name: ' ' },
			{ name: 'x'.repeat(61) },
			{ name: 'two\nlines' },
			{ scopes: [] },
			{ scopes: ['write'] },
			{ scopes: ['read', 'read'] },
			{ days: 31 },
			{ days: undefined },
		]) {
			const answer = await owner.post('/api/tokens', { ...good, ...bad });
			expect(await refusal(answer), JSON.stringify(bad)).toBe('400 invalid-argument');
		}
	});

	test('is the last one at fifty, until one is revoked', async () => {
		const owner = await server.customer();
		const { id } = await makeToken(owner, ['read']);
		const row = { _owner: owner.uid, name: 'One of many', scopes: ['read' as const] };
		const more = Array.from({ length: 49 }, () => ({ ...row, id: newId(), hash: newId() }));
		await db().insert(apiTokens).values(more);
		const another = () => owner.post('/api/tokens', { name: 'One more', scopes: ['read'], days: 30 });
		expect(await refusal(await another())).toBe('429 resource-exhausted');
		expect((await owner.send('DELETE', `/api/tokens/${id}`, {})).status).toBe(200);
		expect((await another()).status).toBe(200);
	});

	test('is listed with its last use, which is written once a minute', async () => {
		const owner = await server.customer();
		const { id, headers } = await makeToken(owner, ['read']);
		expect((await ask('/api/runs', headers)).status).toBe(200);
		const first = (await kept(id))?.used_at;
		expect(first).toBeInstanceOf(Date);
		await ask('/api/runs', headers);
		expect((await kept(id))?.used_at).toEqual(first);
		const earlier = sql`now() - interval '61 seconds'`;
		await db().update(apiTokens).set({ used_at: earlier }).where(eq(apiTokens.id, id));
		await ask('/api/runs', headers);
		expect((await kept(id))?.used_at?.getTime()).toBeGreaterThanOrEqual(Number(first?.getTime()));
	});
});

describe('a token that is refused', () => {
	test('no longer works from the moment it is revoked', async () => {
		const owner = await server.customer();
		const { id, headers } = await makeToken(owner, ['read']);
		expect((await ask('/api/devices', headers)).status).toBe(200);
		expect((await owner.send('DELETE', `/api/tokens/${id}`, {})).status).toBe(200);
		const answer = await ask('/api/devices', headers);
		expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
		expect(await refusal(answer)).toBe('401 token/unknown');
		expect(await messageOf(await ask('/api/devices', headers))).toContain('was revoked');
		expect(await tokensOf(owner)).toEqual([]);
		expect(await refusal(await owner.send('DELETE', `/api/tokens/${id}`, {}))).toBe('404 not-found');
	});

	test('has expired', async () => {
		const owner = await server.customer();
		const { id, headers } = await makeToken(owner, ['read']);
		await db().update(apiTokens).set({ expires_at: sql`now()` }).where(eq(apiTokens.id, id));
		const answer = await ask('/api/devices', headers);
		expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
		expect(await refusal(answer)).toBe('401 token/expired');
		expect(await messageOf(await ask('/api/devices', headers))).toContain('Make a new one');
	});

	test('belongs to a disabled account', async () => {
		const owner = await server.customer();
		const { headers } = await makeToken(owner, ['read', 'captures']);
		const { deviceId } = await addCamera(server, owner.uid);
		await db().transaction((tx) => disableAccount(tx, owner.uid));
		expect(await refusal(await ask('/api/devices', headers))).toBe('403 auth/user-disabled');
		const capture = { method: 'POST', body: '', headers: { 'x-device-id': deviceId } };
		expect(await refusal(await ask('/api/captures', headers, capture))).toBe('403 auth/user-disabled');
	});

	test('was guessed too often from one address', async () => {
		const guessing = await startServer();
		const owner = await guessing.customer();
		const { headers } = await makeToken(owner, ['read']);
		const guess = () =>
			guessing.visitor().fetch('/api/runs', { headers: { authorization: `Bearer ww_${newId()}${newId()}` } });
		const answers = await Promise.all(Array.from({ length: 52 }, async () => refusal(await guess())));
		expect(answers.filter((answer) => answer === '401 token/unknown')).toHaveLength(50);
		expect(answers.filter((answer) => answer === '429 resource-exhausted')).toHaveLength(2);
		// Who has a token is not locked out by others.
		expect((await guessing.visitor().fetch('/api/runs', { headers })).status).toBe(200);
		await guessing.stop();
	});
});

describe('the scope', () => {
	type Operation = { security: Record<string, string[]>[] };

	test('of every route is described, and no token does anything beyond its own', async () => {
		const owner = await server.customer();
		const { paths } = (await (await server.visitor().get('/api/openapi.json')).json()) as {
			paths: Record<string, Record<string, Operation>>;
		};
		const tokens = new Map<TokenScope, Awaited<ReturnType<typeof makeToken>>>();
		for (const scope of TOKEN_SCOPES) tokens.set(scope, await makeToken(owner, [scope]));
		const walked = { allowed: 0, refused: 0 };
		for (const [path, methods] of Object.entries(paths)) {
			for (const [method, { security }] of Object.entries(methods)) {
				if (security.length === 0 || path === '/api/events') continue;
				const scopes = security.flatMap(({ bearerAuth = [] }) => bearerAuth);
				// The operator's page has a session of its own: a token counts there as nothing at all.
				const refused = security.some((way) => 'operatorSession' in way)
					? '401 unauthenticated'
					: '403 token/scope';
				const at = path.replace('{bucket}', 'watchword').replace(/\{\w+\}/g, newId());
				const init = method === 'get' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
				const answers = [...tokens].map(async ([scope, { headers }]) => {
					const answer = await ask(at, headers, { method: method.toUpperCase(), ...init });
					const name = `${method} ${path} with ${scope}`;
					if (scopes.includes(scope)) expect([200, 400, 404], name).toContain(answer.status);
					else expect(await refusal(answer), name).toBe(refused);
					walked[scopes.includes(scope) ? 'allowed' : 'refused']++;
				});
				await Promise.all(answers);
			}
		}
		expect(walked.allowed).toBeGreaterThan(30);
		expect(walked.refused).toBeGreaterThan(100);
	});

	test('that is missing is named, and so is a browser session', async () => {
		const owner = await server.customer();
		const { headers } = await makeToken(owner, ['captures', 'billing']);
		const answer = await ask('/api/automations', headers);
		expect(answer.headers.get('www-authenticate')).toContain('scope="read"');
		expect(await messageOf(answer)).toBe(
			'This needs an API token with the scope "read". This one has: captures, billing.',
		);
		expect(await messageOf(await ask('/api/tokens', headers))).toContain('needs a browser session');
		expect(await messageOf(await ask('/api/captures/settings', headers))).toContain('the key of a device');
	});

	test('is not blamed where the API has no such method or address', async () => {
		const { headers } = await makeToken(await server.customer(), [...TOKEN_SCOPES]);
		for (const [method, path] of [
			['PATCH', `/api/automations/${newId()}`],
			['POST', '/api/runs'],
			['GET', '/api/runs/a/b/c'],
		] as const) {
			const answer = await ask(path, headers, { method });
			expect(await refusal(answer.clone()), `${method} ${path}`).toBe('404 not-found');
			expect(await messageOf(answer)).toBe(`The API has no ${method} ${path}. /api/docs lists what it has.`);
		}
	});

	test('"billing" reads the balance and nothing else', async () => {
		const owner = await server.customer();
		const { headers } = await makeToken(owner, ['billing']);
		expect((await ask('/api/billing', headers)).status).toBe(200);
		expect(await refusal(await ask('/api/users/me', headers))).toBe('403 token/scope');
	});

	test('"read" shows no address that changes something', async () => {
		const owner = await server.customer();
		await owner.post('/api/users/me/presence-link');
		const { headers } = await makeToken(owner, ['read']);
		const { account, details } = (await (await ask('/api/users/me', headers)).json()) as Me;
		expect([account.uid, details?.presence_key]).toEqual([owner.uid, null]);
	});

	test('"read" shows no address to which pictures can be mailed', async () => {
		const owner = await server.customer();
		const { deviceId } = await addCamera(server, owner.uid);
		const { headers } = await makeToken(owner, ['read']);
		const list = (await (await ask('/api/devices', headers)).json()) as { items: Device[] };
		const one = (await (await ask(`/api/devices/${deviceId}`, headers)).json()) as Device;
		expect([list.items[0]?.mail_address, one.mail_address]).toEqual(['', '']);
		const own = (await (await owner.get(`/api/devices/${deviceId}`)).json()) as Device;
		expect(own.mail_address).toMatch(/^[a-z2-7]{24}$/);
	});

	test('"read" opens files of the owner, and learns no address that opens them for good', async () => {
		const owner = await server.customer();
		const { deviceId, send } = await addCamera(server, owner.uid);
		const picture = await jpeg();
		await send(picture);
		const { headers } = await makeToken(owner, ['read']);
		const captures = await ask(`/api/devices/${deviceId}/captures`, headers);
		const { items } = (await captures.json()) as { items: { image_path: string }[] };
		const file = `/v0/b/watchword/o/${encodeURIComponent(String(items[0]?.image_path))}`;
		expect(await (await ask(file, headers)).json()).toMatchObject({ downloadTokens: '' });
		const bytes = await ask(`${file}?alt=media`, headers);
		expect([bytes.status, bytes.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
		await bytes.arrayBuffer();
		const id = await addAutomation(server, owner.uid, {
			_triggerType: 'capture',
			trigger_device_deviceID: deviceId,
			trigger_device_type: 'continuous',
			_actionType: 'save',
		});
		await send(picture);
		await endedRuns(server, id, 1);
		const saved = (await (await ask('/api/files', headers)).json()) as { items: SavedResult[] };
		const url = String(saved.items[0]?.files[0]?.url);
		expect(url).not.toContain('token=');
		expect((await ask(url, headers)).status).toBe(200);
		const stranger = await makeToken(await server.customer(), ['read']);
		expect(await refusal(await ask(file, stranger.headers))).toBe('403 permission-denied');
		const sending = await makeToken(owner, ['captures']);
		expect(await refusal(await ask(`${file}?alt=media`, sending.headers))).toBe('403 token/scope');
	});

	test('"captures" sends a picture for a device of the owner, and of nobody else', async () => {
		const owner = await server.customer();
		const { deviceId } = await addCamera(server, owner.uid);
		const foreign = await addCamera(server, (await server.customer()).uid);
		const { headers } = await makeToken(owner, ['captures']);
		const send = async (device: Record<string, string>) =>
			ask('/api/captures', headers, {
				method: 'POST',
				body: new Uint8Array(await jpeg()),
				headers: { 'content-type': 'image/jpeg', ...device },
			});
		expect((await send({ 'x-device-id': deviceId })).status).toBe(202);
		expect(await refusal(await send({ 'x-device-id': foreign.deviceId }))).toBe('404 not-found');
		const unnamed = await send({});
		expect(await messageOf(unnamed)).toContain('X-Device-Id');
		expect(unnamed.status).toBe(400);
		expect(await refusal(await ask(`/api/devices/${deviceId}/captures`, headers))).toBe('403 token/scope');
		expect(await refusal(await ask(`/api/captures?token=${headers.authorization.slice(7)}`, {}))).toBe(
			'404 not-found',
		);
	});
});

/** A live stream that is open. */
async function openStream(headers: Record<string, string>, signal?: AbortSignal) {
	const { body } = await ask('/api/events', headers, signal ? { signal } : {});
	const reader = (body as ReadableStream<Uint8Array>).getReader();
	await reader.read();
	return reader;
}

test('a live stream of a token ends when the token is revoked, and not that of another', async () => {
	const owner = await server.customer();
	const [revoked, stays] = [await makeToken(owner, ['read']), await makeToken(owner, ['read'])];
	const stop = new AbortController();
	const [ending, staying] = [await openStream(revoked.headers), await openStream(stays.headers, stop.signal)];
	await owner.send('DELETE', `/api/tokens/${revoked.id}`, {});
	for (let done = false; !done; ) done = (await ending.read()).done;
	expect((await staying.read()).done).toBe(false);
	stop.abort();
});

test('a live stream of a token ends when its account is disabled', async () => {
	const owner = await server.customer();
	const stream = await openStream((await makeToken(owner, ['read'])).headers);
	await server.services.database.db.transaction((tx) => disableAccount(tx, owner.uid));
	for (let done = false; !done; ) done = (await stream.read()).done;
});
