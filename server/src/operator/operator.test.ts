import { cp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorModels } from '@watchword/contract/operator';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeChoice } from '../adapters/model/choice.ts';
import { chosenModel } from '../adapters/model/chosen.ts';
import { addAutomation } from '../testing/automation.ts';
import { ON_HUB, startHub, type TestHub } from '../testing/hub.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { sendJson, startModelServer, WIRES } from '../testing/model-server.ts';
import { PULLED, sendLines, startOllama } from '../testing/ollama.ts';
import { quiet } from '../testing/quiet.ts';
import { type Browser, refusal, startServer, type TestServer } from '../testing/server.ts';
import { TINY_MODEL, tinyOnHub } from '../testing/tiny-model.ts';
import { makeToken } from '../testing/token.ts';
import { waitFor } from '../testing/wait.ts';
import { useModel, useServed } from './models.ts';
import { makeOperatorLink } from './session.ts';

const EMBED = 'onnx/embed_tokens.onnx';
let hub: TestHub;
let server: TestServer;
let embedding: Buffer;
beforeAll(async () => {
	const { files, listed } = await tinyOnHub();
	embedding = files[EMBED] as Buffer;
	hub = await startHub(files);
	const env = { MODEL_HUB: hub.url };
	server = await startServer({
		env,
		catalogue: [
			listed,
			{ ...listed, name: 'huge', memoryBytes: 1e15 },
			{ ...listed, name: 'withdrawn', repository: 'lab/withdrawn' },
		],
		ownModels: true,
	});
});
afterAll(async () => {
	await server.stop();
	hub.close();
});

async function link(): Promise<string> {
	const { pathname, search } = new URL(await makeOperatorLink(server.services.database.db, server.url));
	return pathname + search;
}
async function operator(): Promise<Browser> {
	const browser = server.visitor();
	await browser.fetch(await link(), { redirect: 'manual' });
	return browser;
}
const models = async (browser: Browser) =>
	(await (await browser.get('/api/operator/models')).json()) as OperatorModels;
const tinyIn = ({ items }: OperatorModels) => items.find(({ name }) => name === 'tiny');

test("the link of the terminal opens the operator's page, once", async () => {
	const [address, browser] = [await link(), server.visitor()];
	const open = (path = address, method = 'GET') => browser.fetch(path, { method, redirect: 'manual' });
	expect((await open('/operator?token=guessed')).status).toBe(410);
	expect((await open(address, 'HEAD')).status).toBe(410);
	const opened = await open();
	expect([opened.status, opened.headers.get('location')]).toEqual([302, '/operator']);
	expect(opened.headers.getSetCookie()[0]).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/);
	expect((await models(browser)).decides).toBe('the built-in model');
	expect((await server.visitor().fetch(address, { redirect: 'manual' })).status).toBe(410);
});

test('nobody else is let in: no visitor, no customer, no API token, and nobody after an hour', async () => {
	const customer = await server.customer();
	const { token } = await makeToken(customer, ['read', 'automations']);
	const path = '/api/operator/models';
	expect(await refusal(await server.visitor().get(path))).toBe('401 unauthenticated');
	expect(await refusal(await customer.get(path))).toBe('401 unauthenticated');
	expect(
		await refusal(await server.visitor().fetch(path, { headers: { authorization: `Bearer ${token}` } })),
	).toBe('401 unauthenticated');
	const browser = await operator();
	const elsewhere = { method: 'POST', headers: { origin: 'https://elsewhere.example' } };
	expect(await refusal(await browser.fetch(`${path}/tiny/install`, elsewhere))).toBe('403 cross-origin');
	// The operator's page opens nothing of a customer.
	expect(await refusal(await browser.get('/api/users/me'))).toBe('401 unauthenticated');
	await server.services.database.db.execute(
		sql`update verifications set "expiresAt" = now() where identifier like 'operator-session:%'`,
	);
	expect(await refusal(await browser.get(path))).toBe('401 unauthenticated');
});

