import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ollama, PULLED, sendLines, startOllama } from '../../testing/ollama.ts';
import { pullModel } from './ollama.ts';

let ollama: Ollama;
beforeAll(async () => {
	ollama = await startOllama();
});
afterAll(() => ollama.close());

const never = new AbortController().signal;
const HALF = PULLED.slice(0, 3);
const pull = (signal = never, report: Parameters<typeof pullModel>[2] = () => undefined, stallMs?: number) =>
	pullModel({ url: ollama.url, name: 'qwen2.5vl:3b' }, signal, report, stallMs);

test('the layers of a model are summed up until Ollama says that it is there', async () => {
	// A line may come in pieces.
	ollama.pull = (response) => {
		const text = PULLED.map((line) => `${JSON.stringify(line)}\n`).join('');
		response.writeHead(200, { 'content-type': 'application/x-ndjson' });
		response.write(text.slice(0, 100));
		response.end(text.slice(100));
	};
	const seen: [number, number][] = [];
	await pull(never, ({ done, total }) => seen.push([done, total]));
	expect(ollama.asked.at(-1)).toEqual({ model: 'qwen2.5vl:3b', stream: true });
	expect(seen).toEqual([
		[0, 900],
		[450, 900],
		[550, 1000],
		[1000, 1000],
	]);
});

const plain = (status: number, type: string, body: string) => (response: ServerResponse) =>
	void response.writeHead(status, { 'content-type': type }).end(body);

test.each([
	[
		'there is no such model',
		(response: ServerResponse) =>
			sendLines(response, [{ error: 'pull model manifest: file does not exist' }]).end(),
		'Ollama says: pull model manifest: file does not exist',
	],
	[
		'it refuses the name',
		plain(400, 'application/json', '{"error":"invalid model name"}'),
		'Ollama says: invalid model name',
	],
	[
		'the stream ends in the middle',
		(response: ServerResponse) => sendLines(response, HALF).end(),
		'ended before the model was there',
	],
	[
		'the connection breaks',
		(response: ServerResponse) => void sendLines(response, HALF).destroy(),
		'could not be reached',
	],
	[
		'another server answers',
		plain(404, 'text/plain', '404 page not found'),
		'something else with status 404',
	],
	['it answers a page', plain(200, 'text/html', '<html>'), 'could not be read'],
	[
		'it leads elsewhere',
		(response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
		'could not be reached',
	],
	['a line never ends', plain(200, 'application/x-ndjson', '1'.repeat(100_000)), 'could not be read'],
])('if %s, it says so', async (_name, answer, words) => {
	ollama.pull = answer;
	await expect(pull()).rejects.toThrow(words);
});

test('silence ends it, and so does a stop, which Ollama notices', async () => {
	ollama.pull = (response) => void sendLines(response, HALF);
	await expect(pull(never, () => undefined, 50)).rejects.toThrow('says nothing any more');
	const gone = Promise.withResolvers<void>();
	ollama.pull = (response) => {
		response.on('close', gone.resolve);
		sendLines(response, HALF);
	};
	const stop = new AbortController();
	await expect(pull(stop.signal, () => stop.abort())).rejects.toThrow('aborted');
	await gone.promise;
});
