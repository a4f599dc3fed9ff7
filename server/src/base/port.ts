import type { Server } from 'node:net';
import { CannotStart } from './cannot-start.ts';

interface Place {
	port: number;
	host: string;
	/** Which setting names the port. */
	setting: 'PORT' | 'SMTP_PORT' | 'METRICS_PORT';
}

/** Resolves when the server listens there. */
export function openPort(server: Server, place: Place): Promise<void> {
	return new Promise((listening, failed) => {
		server.once('error', (error) => failed(explain(error, place)));
		server.listen(place.port, place.host, listening);
	});
}

function explain(error: NodeJS.ErrnoException, { port, host, setting }: Place): Error {
	if (error.code === 'EADDRINUSE')
		return new CannotStart(
			`Port ${port} is in use, perhaps by another Watchword. Stop that one, or set ${setting} to another.`,
		);
	if (error.code === 'EACCES')
		return new CannotStart(`Port ${port} needs more rights than this user has. Set ${setting} to another.`);
	if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
		return new CannotStart(`HOST ${host} is not an address of this machine.`);
	return error;
}
