import type { Point, ZoneUse } from '@watchword/contract/zone';

/** A zone to draw on a picture: its outline with its number. Areas that must not be seen are covered. */
export interface Outline {
	points: Point[];
	use: ZoneUse;
	/** From 1; null for an outline without a number. */
	number: number | null;
}

type Colour = readonly [number, number, number];
/** Amber, which is rare in pictures and differs from the frames, with a dark line around it. */
const LINE: Colour = [255, 190, 60];
const EDGE: Colour = [40, 24, 4];
const COVER: Colour = [128, 128, 128];

interface Canvas {
	/** RGB. */
	pixels: Uint8Array;
	width: number;
	height: number;
}

/** Draws zones on RGB pixels, in place. With `covers`, what is outside of "only" and inside of "never" becomes grey. */
export function drawOutlines(canvas: Canvas, outlines: readonly Outline[], covers: boolean): void {
	if (covers) cover(canvas, outlines);
	const thick = Math.max(2, Math.round(Math.max(canvas.width, canvas.height) / 320));
	for (const { points } of outlines) {
		drawSides(canvas, points, thick + 2, EDGE);
		drawSides(canvas, points, thick, LINE);
	}
	for (const { points, number } of outlines) if (number !== null) drawNumber(canvas, points, number, thick);
}

function cover({ pixels, width, height }: Canvas, outlines: readonly Outline[]): void {
	const only = outlines.filter(({ use }) => use === 'only');
	const never = outlines.filter(({ use }) => use === 'never');
	if (only.length === 0 && never.length === 0) return;
	const hidden = new Uint8Array(width * height).fill(only.length > 0 ? 1 : 0);
	for (const { points } of only) fill(hidden, width, height, points, 0);
	for (const { points } of never) fill(hidden, width, height, points, 1);
	for (let at = 0; at < hidden.length; at++) if (hidden[at]) pixels.set(COVER, at * 3);
}

/** Fills a polygon, row by row. */
function fill(mask: Uint8Array, width: number, height: number, points: readonly Point[], value: 0 | 1): void {
	for (let row = 0; row < height; row++) {
		const y = (row + 0.5) / height;
		const crossings = points
			.flatMap((a, index) => {
				const b = points[(index + 1) % points.length] ?? a;
				return a.y > y !== b.y > y ? [a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)] : [];
			})
			.sort((a, b) => a - b);
		for (let at = 0; at + 1 < crossings.length; at += 2) {
			const from = Math.max(0, Math.ceil((crossings[at] ?? 0) * width - 0.5));
			const to = Math.min(width, Math.ceil((crossings[at + 1] ?? 0) * width - 0.5));
			mask.fill(value, row * width + from, row * width + to);
		}
	}
}

function drawSides(canvas: Canvas, points: readonly Point[], thick: number, colour: Colour): void {
	const { width, height } = canvas;
	for (const [index, a] of points.entries()) {
		const b = points[(index + 1) % points.length] ?? a;
		const steps = Math.ceil(Math.max(Math.abs(b.x - a.x) * width, Math.abs(b.y - a.y) * height));
		for (let step = 0; step <= steps; step++) {
			const along = steps > 0 ? step / steps : 0;
			const x = Math.round((a.x + along * (b.x - a.x)) * (width - 1) - thick / 2);
			const y = Math.round((a.y + along * (b.y - a.y)) * (height - 1) - thick / 2);
			rectangle(canvas, x, y, thick, thick, colour);
		}
	}
}

/** Three by five dots a digit. */
const ROWS = [
	['7', '5', '5', '5', '7'],
	['2', '6', '2', '2', '7'],
	['7', '1', '7', '4', '7'],
	['7', '1', '7', '1', '7'],
	['5', '5', '7', '1', '1'],
	['7', '4', '7', '1', '7'],
	['7', '4', '7', '5', '7'],
	['7', '1', '1', '1', '1'],
	['7', '5', '7', '5', '7'],
	['7', '5', '7', '1', '7'],
] as const;

/** The number of a zone at its first corner, on a dark plate inside the picture. */
function drawNumber(canvas: Canvas, points: readonly Point[], number: number, thick: number): void {
	const dot = thick + 1;
	const digits = [...String(number)].map((digit) => ROWS[Number(digit)] ?? ROWS[0]);
	const [plateWidth, plateHeight] = [(digits.length * 4 + 1) * dot, 7 * dot];
	const [corner = { x: 0, y: 0 }] = points;
	const left = Math.max(0, Math.min(canvas.width - plateWidth, Math.round(corner.x * canvas.width)));
	const top = Math.max(0, Math.min(canvas.height - plateHeight, Math.round(corner.y * canvas.height)));
	rectangle(canvas, left, top, plateWidth, plateHeight, EDGE);
	for (const [place, rows] of digits.entries()) {
		for (const [row, dots] of rows.entries()) {
			for (let column = 0; column < 3; column++) {
				if ((Number(dots) >> (2 - column)) % 2 === 1)
					rectangle(canvas, left + (place * 4 + column + 1) * dot, top + (row + 1) * dot, dot, dot, LINE);
			}
		}
	}
}

function rectangle(
	{ pixels, width, height }: Canvas,
	x: number,
	y: number,
	w: number,
	h: number,
	colour: Colour,
) {
	for (let row = Math.max(0, y); row < Math.min(height, y + h); row++) {
		for (let column = Math.max(0, x); column < Math.min(width, x + w); column++)
			pixels.set(colour, (row * width + column) * 3);
	}
}
