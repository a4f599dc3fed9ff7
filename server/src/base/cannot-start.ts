import type { Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A start failed, and the operator can correct it: the message says how, and nothing else is shown. */
export class CannotStart extends Error {}

/** Another process holds the data folder. */
export class FolderInUse extends CannotStart {}

/**
 * Locks a folder for this process. Node has no file locks, but its SQLite uses those of the operating system. These end
 * with the process, so a killed server leaves no lock behind.
 */
export function lockFolder(folder: string): () => void {
	const file = join(folder, 'lock');
	let lock: DatabaseSync | null = null;
	try {
		lock = new DatabaseSync(file);
		lock.exec('pragma locking_mode = exclusive; begin exclusive; commit');
		const held = lock;
		return () => held.close();
	} catch (error) {
		lock?.close();
		const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
		if (code === SQLITE_BUSY) {
			throw new FolderInUse(
				`The data folder ${folder} is in use by another Watchword. Stop that one, or set DATA_DIR to another folder.`,
			);
		}
		if (code === SQLITE_FULL) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
		if (code === null) throw error;
		throw new CannotStart(
			`The file ${file} cannot be opened. Remove it, let this user write there, or set DATA_DIR to another folder.`,
			{ cause: error },
		);
	}
}

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

interface Place {
	port: number;
	host: string;
	/** Which setting names the port. */
	setting: 'PORT' | 'SMTP_PORT' | 'METRICS_PORT' | 'TLS_ACME_HTTP_PORT';
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
	if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_)/.test(error.code ?? ''))
		return new CannotStart(`HOST ${host} is not an address of this machine.`);
	return error;
}