test('a model is downloaded, stopped, gone on with, used and removed', async () => {
	const browser = await operator();
	expect(tinyIn(await models(browser))).toMatchObject({ state: 'absent', problem: null, licence: 'MIT' });

	// The connection stays open without another byte after the first half.
	hub.faults.push({
		at: `/cdn/${ON_HUB.revision}/${EMBED}`,
		answer: (_, response) => {
			response.writeHead(200, { 'content-length': embedding.length });
			response.write(embedding.subarray(0, embedding.length / 2));
		},
	});
	await browser.post('/api/operator/models/tiny/install');
	const half = join(server.services.settings.dataDir, 'models/.installing-tiny', `${EMBED}.part`);
	await waitFor('half of a file has arrived', async () => (await stat(half).catch(() => null))?.size);
	const begun = tinyIn(await models(browser));
	expect(begun?.state).toBe('downloading');
	expect(begun?.progress?.done_bytes).toBeGreaterThan(0);
	expect(await refusal(await browser.post('/api/operator/models/huge/install'))).toBe('409 conflict');
	const stopped = (await (await browser.post('/api/operator/models/tiny/stop')).json()) as OperatorModels;
	expect(tinyIn(stopped)).toMatchObject({ state: 'stopped', problem: null });

	await browser.post('/api/operator/models/tiny/install');
	const tested = async () => tinyIn(await models(browser))?.test;
	// A model gives way to everything else that a busy machine does.
	expect(await waitFor('it is tested', tested, { withinMs: 100_000, everyMs: 200 })).toMatchObject({
		of: 3,
		problem: null,
	});
	expect(tinyIn(await models(browser))?.state).toBe('installed');
	expect(hub.asked.some((line) => / bytes=\d+-$/.test(line))).toBe(true);

	await browser.post('/api/operator/models/tiny/use');
	const used = await models(browser);
	expect([used.decides, tinyIn(used)?.state]).toEqual(['tiny', 'decides']);
	const remove = () => browser.fetch('/api/operator/models/tiny', { method: 'DELETE' });
	expect(await refusal(await remove())).toBe('400 invalid-argument');
	await browser.post('/api/operator/models/built-in/use');
	expect((await remove()).status).toBe(200);
	expect(tinyIn(await models(browser))?.state).toBe('absent');
});

test('a model that this machine cannot hold says so before anything is downloaded', async () => {
	const { items } = await models(await operator());
	expect(items.find(({ name }) => name === 'huge')?.problem).toMatch(/^huge needs 1000000\.0 GB of memory/);
});

test('why a download failed is shown until the next one', async () => {
	const browser = await operator();
	await browser.post('/api/operator/models/withdrawn/install');
	await waitFor('it has failed', async () => {
		const { items } = await models(browser);
		return items.find(({ name }) => name === 'withdrawn')?.problem?.includes('does not have it');
	});
});

test('a model that gives no answers is not put to use, and says why', async () => {
	const browser = await operator();
	const folder = join(server.services.settings.dataDir, 'models/broken');
	await cp(TINY_MODEL, folder, { recursive: true });
	await writeFile(join(folder, 'onnx/embed_tokens.onnx'), 'half');
	const use = () => browser.post('/api/operator/models/broken/use');
	const said = (await (await use()).json()) as { error: { message: string } };
	expect(said.error.message).toMatch(
		/^broken is not put to use, because it failed its test: The model cannot be loaded\./,
	);
	const broken = (await models(browser)).items.find(({ name }) => name === 'broken');
	expect(broken?.test?.problem).toMatch(/^The model cannot be loaded\./);
	expect((await models(browser)).decides).toBe('the built-in model');
	// After a repair it passes.
	await cp(TINY_MODEL, folder, { recursive: true });
	expect((await use()).status).toBe(200);
	await browser.post('/api/operator/models/built-in/use');
});

test.each([
	{ url: 'file:///etc/passwd', name: 'llava' },
	{ url: '127.0.0.1:11434', name: 'llava' },
	{ url: 'http://127.0.0.1:9', name: 'llava; rm' },
])('what is no address or no model is refused: %j', async (wrong) => {
	const browser = await operator();
	for (const deed of ['use', 'pull'])
		expect(await refusal(await browser.post(`/api/operator/model-servers/${deed}`, wrong))).toBe(
			'400 invalid-argument',
		);
});

test('an Ollama server fetches a model for the page, one at a time, and stops', async () => {
	const browser = await operator();
	const ollama = await startOllama();
	const llava = { url: ollama.url, name: 'llava' };
	const post = (deed: string) => browser.post(`/api/operator/model-servers/${deed}`, llava);
	const pulled = async () => (await models(browser)).pull;
	ollama.pull = (response) => void sendLines(response, PULLED.slice(0, 3));
	await post('pull');
	await waitFor('half of it', async () => (await pulled())?.progress.done_bytes === 450);
	expect(await pulled()).toMatchObject({ name: 'llava', progress: { total_bytes: 900 }, problem: null });
	expect(await refusal(await post('pull'))).toBe('409 conflict');
	await browser.post('/api/operator/model-servers/stop');
	expect(await pulled()).toBeNull();

	ollama.pull = (response) => void sendLines(response, [{ error: 'no space left on device' }]).end();
	await post('pull');
	await waitFor(
		'why it failed',
		async () => (await pulled())?.problem === 'Ollama says: no space left on device',
	);
	ollama.pull = (response) => void sendLines(response, PULLED).end();
	await post('pull');
	await waitFor('it is there', async () => (await pulled())?.state === 'there');
	ollama.close();
});

