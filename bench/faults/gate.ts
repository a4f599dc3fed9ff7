import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** A proxy in front of a service. While it is closed, the service is unreachable through it. */
export interface Gate {
	url: string;
	/** `refuse` like a host without the service, `ignore` like a network that drops everything. */
	shut(how: 'refuse' | 'ignore'): Promise<void>;
	open(): Promise<void>;
	close(): Promise<void>;
}

/** A gate in front of the service at a url, and the url of the gate. */
export async function openGate(before: string): Promise<Gate> {
	const url = new URL(before);
	const to = Number(url.port);
	const sockets = new Set<net.Socket>();
	let ignoring = false;
	const keep = (socket: net.Socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
	};
	const server = net.createServer((socket) => {
		keep(socket);
		if (ignoring) return;
		const beyond = net.connect(to, '127.0.0.1');
		keep(beyond);
		socket.pipe(beyond).pipe(socket);
		socket.once('close', () => beyond.destroy());
		beyond.once('close', () => socket.destroy());
	});
	const listen = async (port: number) => {
		server.listen(port, '127.0.0.1');
		await once(server, 'listening');
	};
	const stopListening = () => new Promise<void>((closed) => void server.close(() => closed()));
	const cut = () => {
		for (const socket of sockets) socket.destroy();
	};
	await listen(0);
	const { port } = server.address() as AddressInfo;
	url.port = String(port);
	return {
		url: url.href,
		async shut(how) {
			ignoring = how === 'ignore';
			if (ignoring) {
				for (const socket of sockets) socket.unpipe().pause();
				return;
			}
			const closed = stopListening();
			cut();
			await closed;
		},
		async open() {
			cut();
			if (ignoring) ignoring = false;
			else await listen(port);
		},
		async close() {
			const closed = stopListening();
			cut();
			await closed;
		},
	};
}
