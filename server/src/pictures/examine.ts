import { isUnreadable } from '@watchword/contract/picture-problem';
import { type Made, readPicture } from './decoder.ts';

interface Examination {
	made: Promise<Made>;
	sketched: boolean;
}

const MOST_KEPT = 256;
/** In the order of their start. */
const newest = new Map<string, Examination>();

/**
 * Checks whether a camera's picture shows anything, and makes its sketch if wanted. The newest results are kept, so that
 * several automations that watch one camera share one examination.
 */
export function examinePicture(path: string, bytes: Uint8Array, { sketch = false } = {}): Promise<Made> {
	const before = newest.get(path);
	if (before && (before.sketched || !sketch)) return before.made;
	const made = readPicture(bytes, { examine: true, ...(sketch && { sketch }) });
	keep(path, { made, sketched: sketch });
	// It may have been the machine, and there may have been no room: the next call tries again.
	const forget = () => newest.delete(path);
	made.then(({ problem }) => isUnreadable(problem) && forget(), forget);
	return made;
}

function keep(path: string, examination: Examination): void {
	newest.delete(path);
	newest.set(path, examination);
	const [oldest] = newest.keys();
	if (newest.size > MOST_KEPT && oldest !== undefined) newest.delete(oldest);
}
