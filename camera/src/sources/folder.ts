import { createHash } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import { z } from 'zod';
import { isWhole, typeOf } from './picture-type.ts';
import type { Shot } from './source.ts';
import { CameraTrouble } from './trouble.ts';

const NAMES = /\.(jpe?g|png|webp)$/i;
/** A file that has not changed for this long is finished, unless its end is missing. */
const QUIET_MS = 1000;
/** Files that changed at most this long before the newest one may still be new; older ones count as seen. */
const LOOK_BACK_MS = 10 * 60_000;
/** A picture older than this, or from the future, comes from a camera whose clock is wrong. */
const PLAUSIBLE_MS = 7 * 24 * 3_600_000;

/** Which files were sent, as it is kept from one start to the next. */
export const seenFiles = z.object({
	/** The newest change of a file that was seen, in milliseconds. */
	upTo: z.number(),
	/** Those seen that changed shortly before: their marks, with the time of the change. */
	recent: z.record(z.string(), z.number()),
});
export type SeenFiles = z.infer<typeof seenFiles>;

export interface NewFile extends Shot {
	/** The same for the same file with the same content, on any machine. */
	mark: string;
	takenAt: Date;
	changedAt: number;
}

interface Found {
	path: string;
	mark: string;
	changedAt: number;
	stats: Stats;
}

/** The pictures that another program writes into a folder and the folders below it. Nothing in there is changed. */
export class WatchedFolder {
	readonly #folder: string;
	#seen: SeenFiles | null;

	constructor(folder: string, seen: SeenFiles | null) {
		this.#folder = folder;
		this.#seen = seen;
	}

	/** New complete pictures, the oldest first. At the first start only the newest one: the others are old. */
	async *fresh(now = Date.now()): AsyncGenerator<NewFile, void, void> {
		const found = await this.#find();
		const seen = this.#begin(found, now);
		// After the clock was set back, new files must still be found.
		if (seen.upTo > now + QUIET_MS) seen.upTo = now;
		for (const file of found) {
			if (file.changedAt <= seen.upTo - LOOK_BACK_MS || file.mark in seen.recent) continue;
			if (now - file.changedAt < QUIET_MS && file.changedAt <= now) continue;
			const picture = await read(file, now);
			if (picture) yield picture;
		}
	}

	/** Marks a picture as stored or not needed, and returns everything to remember. */
	see({ mark, changedAt }: Pick<NewFile, 'mark' | 'changedAt'>): SeenFiles {
		const seen = this.#seen ?? { upTo: 0, recent: {} };
		const upTo = Math.max(seen.upTo, changedAt);
		const recent = Object.entries({ ...seen.recent, [mark]: changedAt });
		this.#seen = {
			upTo,
			recent: Object.fromEntries(recent.filter(([, at]) => at > upTo - LOOK_BACK_MS)),
		};
		return this.#seen;
	}

	#begin(found: Found[], now: number): SeenFiles {
		if (this.#seen) return this.#seen;
		const finished = found.filter(({ changedAt }) => now - changedAt >= QUIET_MS);
		const before = finished.slice(0, -1);
		const upTo = before.at(-1)?.changedAt ?? 0;
		const recent = before.filter(({ changedAt }) => changedAt > upTo - LOOK_BACK_MS);
		this.#seen = { upTo, recent: Object.fromEntries(recent.map(({ mark, changedAt }) => [mark, changedAt])) };
		return this.#seen;
	}

	/** All pictures by the time they last changed. That is this machine's time, whatever the camera's clock says. */
	async #find(): Promise<Found[]> {
		const entries = await entriesBelow(this.#folder).catch(() => {
			throw new CameraTrouble('The folder cannot be read');
		});
		const found = await Promise.all(entries.filter(isPicture).map(lookAt));
		return found.filter((file) => file !== null).sort((a, b) => a.changedAt - b.changedAt);
	}
}

/** Subfolders that have gone or are not readable, such as lost+found, are ignored. */
async function entriesBelow(folder: string): Promise<Dirent[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory());
	const below = await Promise.all(
		folders.map(({ name }) => entriesBelow(join(folder, name)).catch(() => [])),
	);
	return [...entries, ...below.flat()];
}

const isPicture = (entry: Dirent) => entry.isFile() && NAMES.test(entry.name) && !entry.name.startsWith('.');

async function lookAt(entry: Dirent): Promise<Found | null> {
	const path = join(entry.parentPath, entry.name);
	const stats = await stat(path).catch(() => null);
	if (!stats) return null;
	const mark = createHash('sha256')
		.update(`${entry.name}:${stats.size}:${Math.floor(stats.mtimeMs)}`)
		.digest('hex')
		.slice(0, 32);
	return { path, mark, changedAt: stats.ctimeMs, stats };
}

/** The picture of a file; null while it is being written, or if it is not a picture. */
async function read({ path, mark, changedAt, stats }: Found, now: number): Promise<NewFile | null> {
	if (stats.size === 0 || stats.size > CAPTURE_MAX_BYTES) return null;
	const bytes = await readFile(path).catch(() => null);
	const contentType = bytes && typeOf(bytes);
	if (!bytes || !contentType || bytes.length !== stats.size || !isWhole(bytes, contentType)) return null;
	const isPlausible = stats.mtimeMs <= now && stats.mtimeMs > now - PLAUSIBLE_MS;
	const takenAt = new Date(isPlausible ? stats.mtimeMs : Math.min(now, changedAt));
	return { mark, changedAt, bytes, contentType, takenAt };
}
