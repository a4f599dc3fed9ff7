import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readSettings } from '../../settings.ts';
import { findModelServers, hintOf, hostsHere, type LocalServer } from './model-servers.ts';

const running: Server[] = [];
afterEach(() => {
	for (const server of running.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

type Answer = (body: { model?: string }) => unknown;

/** A server that answers these paths as the real one does, and remembers what it was asked. */
async function serve(answers: Record<string, Answer>): Promise<{ port: number; asked: string[] }> {
	const asked: string[] = [];
	const server = createServer(async (request, response) => {
		const text = Buffer.concat(await request.toArray()).toString();
		asked.push(`${request.method} ${request.url}`);
		const answer = answers[request.url ?? ''];
		if (!answer) return void response.writeHead(404).end('404 page not found');
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(answer(text === '' ? {} : JSON.parse(text))));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	running.push(server);
	return { port: (server.address() as AddressInfo).port, asked };
}

const openAiList = (...ids: string[]) => ({
	object: 'list',
	data: ids.map((id) => ({ id, object: 'model', created: 1_770_000_000, owned_by: 'library' })),
});
const find = async (server: LocalServer['server'], port: number) =>
	(await findModelServers(0, [{ server, port }]))[0] ?? null;

test('Ollama: the first model that can do vision', async () => {
	const { port, asked } = await serve({
		'/v1/models': () => openAiList('llama3.2:latest', 'qwen2.5vl:7b'),
		'/api/show': ({ model }) => ({
			details: { format: 'gguf', family: 'qwen25vl' },
			capabilities: model === 'qwen2.5vl:7b' ? ['completion', 'vision'] : ['completion', 'tools'],
		}),
	});
	const found = await find('Ollama', port);
	expect(found).toEqual({ server: 'Ollama', url: `http://127.0.0.1:${port}/v1`, name: 'qwen2.5vl:7b' });
	expect(asked).toEqual(['GET /v1/models', 'POST /api/show', 'POST /api/show']);
	// What the line tells to set is what the settings take.
	const line = found ? hintOf(found) : '';
	expect(line.trim()).not.toContain('\n');
	const told = Object.fromEntries(
		[...line.matchAll(/(MODEL\w*)=(\S+)/g)].map(([, key, value]) => [key, value]),
	);
	expect(readSettings(told).model).toMatchObject({ kind: 'openai-compatible', name: 'qwen2.5vl:7b' });
});

test('LM Studio: by its new list and by its old one', async () => {
	const newer = await serve({
		'/api/v1/models': () => ({
			models: [
				{ type: 'embedding', key: 'nomic-embed-text-v1.5' },
				{ type: 'llm', key: 'qwen/qwen3-8b', capabilities: { vision: false, trained_for_tool_use: true } },
				{
					type: 'llm',
					key: 'google/gemma-3-4b',
					capabilities: { vision: true, trained_for_tool_use: false },
				},
			],
		}),
	});
	expect(await find('LM Studio', newer.port)).toMatchObject({ name: 'google/gemma-3-4b' });
	const older = await serve({
		'/api/v0/models': () => ({
			object: 'list',
			data: [
				{ id: 'llama-3.2-1b', object: 'model', type: 'llm', state: 'loaded' },
				{ id: 'qwen2-vl-7b-instruct', object: 'model', type: 'vlm', state: 'not-loaded' },
			],
		}),
	});
	expect(await find('LM Studio', older.port)).toMatchObject({ name: 'qwen2-vl-7b-instruct' });
});

test('llama.cpp: a model with its picture part loaded', async () => {
	const list = (...capabilities: string[]) => ({
		models: [{ name: 'gemma-3-4b-it', model: 'gemma-3-4b-it', type: 'model', capabilities }],
		...openAiList('gemma-3-4b-it'),
	});
	const seeing = await serve({ '/v1/models': () => list('completion', 'multimodal') });
	expect(await find('llama.cpp', seeing.port)).toMatchObject({ name: 'gemma-3-4b-it' });
	const blind = await serve({ '/v1/models': () => list('completion') });
	expect(await find('llama.cpp', blind.port)).toBeNull();
});

test('vLLM: by the name of the model', async () => {
	const { port } = await serve({ '/v1/models': () => openAiList('Qwen/Qwen2.5-VL-7B-Instruct') });
	expect(await find('vLLM', port)).toMatchObject({ name: 'Qwen/Qwen2.5-VL-7B-Instruct' });
	const blind = await serve({ '/v1/models': () => openAiList('Qwen/Qwen3-8B') });
	expect(await find('vLLM', blind.port)).toBeNull();
});

test('other servers are skipped, and our own port is not asked', async () => {
	const page = await serve({ '/v1/models': () => '<html>' });
	expect(await find('Ollama', page.port)).toBeNull();
	const hostile = await serve({ '/v1/models': () => openAiList('vl; rm -rf ~', '\u001b[31mvl') });
	expect(await find('vLLM', hostile.port)).toBeNull();
	const own = await serve({ '/v1/models': () => openAiList('x-vl') });
	expect(await findModelServers(own.port, [{ server: 'vLLM', port: own.port }])).toEqual([]);
	expect(own.asked).toEqual([]);
	const [closed] = running.splice(0, 1);
	closed?.close();
	expect(await find('Ollama', page.port)).toBeNull();
});

test('in a container, servers of the machine around it are looked for, if its name is known', async () => {
	const never = new AbortController().signal;
	const asked: string[] = [];
	const at = (isContained: boolean, known: boolean) =>
		hostsHere(never, {
			isContained: () => isContained,
			find: async (name) => {
				asked.push(name);
				if (!known) throw new Error('ENOTFOUND');
				return { address: '172.17.0.1', family: 4 };
			},
		});
	expect(await at(false, true)).toEqual(['127.0.0.1']);
	expect(asked).toEqual([]);
	expect(await at(true, false)).toEqual(['127.0.0.1']);
	expect(await at(true, true)).toEqual(['127.0.0.1', 'host.docker.internal']);
	// A name server that does not answer is waited for no longer than a model server.
	const silent = { isContained: () => true, find: () => new Promise<never>(() => undefined) };
	expect(await hostsHere(AbortSignal.timeout(10), silent)).toEqual(['127.0.0.1']);

	const { port } = await serve({
		'/v1/models': () => openAiList('llava'),
		'/api/show': () => ({ capabilities: ['vision'] }),
	});
	const found = await findModelServers(0, [{ server: 'Ollama', port }], async () => [
		'127.0.0.1',
		'localhost',
	]);
	expect(found.map(({ url }) => url)).toEqual([`http://127.0.0.1:${port}/v1`, `http://localhost:${port}/v1`]);
});
