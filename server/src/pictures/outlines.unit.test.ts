import { expect, test } from 'vitest';
import { drawOutlines, type Outline } from './outlines.ts';

const [WIDTH, HEIGHT] = [60, 40];

/** A white picture with zones on it: `.` where it is still white, `o` where it is covered, `#` where something is drawn. */
function draw(outlines: Outline[], covers = true): string[] {
	const pixels = new Uint8Array(WIDTH * HEIGHT * 3).fill(255);
	drawOutlines({ pixels, width: WIDTH, height: HEIGHT }, outlines, covers);
	return Array.from({ length: HEIGHT }, (_, y) =>
		Array.from({ length: WIDTH }, (_, x) => {
			const [red, green, blue] = pixels.subarray((y * WIDTH + x) * 3);
			return red === 255 && blue === 255 ? '.' : red === 128 && green === 128 ? 'o' : '#';
		}).join(''),
	);
}

const square = (use: Outline['use'], number: number | null = null): Outline => ({
	points: [
		{ x: 0.25, y: 0.25 },
		{ x: 0.75, y: 0.25 },
		{ x: 0.75, y: 0.75 },
		{ x: 0.25, y: 0.75 },
	],
	use,
	number,
});
const at = (rows: string[], x: number, y: number) => rows[y]?.[x];

test('a named zone is an outline: inside and outside stay visible', () => {
	const rows = draw([square('named')]);
	expect([at(rows, 30, 10), at(rows, 15, 20)]).toEqual(['#', '#']);
	expect([at(rows, 30, 20), at(rows, 3, 3)]).toEqual(['.', '.']);
});

test('what is outside of “only” and inside of “never” is covered, for a model alone', () => {
	expect([at(draw([square('only')]), 30, 20), at(draw([square('only')]), 3, 3)]).toEqual(['.', 'o']);
	expect([at(draw([square('never')]), 30, 20), at(draw([square('never')]), 3, 3)]).toEqual(['o', '.']);
	expect([at(draw([square('never')], false), 30, 20)]).toEqual(['.']);
	// Inside both, "never" wins.
	expect(at(draw([square('only'), square('never')]), 30, 20)).toBe('o');
});

test('its number stands at the first corner, and stays inside the picture', () => {
	const without = draw([square('named')])
		.join('')
		.replaceAll('.', '').length;
	expect(
		draw([square('named', 7)])
			.join('')
			.replaceAll('.', '').length,
	).toBeGreaterThan(without);
	const corner = {
		...square('named', 16),
		points: [1, 0.5, 0.9].map((x, n) => ({ x, y: n === 1 ? 0.5 : 1 })),
	};
	expect(draw([corner])).toHaveLength(HEIGHT);
});
