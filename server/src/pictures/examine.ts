import { type Made, readPicture } from './decoder.ts';

interface Examination {
	made: Promise<Made>;
	sketched: boolean;
}

const MOST_KEPT = 256;
/** In the order they were begun. */
const newest = new Map<string, Examination>();

/**
 * Finds out whether there is anything to see in a camera's picture, and makes its sketch if that is wanted. What was found of the
 * newest ones is kept, so that several automations that watch one camera need one examination.
 */
export function examinePicture(path: string, bytes: Uint8Array, { sketch = false } = {}): Promise<Made> {
	const before = newest.get(path);
	if (before && (before.sketched || !sketch)) return before.made;
	const made = readPicture('camera', bytes, { examine: true, ...(sketch && { sketch }) });
	keep(path, { made, sketched: sketch });
	// A picture may seem broken because it took too long, and there may have been no room for it: the next one tries again.
	const forget = () => newest.delete(path);
	made.then(({ problem }) => problem === 'broken' && forget(), forget);
	return made;
}

function keep(path: string, examination: Examination): void {
	newest.delete(path);
	newest.set(path, examination);
	const [oldest] = newest.keys();
	if (newest.size > MOST_KEPT && oldest !== undefined) newest.delete(oldest);
}
