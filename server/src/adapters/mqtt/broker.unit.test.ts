import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { mqttBroker } from './broker.ts';

const CONNECTED = Buffer.from([0x20, 2, 0, 0]);

/** A connection to a broker that takes it and answers each packet after that as `answer` says. */
async function connectTo(answer: (packet: Buffer) => Buffer | null, takenMs?: number) {
	const server = net.createServer((socket) => {
		socket
			.on('error', () => undefined)
			.once('data', () => {
				socket.write(CONNECTED);
				socket.on('data', (packet: Buffer) => {
					const said = answer(packet);
					if (said) socket.write(said);
				});
			});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	const broker = mqttBroker(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, undefined, takenMs);
	const will = { topic: 'watchword/status', payload: 'offline' };
	return broker.connect(will, new AbortController().signal);
}

test('a broker that takes a connection and then answers nothing is given up', async () => {
	const connection = await connectTo(() => null, 50);
	const why = 'it does not answer as a broker should';
	await expect(connection.publish('watchword/status', 'online')).rejects.toThrow(why);
	await expect(connection.lost).resolves.toBe(why);
	await connection.close();
});

test('a broker that lets nobody read the topics is said to, as it will not change by itself', async () => {
	const SUBSCRIBE = 8;
	const REFUSED = 0x80;
	const connection = await connectTo((packet) =>
		Number(packet[0]) >> 4 === SUBSCRIBE
			? Buffer.from([0x90, 3, packet[2] ?? 0, packet[3] ?? 0, REFUSED])
			: null,
	);
	await expect(connection.listen(['frigate/events'], () => undefined)).rejects.toMatchObject({
		message: 'it does not let this user read frigate/events',
		isRefusal: true,
	});
	await connection.close();
});