test('a model of a server is used if it passes the test', async () => {
	const { database, ...services } = server.services;
	const needs = { ...services, db: database.db };
	const ollama = await startModelServer();
	const use = () => useServed(needs, { url: `${ollama.url}/`, name: 'llava' });
	await expect(use()).rejects.toThrow('llava is not put to use, because it failed its test:');
	expect((await models(await operator())).decides).toBe('the built-in model');
	ollama.respond = (response) => sendJson(response, 200, WIRES['openai-compatible'].says(answerOf({})));
	await use();
	await waitFor('it decides', async () => (await models(await operator())).decides.startsWith('llava at '));

	const customer = await server.customer();
	const offers = async () =>
		(await (await customer.get('/api/portal')).json()) as { fillsConditions: boolean };
	expect(await offers()).toMatchObject({ fillsConditions: true });
	const condition = { is: 'seen', kinds: ['dog'], least: 1, most: null };
	ollama.respond = (response) =>
		sendJson(response, 200, WIRES['openai-compatible'].says(JSON.stringify(condition)));
	const id = await addAutomation(server, customer.uid);
	const filled = await customer.post(`/api/automations/${id}/condition`, {
		prompt: 'A dog',
		trigger: 'capture',
	});
	expect(await filled.json()).toEqual({ condition });
	await useModel(needs, 'built-in');
	ollama.close();
});

test('a key goes only to the server that it was entered for, and is never shown', async () => {
	const browser = await operator();
	const [paid, other] = [await startModelServer(), await startModelServer()];
	const says = WIRES['openai-compatible'].says(answerOf({}));
	for (const one of [paid, other])
		one.respond = (response, { headers }) =>
			headers.authorization === 'Bearer sk-typed' || one === other
				? sendJson(response, 200, says)
				: sendJson(response, 401, {});
	const use = (url: string, key?: string) =>
		browser.post('/api/operator/model-servers/use', { url, name: 'llava', ...(key && { key }) });
	expect(await refusal(await use(paid.url))).toBe('503 unavailable');
	expect(await refusal(await use(paid.url, 'sk typed'))).toBe('400 invalid-argument');
	const answer = await use(paid.url, 'sk-typed');
	expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining('sk-typed')]);
	expect((await use(paid.url)).status).toBe(200);
	await use(other.url);
	expect(other.asked.length).toBeGreaterThan(0);
	for (const { headers } of other.asked) expect(headers.authorization).toBeUndefined();
	expect(await refusal(await use(paid.url))).toBe('503 unavailable');
	await browser.post('/api/operator/models/built-in/use');
	paid.close();
	other.close();
});

test('a question that is under way ends with the model that it began with', async () => {
	const { db } = server.services.database;
	const { promise, resolve } = Promise.withResolvers<string>();
	const before = scriptedModel(() => promise);
	const model = await chosenModel({ db, log: quiet, builtIn: before }, server.services.settings);
	const parts = { prompt: 'Is it open?', trigger: 'schedule', wantsMail: false, mail: null } as const;
	const question = {
		instructions: '',
		text: '',
		images: [],
		parts: { ...parts, now: new Date(), zone: 'UTC' },
	};
	const asked = model.ask(question, null, new AbortController().signal);
	// Another process stores it.
	const other = JSON.stringify({ url: 'http://127.0.0.1:9/v1', name: 'llava' });
	await db.execute(sql`insert into operator_settings values ('model', ${other})`);
	await waitFor('the other model', async () => model.describe === 'llava at 127.0.0.1:9');
	resolve(answerOf({}));
	expect((await asked).model).toBe('scripted');
	await storeChoice(db, null);
	await model.close();
});

test('a model is closed only after it has written what it was asked for', async () => {
	const { db } = server.services.database;
	const { promise, resolve } = Promise.withResolvers<string>();
	const closed: string[] = [];
	const writing = {
		...scriptedModel(),
		writeJson: () => promise,
		close: async () => void closed.push('the one that writes'),
	};
	const needs = { db, log: quiet, builtIn: { ...scriptedModel(), describe: 'built in' } };
	await storeChoice(db, { url: 'http://127.0.0.1:9/v1', name: 'llava' });
	const model = await chosenModel(needs, server.services.settings, () => writing);
	const written = model.writeJson?.('Write a condition.', 'Every mail', new AbortController().signal);
	await storeChoice(db, null);
	await waitFor('the other model', async () => model.describe === 'built in');
	expect([closed, model.writeJson]).toEqual([[], undefined]);
	resolve('{"is":"every"}');
	expect(await written).toBe('{"is":"every"}');
	await waitFor('it is closed', async () => closed.length === 1);
	await model.close();
});
