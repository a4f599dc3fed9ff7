import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a server that can be closed, as if the network were lost. */
export async function startGate(target: string) {
	const { hostname, port } = new URL(target);
	const sockets = new Set<Socket>();
	let isOpen = true;
	let answersLost = 0;
	const server = createServer((socket) => {
		if (!isOpen) return void socket.destroy();
		const through = connect(Number(port), hostname);
		for (const one of [socket, through]) {
			sockets.add(one);
			one.on('error', () => {});
			one.on('close', () => {
				sockets.delete(one);
				socket.destroy();
				through.destroy();
			});
		}
		socket.pipe(through);
		through.on('data', (data) => {
			if (answersLost > 0 && data.toString('latin1').startsWith('HTTP/1.1 202')) {
				answersLost--;
				socket.destroy();
			} else socket.write(data);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const drop = () => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		shut: () => {
			isOpen = false;
			drop();
		},
		open: () => {
			isOpen = true;
		},
		/** The server accepts this many captures, but the camera gets no answer. */
		loseAnswers: (count: number) => {
			answersLost = count;
		},
		stop: async () => {
			server.close();
			drop();
			await once(server, 'close');
		},
	};
}
