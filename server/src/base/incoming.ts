import { randomUUID } from 'node:crypto';
import fs, { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Customer, InTurn, workFor } from './turns.ts';

/** What arrives is kept in memory while it is small, and then in a file, so that strangers fill no memory. */

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

/** A part of the budget for what comes in. */
interface Memory {
	take(holder: string, bytes: number): boolean;
	release(holder: string, bytes: number): void;
}

const [read, writev] = [promisify(fs.read), promisify(fs.writev)];

/**
 * The folder for files of what is arriving. A file has lost its name before its first byte is written: the system removes it
 * when it is closed, also if the process dies.
 */
export class Spool {
	readonly #folder: string;
	readonly #memory: Memory;

	/** Removes what a process left behind that died between making a file and removing its name. */
	constructor(folder: string, memory: Memory) {
		this.#folder = folder;
		this.#memory = memory;
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
	}

	/** Keeps all of it, in a file if it is large or memory is short. If `chunks` fails, nothing is kept. */
	async keep(chunks: AsyncIterable<Uint8Array>): Promise<Arrived> {
		let [waiting, pieces, written]: [number, Uint8Array[], number] = [0, [], 0];
		let fd: number | undefined;
		let held = 0;
		const release = () => {
			this.#memory.release(HOLDER, held);
			held = 0;
		};
		const drop = () => {
			if (fd !== undefined) closeSync(fd);
			fd = undefined;
			release();
		};
		const flush = async () => {
			let left = pieces;
			const end = written + waiting;
			[waiting, pieces] = [0, []];
			fd ??= this.#open();
			while (written < end) {
				const { bytesWritten } = await writev(fd, left, written);
				written += bytesWritten;
				if (written < end) left = [Buffer.concat(left).subarray(bytesWritten)];
			}
			release();
		};
		try {
			for await (const piece of chunks) {
				pieces.push(piece);
				waiting += piece.length;
				const fits = this.#memory.take(HOLDER, piece.length);
				if (fits) held += piece.length;
				// Many small pieces take far more memory than their bytes.
				if (pieces.length === MAX_PIECES) pieces = [Buffer.concat(pieces)];
				if (!fits || waiting > LARGE_BYTES) await flush();
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

const MAX_PIECES = 1000;
/** Its memory has one part for all. */
const HOLDER = '';

/** The bytes in memory, or the first `most` of them. A file is read at once: this is for threads, and for whoever has a turn. */
export function bytesOf(content: Content, most = content.length): Buffer {
	const length = Math.min(most, content.length);
	if (content instanceof Uint8Array) return Buffer.from(content.buffer, content.byteOffset, length);
	const bytes = Buffer.allocUnsafeSlow(length);
	let at = 0;
	while (at < bytes.length) {
		const count = readSync(content.fd, bytes, at, bytes.length - at, at);
		if (count === 0) throw notWhole();
		at += count;
	}
	return bytes;
}

/** The bytes from a place on, in pieces: this is for the main thread, which passes them on. */
export async function* piecesOf(content: Content, from = 0): AsyncGenerator<Buffer> {
	if (content instanceof Uint8Array) return yield bytesOf(content).subarray(from);
	for (let at = from; at < content.length; ) {
		const piece = Buffer.allocUnsafeSlow(Math.min(LARGE_BYTES, content.length - at));
		const { bytesRead } = await read(content.fd, piece, 0, piece.length, at);
		if (bytesRead === 0) throw notWhole();
		at += bytesRead;
		yield piece.subarray(0, bytesRead);
	}
}

const notWhole = () => new Error('a file that has arrived is not whole');

/** The memory of a process for what comes in and is worked on. What does not fit waits, or is refused until there is room again. */

const MB = 1024 * 1024;

/**
 * Limits the memory for data that is still being received: in total, and per holder, so that one sender cannot use the
 * share of the others.
 */
export class Room {
	readonly #perHolder: number;
	readonly #held = new Map<string, number>();
	#free: number;

	constructor(bytes: number, perHolder = bytes) {
		this.#free = bytes;
		this.#perHolder = perHolder;
	}

	/** True if there was room. It is then reserved until it is released. */
	take(holder: string, bytes: number): boolean {
		const held = (this.#held.get(holder) ?? 0) + bytes;
		if (bytes > this.#free || held > this.#perHolder) return false;
		this.#free -= bytes;
		this.#held.set(holder, held);
		return true;
	}

	release(holder: string, bytes: number): void {
		this.#free += bytes;
		const held = (this.#held.get(holder) ?? 0) - bytes;
		if (held > 0) this.#held.set(holder, held);
		else this.#held.delete(holder);
	}
}

/**
 * The budget for what comes in, in parts, so that nobody uses the memory that others need: bodies of strangers, large and small bodies of
 * cameras and signed-in customers, mails that are small or have just begun, and pictures that wait to be decoded.
 */
export const INTAKE = {
	strangers: new Room(32 * MB, 16 * MB),
	// The largest body is four pictures of 10 MB.
	customers: new Room(168 * MB, 84 * MB),
	customersSmall: new Room(32 * MB, 8 * MB),
	mails: new Room(32 * MB),
	pictures: new Room(96 * MB, 48 * MB),
};

const passing = new InTurn(1);
const PAUSE_MS = 8;

/**
 * What is large passes through the main thread in pieces. After each of them there is a pause for everybody else, and the next
 * account has its turn, strangers last. Must be called with the bytes of every piece.
 */
export function pacing(customer: Customer): (bytes: number) => Promise<void> {
	let passed = 0;
	return async (bytes) => {
		passed += bytes;
		if (passed <= LARGE_BYTES) return;
		passed = 0;
		await workFor(customer, () => passing.run(customer.owner, () => sleep(PAUSE_MS)));
	};
}

/**
 * How many large contents are in memory as a whole at the same time, each perhaps several times while it is worked on. One of
 * the largest: whatever is smaller does not wait for it, as these are turns of their own.
 */
const [large, largest] = [new InTurn(3), new InTurn(1)];
const LARGEST_BYTES = 4 * MB;

/** Works on so many bytes of an account in memory. If they are many, accounts take turns. Must not be called within itself. */
export const inLargeTurn = <T>(owner: string, bytes: number, act: () => Promise<T>): Promise<T> =>
	bytes <= LARGE_BYTES ? act() : (bytes <= LARGEST_BYTES ? large : largest).run(owner, act);
