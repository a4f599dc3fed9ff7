/** What arrives is kept in memory while it is small, and then in a file, so that strangers fill no memory. */
import { randomUUID } from 'node:crypto';
import fs, { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Larger contents are in a file. */
export const LARGE_BYTES = 256 * 1024;

/** An open file of this process, which its threads may read. */
interface OpenFile {
	fd: number;
	length: number;
}

/** Bytes in memory, or the file that they are in. */
export type Content = Uint8Array | OpenFile;

export interface Arrived {
	content: Content;
	/** Must be called once nobody reads it any more. */
	drop(): void;
}

const write = promisify(fs.write);

/**
 * The folder for files of what is arriving. A file has lost its name before its first byte is written: the system removes it
 * when it is closed, also if the process dies.
 */
export class Spool {
	readonly #folder: string;

	/** Removes what a process left behind that died between making a file and removing its name. */
	constructor(folder: string) {
		this.#folder = folder;
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
	}

	/** Keeps all of it. If `chunks` fails, nothing is kept. */
	async keep(chunks: AsyncIterable<Uint8Array>): Promise<Arrived> {
		let [waiting, pieces, written]: [number, Uint8Array[], number] = [0, [], 0];
		let fd: number | undefined;
		const drop = () => {
			if (fd !== undefined) closeSync(fd);
			fd = undefined;
		};
		const flush = async () => {
			const block = Buffer.concat(pieces);
			[waiting, pieces] = [0, []];
			fd ??= this.#open();
			for (let at = 0; at < block.length; ) {
				const { bytesWritten } = await write(fd, block, at, block.length - at, written);
				at += bytesWritten;
				written += bytesWritten;
			}
		};
		try {
			for await (const piece of chunks) {
				pieces.push(piece);
				waiting += piece.length;
				// Many small pieces take far more memory than their bytes.
				if (pieces.length === MOST_PIECES) pieces = [Buffer.concat(pieces)];
				if (waiting > LARGE_BYTES) await flush();
			}
			if (fd === undefined) return { content: Buffer.concat(pieces), drop };
			await flush();
			return { content: { fd, length: written }, drop };
		} catch (error) {
			drop();
			throw error;
		}
	}

	#open(): number {
		const file = join(this.#folder, randomUUID());
		const fd = openSync(file, 'wx+', 0o600);
		rmSync(file, { force: true });
		return fd;
	}
}

const MOST_PIECES = 1000;

/** The bytes in memory, or the first `most` of them. A file is read at once: this is for threads, and for whoever has a turn. */
export function bytesOf(content: Content, most = content.length): Buffer {
	const length = Math.min(most, content.length);
	if (content instanceof Uint8Array) return Buffer.from(content.buffer, content.byteOffset, length);
	const bytes = Buffer.allocUnsafeSlow(length);
	let at = 0;
	while (at < bytes.length) {
		const read = readSync(content.fd, bytes, at, bytes.length - at, at);
		if (read === 0) throw new Error('a file that has arrived is not whole');
		at += read;
	}
	return bytes;
}
