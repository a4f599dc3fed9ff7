import { isUnreadable } from '@watchword/contract/picture-problem';
import type { Square } from '../ports/model.ts';
import { type Made, readPicture } from './decoder.ts';

interface Examination {
	made: Promise<Made>;
	sketched: boolean;
}

const MAX_KEPT = 256;
/** Squares are large: only of the last pictures that were made are they kept, for the runs that are about to take them. */
const MAX_SQUARES = 16;
const squares: Made[] = [];
/** In the order of their start. */
const newest = new Map<string, Examination>();

/**
 * Checks whether a camera's picture shows anything, and makes its sketch and its square if wanted. The newest results are kept,
 * so that several automations that watch one camera share one examination. An older one may have lost its square.
 */
export function examinePicture(
	path: string,
	bytes: Uint8Array,
	{ sketch = false, square }: { sketch?: boolean; square?: Square | undefined } = {},
): Promise<Made> {
	const before = newest.get(path);
	if (before && (before.sketched || !sketch)) return before.made;
	const made = readPicture(bytes, { examine: true, ...(sketch && { sketch }), ...(square && { square }) });
	keep(path, { made, sketched: sketch });
	// It may have been the machine, and there may have been no room: the next call tries again.
	const forget = () => newest.delete(path);
	made.then((done) => {
		if (isUnreadable(done.problem)) forget();
		if (done.square && squares.push(done) > MAX_SQUARES) delete squares.shift()?.square;
	}, forget);
	return made;
}

function keep(path: string, examination: Examination): void {
	newest.delete(path);
	newest.set(path, examination);
	const [oldest] = newest.keys();
	if (newest.size > MAX_KEPT && oldest !== undefined) newest.delete(oldest);
}
