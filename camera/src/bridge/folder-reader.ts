import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type NewFile, seenFiles, WatchedFolder } from '../sources/folder.ts';
import type { Arrival, Arrivals } from './arrivals.ts';

const LOOK_AGAIN_MS = 2000;
/** A folder with very many files is read less often: the pause is this many times as long as the reading takes. */
const LOOKING_SHARE = 10;

/** The pictures of a watched folder one after the other, each only once, even after a restart. */
export class FolderReader implements Arrivals {
	readonly #folder: string;
	readonly #file: string;
	readonly #leastMs: number;
	#watched: WatchedFolder | null = null;
	#lastTaken = Number.NEGATIVE_INFINITY;

	/** `leastMs`: at most one picture in that time; 0 for every picture. */
	constructor(folder: string, file: string, leastMs: number) {
		this.#folder = folder;
		this.#file = file;
		this.#leastMs = leastMs;
	}

	/** New pictures for as long as the caller reads them. */
	async *fresh(signal: AbortSignal): AsyncGenerator<Arrival, void, void> {
		this.#watched ??= new WatchedFolder(this.#folder, await readSeen(this.#file));
		for (;;) {
			const began = performance.now();
			for await (const file of this.#watched.fresh()) {
				signal.throwIfAborted();
				if (Math.abs(file.takenAt.getTime() - this.#lastTaken) < this.#leastMs) {
					await this.#see(file);
					continue;
				}
				this.#lastTaken = file.takenAt.getTime();
				yield { ...file, id: `file-${file.mark}`, see: () => this.#see(file) };
			}
			const took = performance.now() - began;
			await sleep(Math.max(LOOK_AGAIN_MS, LOOKING_SHARE * took), null, { signal });
		}
	}

	/** After a crash before this, it is sent again under the same name. */
	async #see(file: NewFile): Promise<void> {
		const seen = this.#watched?.see(file);
		await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
		await writeFile(`${this.#file}.new`, JSON.stringify(seen), { mode: 0o600 });
		await rename(`${this.#file}.new`, this.#file);
	}
}

async function readSeen(file: string) {
	const text = await readFile(file, 'utf8').catch(() => 'null');
	try {
		return seenFiles.safeParse(JSON.parse(text)).data ?? null;
	} catch {
		return null;
	}
}
