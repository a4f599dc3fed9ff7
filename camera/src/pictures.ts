import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Who } from '@watchword/scenes/place';
import { seeded } from '@watchword/scenes/random';
import { drawScene, type PlaceName } from '@watchword/scenes/scene';
import { Problem } from './problem.ts';
import type { Picture } from './server.ts';

/** Takes the next picture. */
export type Taking = (at: Date) => Promise<Picture>;

const TYPES: Record<string, string> = {
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.png': 'image/png',
	'.webp': 'image/webp',
};

/** The pictures of a folder in the order of their names, over and over. */
export async function fromFolder(folder: string): Promise<Taking> {
	const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		throw new Problem(`The folder ${folder} cannot be read (${error.code}).`);
	});
	const names = all.filter((name) => extname(name).toLowerCase() in TYPES).sort();
	if (names.length === 0) throw new Problem(`There are no pictures (JPEG, PNG or WebP) in ${folder}.`);
	let next = 0;
	return async (takenAt) => {
		const name = names[next++ % names.length] ?? '';
		const contentType = TYPES[extname(name).toLowerCase()] ?? '';
		return { id: randomUUID(), takenAt, shows: name, contentType, bytes: await readFile(join(folder, name)) };
	};
}

/** Drawn pictures of a place where things happen. */
export function drawn(place: PlaceName, everyMs: number): Taking {
	return async (takenAt) => {
		const who = whoIsThere(place, Math.floor(takenAt.getTime() / everyMs));
		const bytes = await drawScene({ place, at: takenAt, who, seed: 'live' });
		const shows = `${place}: ${who.length > 0 ? who.join(', ') : 'nobody'}`;
		return { id: randomUUID(), takenAt, shows, contentType: 'image/jpeg', bytes };
	};
}

/** A car comes and stays a while; people and the dog pass by. */
function whoIsThere(place: PlaceName, turn: number): Who[] {
	const who: Who[] = [];
	if (place !== 'garden' && seeded(place, 'car', Math.floor(turn / 4))() < 0.5) who.push('car');
	if (seeded(place, 'person', turn)() < 0.45) who.push('person');
	if (seeded(place, 'dog', turn)() < 0.3) who.push('dog');
	return who;
}
