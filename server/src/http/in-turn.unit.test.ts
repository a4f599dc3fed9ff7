import { once } from 'node:events';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { quiet } from '../testing/quiet.ts';
import { inTurn } from './in-turn.ts';
import { type Listening, listen } from './listen.ts';

let listening: Listening | undefined;
afterEach(() => listening?.close());

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Sends everything in one go and hears what comes back until the connection ends. */
async function say(text: string, endAfter?: RegExp): Promise<string> {
	const socket = net.connect({ port: Number(new URL(listening?.url ?? '').port), host: '127.0.0.1' });
	let heard = '';
	socket.on('data', (data) => {
		heard += data.toString('latin1');
		if (endAfter?.test(heard)) socket.destroy();
	});
	socket.on('error', () => undefined);
	socket.write(text);
	await new Promise((closed) => socket.once('close', closed));
	return heard;
}

async function start(answerMs: number) {
	const seen = { now: 0, most: 0, paths: [] as string[] };
	listening = await listen({ port: 0, host: '127.0.0.1', tls: null }, quiet);
	listening.handOver(async (asked) => {
		seen.most = Math.max(seen.most, ++seen.now);
		seen.paths.push(new URL(asked.url).pathname);
		const body = await asked.text();
		await sleep(answerMs);
		seen.now--;
		return new Response(`answer ${new URL(asked.url).pathname} ${body}`);
	});
	return seen;
}

test('requests that come at once on one connection are answered one after the other', async () => {
	const seen = await start(5);
	const post = 'POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody';
	const heard = await say(request('/a') + post + request('/c') + request('/d'), /answer \/d/);
	expect(heard.match(/answer \/\w/g)).toEqual(['answer /a', 'answer /b', 'answer /c', 'answer /d']);
	expect(heard).toContain('answer /b body');
	expect(seen.most).toBe(1);
});

test('a flood of requests on one connection ends it, and nothing works on what waited', async () => {
	const seen = await start(20);
	await say(request('/a').repeat(1000));
	await sleep(60);
	expect(seen.paths).toEqual(['/a']);
	expect(await say(request('/b'), /answer/)).toContain('answer /b');
});

test('data after too many requests is not even parsed', async () => {
	let made = 0;
	const answer = inTurn(() => undefined);
	const server = createServer((...exchange) => {
		made++;
		answer(...exchange);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
	socket.on('error', () => undefined).write(request('/a').repeat(1000));
	await once(socket, 'close');
	server.close();
	expect(made).toBe(22);
});

test('a connection that takes nothing of an answer is closed, and one that waits for its answer is not', async () => {
	// More than fits between two programs on one machine.
	const large = Buffer.alloc(20_000_000);
	const answer = inTurn((asked, response) => {
		if (asked.url === '/late') setTimeout(() => response.end('late'), 200);
		else response.end(asked.url === '/large' ? large : 'soon');
	}, 50);
	const server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const first = once(server, 'connection');
	const patient = net.connect(port, '127.0.0.1');
	patient.write(request('/soon') + request('/late'));
	await first;
	const accepted = once(server, 'connection') as Promise<[net.Socket]>;
	const lazy = net.connect(port, '127.0.0.1').pause();
	lazy.on('error', () => undefined).write(request('/large'));
	const [socket] = await accepted;
	await once(socket, 'close');
	let heard = '';
	for await (const data of patient) {
		heard += data;
		if (heard.endsWith('late')) break;
	}
	expect(heard).toMatch(/soon.*late$/s);
	lazy.destroy();
	server.closeAllConnections();
	server.close();
});

test('a body in far too many small pieces ends its connection', async () => {
	await start(0);
	const head = 'POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
	expect(await say(`${head}${'1\r\na\r\n'.repeat(50_000)}0\r\n\r\n`)).toBe('');
	expect(await say(`${head}4\r\nbody\r\n0\r\n\r\n`, /answer/)).toContain('answer /a body');
});
