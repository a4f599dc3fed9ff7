import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Aedes, type AuthenticateError } from 'aedes';
import { connectAsync } from 'mqtt';

/**
 * A real broker on loopback (aedes), which speaks MQTT 3.1.1. It keeps what is retained as long as it is there. Only who has the
 * account, as user:password, may connect; everybody without it.
 */
export async function startBroker(account?: () => string) {
	const open = () =>
		Aedes.createBroker({
			authenticate(_client, username, password, done) {
				const isKnown = !account || account() === `${username}:${password}`;
				const refusal = Object.assign(new Error('refused'), { returnCode: 5 });
				done(isKnown ? null : (refusal as AuthenticateError), isKnown);
			},
		});
	let broker: Aedes | null = await open();
	const sockets = new Set<Socket>();
	const drop = () => {
		for (const socket of sockets) socket.destroy();
	};
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		if (!broker) return void socket.destroy();
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		broker.handle(socket);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const leave = async () => {
		const leaving = broker;
		broker = null;
		drop();
		await new Promise<void>((closed) => (leaving ? leaving.close(closed) : closed()));
	};
	return {
		urlFor: (user?: string) => `mqtt://${user ? `${user}@` : ''}127.0.0.1:${port}`,
		/** All connections break, and it goes on. */
		drop,
		/** As if it had been killed: nobody hears a goodbye, and what it kept is gone. Its port stays its own. */
		leave,
		async comeBack() {
			broker = await open();
		},
		async stop() {
			await leave();
			server.close();
		},
	};
}

/** What Home Assistant sees of a broker: everything that is published, and what was retained before. */
export async function startListener(url: string) {
	const client = await connectAsync(url, { protocolVersion: 4, reconnectPeriod: 0 });
	const seen = new Map<string, Buffer>();
	const published: string[] = [];
	client.on('message', (topic, payload) => {
		published.push(topic);
		if (payload.length === 0) seen.delete(topic);
		else seen.set(topic, payload);
	});
	await client.subscribeAsync('#', { qos: 1 });
	return {
		/** The newest message of each topic that was not removed. */
		seen,
		/** The topics of all messages, in order. */
		published,
		text: (topic: string) => seen.get(topic)?.toString(),
		json: (topic: string) => JSON.parse(seen.get(topic)?.toString() ?? 'null'),
		say: (topic: string, payload: string | Buffer, retain = false) =>
			client.publishAsync(topic, payload, { qos: 1, retain }),
		stop: () => client.endAsync(true),
	};
}
