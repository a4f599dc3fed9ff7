import { randomUUID } from 'node:crypto';
import fs, { closeSync, createReadStream, openSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { ObjectStore } from '../../ports.ts';

/** Only what we make ourselves: letters, digits, dots within a name, no way up and no way out. */
const OUR_PATH = /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/;

/** Objects as files. Each is written under a temporary name, synced, then renamed: whole or not there. */
export function folderStore(folder: string): ObjectStore {
	const made = new Set<string>();
	const place = (path: string) => {
		if (!OUR_PATH.test(path)) throw new Error(`not a storage path: ${path}`);
		return join(folder, path);
	};
	const keep = async (path: string, chunks: Chunks) => {
		const file = place(path);
		const parent = dirname(file);
		if (!made.has(parent)) {
			await mkdir(parent, { recursive: true, mode: 0o700 });
			made.add(parent);
		}
		const temporary = join(parent, `.${randomUUID()}`);
		try {
			await writeSynced(temporary, chunks);
			await rename(temporary, file);
			await syncFolder(parent);
		} catch (error) {
			made.delete(parent);
			await rm(temporary, { force: true });
			throw error;
		}
	};
	return {
		describe: `in ${folder}`,
		put: (path, bytes) => keep(path, [bytes]),
		putStream: (path, chunks) => keep(path, chunks),
		read: (path) => readFile(place(path)).catch(nullIfMissing),
		async get(path, range) {
			const file = place(path);
			const found = await stat(file).catch(nullIfMissing);
			return found && (Readable.toWeb(createReadStream(file, range)) as ReadableStream<Uint8Array>);
		},
		async delete(path) {
			await rm(place(path), { force: true });
		},
	};
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
	if (error.code === 'ENOENT') return null;
	throw error;
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const open = promisify(fs.open);
const write = promisify(fs.writeFile);
const syncData = promisify(fs.fdatasync);
const sync = promisify(fs.fsync);

/**
 * Each thing that is waited for costs a turn of the event loop, which under load is more than the thing itself. So what
 * takes no time, as closing what is synced or opening a folder, is not waited for.
 */
async function writeSynced(file: string, chunks: Chunks): Promise<void> {
	const fd = await open(file, 'wx', 0o600);
	try {
		for await (const chunk of chunks) await write(fd, chunk);
		await syncData(fd);
	} finally {
		closeSync(fd);
	}
}

/** A rename is durable once its folder is. */
async function syncFolder(folder: string): Promise<void> {
	const fd = openSync(folder, 'r');
	try {
		await sync(fd);
	} finally {
		closeSync(fd);
	}
}
