/** Pictures are compared as this many grey pixels across and down. Each is the mean of many, so that sensor noise is averaged out. */
export const SKETCH_SIDE = 64;
/** Of 255: with a larger difference, a pixel shows something else. */
const DIFFERS = 14;
/** This many different pixels are something new: about a person at the far end of a garden. */
const NEW = 4;

/**
 * Whether a picture shows nothing new since another one. A change of the overall light, such as by a cloud, does not count:
 * both pictures are first brought to the same mean brightness.
 */
export function showsNothingNew(before: Uint8Array, after: Uint8Array): boolean {
	if (before.length !== after.length) return false;
	const shift = mean(after) - mean(before);
	let differing = 0;
	for (const [index, value] of after.entries()) {
		if (Math.abs(value - shift - (before[index] ?? 0)) > DIFFERS) differing += 1;
		if (differing >= NEW) return false;
	}
	return true;
}

const mean = (pixels: Uint8Array) => pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
