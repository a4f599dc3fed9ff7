import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { DUSTY_ANSWER } from '../testing/dust.ts';
import { AnswerTooLarge, boundedFetch } from './bounded-fetch.ts';

test('an answer in far too many small pieces is given up', async () => {
	const server = createServer(({ socket }) => void socket.write(DUSTY_ANSWER)).listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		const { port } = server.address() as AddressInfo;
		await expect(boundedFetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(AnswerTooLarge);
	} finally {
		server.closeAllConnections();
		server.close();
	}
});
