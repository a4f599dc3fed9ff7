import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';
import { newRouter } from '../../base/route.ts';
import { requestsInTurn } from './requests-in-turn.ts';

test('a connection that takes nothing of an answer is closed, and gives its turn back', async () => {
	const inTurn = requestsInTurn(50);
	// More than fits between two programs on one machine.
	const large = 'x'.repeat(20_000_000);
	const router = newRouter();
	router.use((c, next) => inTurn(c, 'ann', next));
	router.get('/large', (c) => c.json(large));
	router.get('/small', (c) => c.json('small'));
	const server = createServer(getRequestListener(router.fetch)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	const closed: Promise<unknown>[] = [];
	server.on('connection', (socket: Socket) => closed.push(once(socket, 'close')));
	const begun = new Promise<void>((all) => {
		let count = 0;
		server.on('request', () => ++count === 4 && all());
	});
	const lazy = Array.from({ length: 4 }, () => {
		const socket = connect(port, '127.0.0.1').pause();
		socket.on('error', () => undefined).write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
		return socket;
	});
	await begun;
	expect(await (await fetch(`http://127.0.0.1:${port}/small`)).json()).toBe('small');
	await Promise.all(closed.slice(0, lazy.length));
	for (const socket of lazy) socket.destroy();
	server.closeAllConnections();
	await once(server.close(), 'close');
});
