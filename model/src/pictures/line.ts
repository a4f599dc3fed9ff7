import type { Box } from './sighting.ts';

/** One character of a line, and what else it may be. */
export interface Letter {
	char: string;
	confidence: number;
	/** The next best reading of the same character; null if nothing else comes near. */
	second: string | null;
}

/** A line of text in a picture, with the rectangle around it. */
export interface Line {
	text: string;
	/** Of the line as a whole, from 0 to 1. */
	confidence: number;
	letters: Letter[];
	box: Box;
}

/** Lines in the order a person reads them: row by row, each from left to right. */
export const inReadingOrder = (lines: readonly Line[]): Line[] => rowsOf(lines).flat();

/** Lines side by side make a row: "Total" at the left edge of a page and "119.00" at the right one belong together. */
export function rowsOf(lines: readonly Line[]): Line[][] {
	const rows: Line[][] = [];
	for (const line of lines.toSorted((a, b) => middle(a) - middle(b))) {
		const row = rows.at(-1);
		const last = row?.at(-1);
		if (row && last && isBeside(last, line)) row.push(line);
		else rows.push([line]);
	}
	return rows.map((row) => row.sort((a, b) => a.box.left - b.box.left));
}

const middle = ({ box }: Line) => (box.top + box.bottom) / 2;

/** They share more than half of the lower one's height. */
function isBeside(a: Line, b: Line): boolean {
	const shared = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
	return shared > 0.5 * Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top);
}
