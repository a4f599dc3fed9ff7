import { randomUUID } from 'node:crypto';
import fs, { closeSync, openSync } from 'node:fs';
import { type FileHandle, mkdir, open as openFile, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ObjectStore } from '../../ports/objects.ts';

/** Only paths that we create: letters, digits, and dots inside a name. Nothing that leads out of the folder. */
const OUR_PATH = /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/;

/** Objects as files. Each is written under a temporary name, synced, then renamed, so that it is never half written. */
export function folderStore(folder: string): ObjectStore {
	const place = (path: string) => {
		if (!OUR_PATH.test(path)) throw new Error(`not a storage path: ${path}`);
		return join(folder, path);
	};
	const keep = async (path: string, chunks: Chunks) => {
		const file = place(path);
		const parent = dirname(file);
		const temporary = join(parent, `.${randomUUID()}`);
		const fd = await createIn(parent, temporary);
		try {
			await writeSynced(fd, chunks);
			await rename(temporary, file);
			await syncFolder(parent);
		} catch (error) {
			await rm(temporary, { force: true });
			throw error;
		}
	};
	/** Removes a folder of the store that is now empty, and its empty parents. */
	const removeEmpty = async (path: string): Promise<void> => {
		if (path === '.') return;
		const removed = await rmdir(place(path)).then(
			() => true,
			() => false,
		);
		if (removed) await removeEmpty(dirname(path));
	};
	return {
		describe: `in ${folder}`,
		put: (path, bytes) => keep(path, [bytes]),
		putStream: (path, chunks) => keep(path, chunks),
		read: (path) => readFile(place(path)).catch(nullIfMissing),
		async get(path, range) {
			// Opened now: a file that is removed later can still be read.
			const file = await openFile(place(path)).catch(nullIfMissing);
			return file && streamOf(file, range);
		},
		async delete(path) {
			await rm(place(path), { force: true });
			await removeEmpty(dirname(path));
		},
		async deleteFolder(path) {
			// Retried, because someone may still be writing into the folder while it is emptied.
			await rm(place(path), { recursive: true, force: true, maxRetries: 10 });
		},
	};
}

/** Most objects are captures, which fit into one piece; of a large one, few pieces are less work for this thread. */
const PIECE_BYTES = { first: 64 * 1024, others: 256 * 1024 };

/** Closes the file at its end. Node.js can make such a stream, too, but copies every piece. */
function streamOf(file: FileHandle, { start = 0, end = Number.POSITIVE_INFINITY } = {}) {
	let at = start;
	const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
		const length = Math.min(at === start ? PIECE_BYTES.first : PIECE_BYTES.others, end + 1 - at);
		const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at);
		at += bytesRead;
		if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
		await file.close();
		controller.close();
	};
	const orClose = async (error: unknown) => {
		await file.close();
		throw error;
	};
	return new ReadableStream<Uint8Array>(
		{ pull: (controller) => pull(controller).catch(orClose), cancel: () => file.close() },
		{ highWaterMark: 0 },
	);
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

/** Most folders exist already. A missing one is created; it may vanish again when a delete leaves it empty. */
async function createIn(parent: string, file: string): Promise<number> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await open(file, 'wx', 0o600);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 10) throw error;
			await mkdir(parent, { recursive: true, mode: 0o700 }).catch(nullIfMissing);
		}
	}
}

/**
 * Each await costs a turn of the event loop, which under load takes longer than the call itself. So calls that return at
 * once, such as closing a synced file or opening a folder, are synchronous.
 */
async function writeSynced(fd: number, chunks: Chunks): Promise<void> {
	try {
		for await (const chunk of chunks) await write(fd, chunk);
		await syncData(fd);
	} finally {
		closeSync(fd);
	}
}

/** A rename is durable once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
	const fd = openSync(folder, 'r');
	try {
		await sync(fd);
	} finally {
		closeSync(fd);
	}
}
