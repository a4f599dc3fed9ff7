import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Moment } from '../server.ts';

interface Bound {
	maxBytes: number;
	maxPictures: number;
}

interface Entry {
	file: string;
	takenAt: number;
	bytes: number;
}

const header = z.object({
	id: z.string(),
	takenAt: z.coerce.date(),
	reason: z.enum(['interval', 'change']).optional(),
	shots: z.array(z.object({ contentType: z.string(), length: z.number() })).min(1),
});

const NAME = /^(\d{15})-[\w-]+\.moment$/;
const FULL = ['ENOSPC', 'EDQUOT'];

/**
 * Pictures that the server has not accepted yet, on disk: a file for each moment, a folder for each camera. If they become too
 * many, the oldest is dropped first, of any camera.
 */
export class Queue {
	readonly #folder: string;
	readonly #bound: Bound;
	readonly #onDrop: (camera: string) => void;
	/** By camera, the oldest first. */
	readonly #entries = new Map<string, Entry[]>();
	readonly #waiting = new Map<string, () => void>();
	#bytes = 0;
	#pictures = 0;

	private constructor(folder: string, bound: Bound, onDrop: (camera: string) => void) {
		this.#folder = folder;
		this.#bound = bound;
		this.#onDrop = onDrop;
	}

	static async open(folder: string, bound: Bound, onDrop: (camera: string) => void): Promise<Queue> {
		const queue = new Queue(folder, bound, onDrop);
		await mkdir(folder, { recursive: true, mode: 0o700 });
		for (const entry of await readdir(folder, { withFileTypes: true })) {
			if (entry.isDirectory()) await queue.#load(entry.name);
		}
		await queue.#shrink();
		return queue;
	}

	get pictures(): number {
		return this.#pictures;
	}

	count(camera: string): number {
		return this.#entries.get(camera)?.length ?? 0;
	}

	/** Resolves once the moment is stored. A moment with the same id replaces the first one. */
	async add(camera: string, moment: Moment): Promise<void> {
		const folder = join(this.#folder, camera);
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const { id, takenAt, reason, shots } = moment;
		const file = join(folder, `${String(takenAt.getTime()).padStart(15, '0')}-${id}.moment`);
		const about = shots.map(({ contentType, bytes }) => ({ contentType, length: bytes.length }));
		const line = `${JSON.stringify({ id, takenAt, reason, shots: about })}\n`;
		const content = Buffer.concat([Buffer.from(line), ...shots.map(({ bytes }) => bytes)]);
		for (;;) {
			try {
				// Written to another file first, so that a moment is there completely or not at all.
				await writeFile(`${file}.new`, content, { mode: 0o600 });
				await rename(`${file}.new`, file);
				break;
			} catch (error) {
				await rm(`${file}.new`, { force: true });
				if (!FULL.includes((error as NodeJS.ErrnoException).code ?? '') || !(await this.#dropOldest())) {
					throw error;
				}
			}
		}
		this.#insert(camera, { file, takenAt: takenAt.getTime(), bytes: content.length });
		await this.#shrink();
		this.#waiting.get(camera)?.();
	}

	/** The oldest moment of a camera, as soon as there is one. */
	async oldest(camera: string, signal: AbortSignal): Promise<{ moment: Moment; done(): Promise<void> }> {
		for (;;) {
			const entry = this.#entries.get(camera)?.[0];
			if (entry) {
				const moment = await read(entry.file);
				if (moment) return { moment, done: () => this.#remove(camera, entry) };
				// A power cut can leave a file without its content.
				await this.#remove(camera, entry);
				continue;
			}
			await new Promise<void>((resolve, reject) => {
				const abort = () => reject(signal.reason);
				if (signal.aborted) return abort();
				signal.addEventListener('abort', abort, { once: true });
				this.#waiting.set(camera, () => {
					signal.removeEventListener('abort', abort);
					resolve();
				});
			});
		}
	}

	async #load(camera: string): Promise<void> {
		const folder = join(this.#folder, camera);
		for (const name of (await readdir(folder)).sort()) {
			const [, takenAt] = NAME.exec(name) ?? [];
			const file = join(folder, name);
			if (takenAt) this.#insert(camera, { file, takenAt: Number(takenAt), bytes: (await stat(file)).size });
			else if (name.endsWith('.new')) await rm(file, { force: true });
		}
	}

	#insert(camera: string, entry: Entry): void {
		const entries = this.#entries.get(camera) ?? [];
		this.#entries.set(camera, entries);
		const known = entries.findIndex(({ file }) => file === entry.file);
		if (known >= 0) this.#forget(camera, known);
		// Nearly always it is the newest, so the search starts at the end.
		let at = entries.length;
		while (at > 0 && (entries[at - 1]?.takenAt ?? 0) > entry.takenAt) at--;
		entries.splice(at, 0, entry);
		this.#bytes += entry.bytes;
		this.#pictures++;
	}

	#forget(camera: string, at: number): void {
		const [entry] = this.#entries.get(camera)?.splice(at, 1) ?? [];
		if (!entry) return;
		this.#bytes -= entry.bytes;
		this.#pictures--;
	}

	async #remove(camera: string, entry: Entry): Promise<void> {
		const at = this.#entries.get(camera)?.indexOf(entry) ?? -1;
		if (at >= 0) this.#forget(camera, at);
		await rm(entry.file, { force: true });
	}

	async #shrink(): Promise<void> {
		const { maxBytes, maxPictures } = this.#bound;
		while (this.#pictures > 1 && (this.#bytes > maxBytes || this.#pictures > maxPictures)) {
			if (!(await this.#dropOldest())) return;
		}
	}

	async #dropOldest(): Promise<boolean> {
		let oldest: [string, Entry] | undefined;
		for (const [camera, [entry]] of this.#entries) {
			if (entry && entry.takenAt < (oldest?.[1].takenAt ?? Number.POSITIVE_INFINITY))
				oldest = [camera, entry];
		}
		if (!oldest) return false;
		await this.#remove(...oldest);
		this.#onDrop(oldest[0]);
		return true;
	}
}

async function read(file: string): Promise<Moment | null> {
	const content = await readFile(file).catch(() => null);
	const end = content?.indexOf('\n') ?? -1;
	if (!content || end < 0) return null;
	const parsed = header.safeParse(parseJson(content.toString('utf8', 0, end)));
	if (!parsed.success) return null;
	const { shots, ...rest } = parsed.data;
	let at = end + 1;
	const pictures = shots.map(({ contentType, length }) => {
		const bytes = content.subarray(at, at + length);
		at += length;
		return { contentType, bytes };
	});
	return at === content.length ? { ...rest, shots: pictures } : null;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
