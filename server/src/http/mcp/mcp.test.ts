import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { TokenScope } from '@watchword/contract/token';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addCamera, grant } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { endedRuns } from '../../testing/runs.ts';
import { type Customer, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { makeToken } from '../../testing/token.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

/** An assistant with a token of this customer. */
async function assistant(owner: Customer, scopes: TokenScope[]) {
	const { id, headers } = await makeToken(owner, scopes);
	const client = new Client({ name: 'an assistant', version: '1' });
	const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
		requestInit: { headers },
	});
	// The SDK declares optional members without undefined.
	await client.connect(transport as never);
	const use = async (name: string, input: object = {}) =>
		(await client.callTool({ name, arguments: { ...input } })) as CallToolResult;
	return {
		client,
		tokenId: id,
		use,
		/** The answer of a tool that gives JSON. */
		ask: async (name: string, input: object = {}): Promise<Record<string, unknown>> => {
			const answer = await use(name, input);
			expect(textOf(answer), name).not.toBeUndefined();
			expect(answer.isError, textOf(answer)).toBeFalsy();
			return JSON.parse(String(textOf(answer)));
		},
		/** The sentence of a tool that refuses. */
		refused: async (name: string, input: object = {}) => {
			const answer = await use(name, input);
			expect(answer.isError, textOf(answer)).toBe(true);
			return textOf(answer);
		},
	};
}

function textOf({ content }: CallToolResult): string | undefined {
	const [first] = content;
	return first?.type === 'text' ? first.text : undefined;
}

/** A customer with a camera that has sent a picture, an automation that watches it, a run and an episode. */
async function customerWithEverything() {
	const owner = await server.customer();
	await grant(server, owner.uid, 100);
	const camera = await addCamera(server, owner.uid);
	const made = await owner.post('/api/automations', {
		_name: 'Gate watch',
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_prompt: 'Is a person at the gate?',
		action_toAddress: owner.email,
	});
	const { id: automation } = (await made.json()) as { id: string };
	const { captureId } = (await (await camera.send(await jpeg(1200, 900))).json()) as { captureId: string };
	const [run] = await endedRuns(server, automation, 1);
	const { items } = (await (await owner.get('/api/episodes')).json()) as { items: { id: string }[] };
	return {
		owner,
		device: camera.deviceId,
		automation,
		captureId,
		run: String(run?.id),
		episode: String(items[0]?.id),
	};
}

test('an assistant finds the tools, and what they say about strangers', async () => {
	const { client } = await assistant(await server.customer(), ['read']);
	expect(client.getServerVersion()?.name).toBe('watchword');
	expect(client.getInstructions()).toContain('never as instructions');
	const { tools } = await client.listTools();
	const names = ['list_automations', 'get_automation', 'list_devices', 'get_device', 'list_captures']
		.concat(['list_runs', 'get_run', 'list_episodes', 'get_episode', 'get_picture'])
		.concat(['create_automation', 'update_automation', 'pause_automation', 'try_automation', 'run_again']);
	expect(tools.map(({ name }) => name)).toEqual(names);
	for (const { name, description, inputSchema } of tools) {
		expect(inputSchema.type, name).toBe('object');
		if (/run|episode|picture|device|try/.test(name) && !/again/.test(name))
			expect(description, name).toMatch(/data/);
	}
	const create = tools.find(({ name }) => name === 'create_automation');
	expect(create?.inputSchema.properties?._triggerType).toMatchObject({
		enum: ['email', 'schedule', 'capture'],
	});
	expect(JSON.stringify(create?.inputSchema).length).toBeLessThan(6000);
	const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
	expect(changing).toEqual(['create_automation', 'update_automation', 'pause_automation', 'run_again']);
	await client.close();
});

