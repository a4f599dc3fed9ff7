import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { mqttBroker } from './broker.ts';

const CONNECTED = Buffer.from([0x20, 2, 0, 0]);

test('a broker that takes a connection and then answers nothing is given up', async () => {
	const server = net.createServer((socket) => {
		socket.on('error', () => undefined).once('data', () => socket.write(CONNECTED));
		socket.resume();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const broker = mqttBroker(`mqtt://127.0.0.1:${port}`, undefined, 50);
	const will = { topic: 'watchword/status', payload: 'offline' };
	const connection = await broker.connect(will, new AbortController().signal);
	await expect(connection.publish('watchword/status', 'online')).rejects.toThrow(
		'does not answer as a broker should',
	);
	await expect(connection.lost).resolves.toBe('it does not answer as a broker should');
	await connection.close();
});
