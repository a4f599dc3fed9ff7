import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { DUSTY_ANSWER, inPieces } from '../testing/dust.ts';
import { refuseTinyPieces } from './pieces.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

async function serve(listener: RequestListener): Promise<number> {
	const server = createServer(listener).listen(0, '127.0.0.1');
	await once(server, 'listening');
	stops.push(() => {
		server.closeAllConnections();
		return once(server.close(), 'close');
	});
	return (server.address() as AddressInfo).port;
}

test.each([
	['a few small pieces', 500, 1, 500],
	['many pieces of a usual size', 5000, 100, 500_000],
	['far too many small pieces', 50_000, 1, null],
	['pieces that are a little larger', 50_000, 20, null],
])('a request in %s', async (_what, count, size, read) => {
	const bodies: Promise<number | null>[] = [];
	const port = await serve((request, response) => {
		refuseTinyPieces(request);
		bodies.push(
			text(request).then(
				(body) => body.length,
				() => null,
			),
		);
		void bodies[0]?.then(() => response.end('read'));
	});
	const socket = connect(port, '127.0.0.1').on('error', () => undefined);
	const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
	socket.resume().write(head + inPieces(count, size));
	await new Promise((closed) => socket.once('close', closed));
	expect(await bodies[0]).toBe(read);
});

test('an answer in far too many small pieces ends with the given problem', async () => {
	const port = await serve((request) => {
		request.socket.write(DUSTY_ANSWER);
	});
	const request = get({ port, host: '127.0.0.1', agent: false }).on('error', () => undefined);
	const [answer] = (await once(request, 'response')) as [IncomingMessage];
	refuseTinyPieces(answer, new Error('dust'));
	await expect(text(answer)).rejects.toThrow('dust');
});

test('a body that is not chunked may come byte by byte', async () => {
	const port = await serve(async (request, response) => {
		refuseTinyPieces(request);
		for (let n = 0; n < 2000; n++) request.push(Buffer.from('a'));
		response.end(String((await text(request)).length));
	});
	const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'b' });
	expect(await answer.text()).toBe('2001');
});