test('an assistant reads automations, devices, runs, episodes and pictures', async () => {
	const { owner, device, automation, captureId, run, episode } = await customerWithEverything();
	const { ask, use, refused, client } = await assistant(owner, ['read']);
	expect(await ask('list_automations')).toMatchObject({ items: [{ id: automation }], total: 1 });
	expect(await ask('get_automation', { id: automation })).toMatchObject({ _version: 1, runs: [run] });
	expect(await ask('list_devices')).toMatchObject({ items: [{ id: device, desc: 'Front gate' }] });
	expect(await ask('get_device', { id: device })).toMatchObject({ automations: [automation] });
	expect(await ask('list_captures', { deviceId: device })).toMatchObject({ items: [{ id: captureId }] });
	expect(await ask('list_runs', { automation })).toMatchObject({ items: [{ id: run }], next: null });
	expect(await ask('list_runs', { search: 'nothing-like-this' })).toMatchObject({ items: [] });
	expect(await ask('get_run', { id: run })).toMatchObject({ action_prompt: 'Is a person at the gate?' });
	expect(await ask('list_episodes', { automation })).toMatchObject({ items: [{ id: episode }] });
	expect(await ask('get_episode', { id: episode })).toMatchObject({ _automationId: automation });

	for (const which of [{ captureId }, { runId: run }]) {
		const [picture] = (await use('get_picture', which)).content;
		if (picture?.type !== 'image') throw new Error('no picture came');
		const { width, format } = await sharp(Buffer.from(picture.data, 'base64')).metadata();
		expect([width, format, picture.mimeType]).toEqual([640, 'webp', 'image/webp']);
	}
	expect(await refused('get_picture')).toContain('Name a captureId or a runId');
	expect(await refused('get_run', { id: 'x' })).toContain('must be an id');
	expect(await refused('list_runs', { cursor: 'made-up' })).toContain('invalid-argument');
	await client.close();
});

test('long texts are cut', async () => {
	const owner = await server.customer();
	const prompt = 'Is it there? '.repeat(100);
	await owner.post('/api/automations', { action_prompt: prompt });
	const { ask, client } = await assistant(owner, ['read']);
	const { items } = (await ask('list_automations')) as { items: { id: string; action_prompt: string }[] };
	expect(items[0]?.action_prompt).toBe(`${prompt.slice(0, 500)} [cut]`);
	expect((await ask('get_automation', { id: items[0]?.id })).action_prompt).toBe(prompt);
	await client.close();
});

test('an assistant makes, changes, pauses, tries and repeats', async () => {
	const { owner, device, automation, captureId, run } = await customerWithEverything();
	const { ask, refused, client } = await assistant(owner, ['read', 'automations']);
	const made = await ask('create_automation', {
		_name: 'Parcels',
		_triggerType: 'capture',
		trigger_device_deviceID: device,
		action_prompt: 'Is a parcel there?',
	});
	expect(made).toMatchObject({ _name: 'Parcels', _version: 1, _actionType: 'sendEmail' });
	expect(await refused('create_automation', { _triggerType: 'capture' })).toContain(
		'needs a device to watch',
	);
	expect(await refused('create_automation', { colour: 'red' })).toContain('colour');

	const change = { id: made.id, version: 1, changes: { action_prompt: 'Is a parcel at the door?' } };
	expect(await ask('update_automation', change)).toMatchObject({
		_name: 'Parcels',
		action_prompt: 'Is a parcel at the door?',
		_version: 2,
	});
	expect(await refused('update_automation', change)).toMatch(/^conflict: /);
	const own = { _condition: { is: 'seen', kinds: ['dog'], least: 1, most: null }, _conditionChanged: true };
	expect(await ask('update_automation', { id: made.id, version: 2, changes: own })).toMatchObject(own);
	const smell = { ...own, _condition: { is: 'smell' } };
	expect(await refused('update_automation', { id: made.id, version: 3, changes: smell })).toContain(
		'_condition.is: ',
	);
	expect(await ask('pause_automation', { id: made.id, paused: true })).toMatchObject({ _paused: true });
	expect(await ask('pause_automation', { id: made.id, paused: false })).toMatchObject({ _paused: false });

	const onLatest = (await ask('try_automation', { id: automation, latest: 3 })) as { tried: unknown[] };
	expect(onLatest.tried).toMatchObject([{ captureId, run: { id: run } }]);
	expect(await ask('try_automation', { id: automation, captureId })).toMatchObject({
		tried: [{ captureId }],
	});
	expect(await ask('try_automation', { id: automation, runId: run })).toMatchObject({ tried: [{}] });
	const mail = { from: 'someone@example.com', subject: 'Invoice', text: 'Please pay 12 euros.' };
	const changes = { _triggerType: 'email' };
	expect(await ask('try_automation', { id: automation, mail, changes })).toMatchObject({ tried: [{}] });
	const saved = (await (await owner.get(`/api/automations/${automation}`)).json()) as object;
	expect(saved).toMatchObject({ _triggerType: 'capture', _version: 1 });

	const again = await ask('run_again', { runId: run });
	await endedRuns(server, automation, 2);
	expect((await owner.get(`/api/runs/${again.id}`)).status).toBe(200);
	await client.close();
});

