import type { Line } from './line.ts';

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
