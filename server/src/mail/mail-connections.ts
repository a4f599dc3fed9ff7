import type { Socket } from 'node:net';
import { addressKey } from '../base/limits.ts';

/** Finds the connections above the limit of their address, which are refused and closed and not counted, and closes others. */
export function countConnections(perAddress: number) {
	const open = new Map<string, number>();
	const surplus = new Set<string>();
	const sockets = new Map<string, Socket>();
	const nameOf = (address = '', port = 0) => `${addressKey(address)} ${port}`;
	return {
		add(socket: Socket): void {
			const key = addressKey(socket.remoteAddress ?? '');
			const name = nameOf(socket.remoteAddress, socket.remotePort);
			sockets.set(name, socket);
			socket.once('close', () => sockets.delete(name));
			const count = open.get(key) ?? 0;
			if (count >= perAddress) {
				surplus.add(name);
				socket.once('close', () => surplus.delete(name));
				return;
			}
			open.set(key, count + 1);
			socket.once('close', () => {
				const left = (open.get(key) ?? 1) - 1;
				if (left > 0) open.set(key, left);
				else open.delete(key);
			});
		},
		isSurplus: (address: string, port: number) => surplus.has(nameOf(address, port)),
		hangUp: (address: string, port: number) => sockets.get(nameOf(address, port))?.destroy(),
	};
}
