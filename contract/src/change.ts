/** Whether a picture differs much from what a camera usually shows. The bridge and the camera page judge it by this one rule. */

/** A picture is compared by its brightness on a coarse grid, row by row. */
export const CHANGE_GRID = { width: 32, height: 24 } as const;
/** Changes are reported at most this often. */
export const LEAST_BETWEEN_CHANGES_MS = 5000;

/** A cell has changed if it is this much brighter or darker, of 255. */
const CELL = 16;
/** The picture has changed if this many cells have: about a person at some distance. */
const CELLS = 12;
/** How fast a lasting difference becomes the normal view. */
const ADAPT = 0.2;

export interface Compared {
	isChanged: boolean;
	/** What to compare the next picture with. A reported change becomes the normal view, so that a parked car counts once. */
	usual: Float32Array;
}

/** `usual` is null for the first picture, which is never a change. */
export function compareGrids(usual: Float32Array | null, now: Float32Array): Compared {
	if (!usual) return { isChanged: false, usual: now };
	// A cloud makes everything darker; that is not a change.
	const shift = mean(now) - mean(usual);
	let cells = 0;
	for (const [cell, value] of now.entries()) {
		if (Math.abs(value - (usual[cell] ?? 0) - shift) > CELL) cells++;
	}
	const isChanged = cells >= CELLS;
	return {
		isChanged,
		usual: isChanged ? now : usual.map((value, cell) => value + ADAPT * ((now[cell] ?? 0) - value)),
	};
}

const mean = (cells: Float32Array) => cells.reduce((sum, value) => sum + value, 0) / cells.length;