test('a tool beyond the scope is refused with the scope that is missing', async () => {
	const { owner, automation, run } = await customerWithEverything();
	const reading = await assistant(owner, ['read']);
	const { refused } = reading;
	expect(await refused('pause_automation', { id: automation, paused: true })).toBe(
		'token/scope: This needs an API token with the scope "automations". This one has: read.',
	);
	expect(await refused('run_again', { runId: run })).toContain('"automations"');
	expect(await refused('create_automation', { _name: 'Mine' })).toContain('"automations"');
	const sending = await assistant(owner, ['captures']);
	expect(await sending.refused('list_runs')).toContain('"read"');
	await Promise.all([reading.client.close(), sending.client.close()]);
});

test("an assistant finds and changes nothing of another customer's", async () => {
	const { device, automation, captureId, run, episode } = await customerWithEverything();
	const { ask, refused, client } = await assistant(await server.customer(), ['read', 'automations']);
	for (const list of ['list_automations', 'list_devices', 'list_runs', 'list_episodes'])
		expect(await ask(list), list).toMatchObject({ items: [] });
	expect(await ask('list_captures', { deviceId: device })).toMatchObject({ items: [] });
	for (const [name, input] of [
		['get_automation', { id: automation }],
		['get_device', { id: device }],
		['get_run', { id: run }],
		['get_episode', { id: episode }],
		['get_picture', { captureId }],
		['get_picture', { runId: run }],
		['update_automation', { id: automation, version: 1, changes: { _name: 'Mine now' } }],
		['pause_automation', { id: automation, paused: true }],
		['try_automation', { id: automation }],
		['run_again', { runId: run }],
	] as const) {
		expect(await refused(name, input), name).toMatch(/^not-found: /);
	}
	await client.close();
});

test('a token that is revoked while it is used is refused at once', async () => {
	const owner = await server.customer();
	const { client, tokenId, use } = await assistant(owner, ['read']);
	expect((await use('list_devices')).isError).toBeFalsy();
	await owner.send('DELETE', `/api/tokens/${tokenId}`, {});
	await expect(use('list_devices')).rejects.toThrow(/401|[Uu]nauthorized|token/);
	await client.close();
});

test('without a token, with a session or from another site, nothing is answered', async () => {
	const owner = await server.customer();
	const { headers } = await makeToken(owner, ['read']);
	const hello = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
	const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
	const post = (more: Record<string, string>, body = JSON.stringify(hello)) =>
		fetch(`${server.url}/mcp`, { method: 'POST', body, headers: { ...json, ...more } });
	const visitor = await post({});
	expect(visitor.headers.get('www-authenticate')).toBe('Bearer realm="Watchword"');
	expect(await refusal(visitor)).toBe('401 unauthenticated');
	expect(await refusal(await owner.post('/mcp', hello))).toBe('401 unauthenticated');
	expect(await refusal(await post({ authorization: `Bearer ww_${newId()}` }))).toBe('401 token/unknown');
	expect(await refusal(await post({ ...headers, origin: 'https://evil.example' }))).toBe('403 cross-origin');
	expect(await refusal(await post(headers, ' '.repeat(200_000)))).toBe('413 payload-too-large');
	expect((await post(headers, '{')).status).toBe(400);
	expect((await fetch(`${server.url}/mcp`, { headers: { ...headers, ...json } })).status).toBe(405);
	const answer = await post(headers);
	expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
	expect(await answer.json()).toMatchObject({ id: 1, result: {} });
});

test('the tools of a batch are used one after the other, and a batch is short', async () => {
	const owner = await server.customer();
	const { headers } = await makeToken(owner, ['read', 'automations']);
	const send = (count: number) =>
		server.visitor().fetch('/mcp', {
			method: 'POST',
			headers: {
				...headers,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify(
				Array.from({ length: count }, (_, id) => ({
					...{ jsonrpc: '2.0', id, method: 'tools/call' },
					params: { name: 'create_automation', arguments: { _name: `Number ${id}` } },
				})),
			),
		});
	expect((await send(11)).status).toBe(400);
	expect((await send(10)).status).toBe(200);
	const { items } = (await (await owner.get('/api/automations')).json()) as { items: { _name: string }[] };
	expect(items.map(({ _name }) => _name)).toEqual(Array.from({ length: 10 }, (_, id) => `Number ${id}`));
});

test('a batch that reads more than is read at once is answered', async () => {
	const owner = await server.customer();
	const { headers } = await makeToken(owner, ['read']);
	const answer = await server.visitor().fetch('/mcp', {
		method: 'POST',
		headers: {
			...headers,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		},
		body: JSON.stringify(
			Array.from({ length: 10 }, (_, id) => ({
				...{ jsonrpc: '2.0', id, method: 'tools/call' },
				params: { name: 'list_automations', arguments: {} },
			})),
		),
		signal: AbortSignal.timeout(20_000),
	});
	expect(await answer.json()).toHaveLength(10);
});
