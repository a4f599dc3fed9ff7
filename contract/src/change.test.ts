import { expect, test } from 'vitest';
import { CHANGE_GRID, compareGrids } from './change.ts';

const { width, height } = CHANGE_GRID;

/** A grey scene with a dark figure of 3 x 8 cells, or without. */
function scene(at: number | null, brightness = 120): Float32Array {
	return Float32Array.from({ length: width * height }, (_, cell) => {
		const [x, y] = [cell % width, Math.floor(cell / width)];
		const inFigure = at !== null && x >= at && x < at + 3 && y >= 12 && y < 20;
		return inFigure ? 30 : brightness;
	});
}

function changes(...scenes: Float32Array[]): boolean[] {
	let usual: Float32Array | null = null;
	return scenes.map((now) => {
		const compared = compareGrids(usual, now);
		usual = compared.usual;
		return compared.isChanged;
	});
}

test('a person who arrives, moves on or leaves is a change each time; one who stays is a single change', () => {
	expect(changes(scene(null), scene(5), scene(20), scene(20), scene(null))).toEqual([
		false,
		true,
		true,
		false,
		true,
	]);
});

test('a quiet scene, a cloud and sensor noise are no change', () => {
	const noisy = scene(null).map((value, cell) => value + (cell % 2 === 0 ? 6 : -6));
	expect(changes(scene(null), scene(null, 80), noisy, scene(null, 160))).toEqual([
		false,
		false,
		false,
		false,
	]);
});

test('slow changes become the normal view', () => {
	const dusk = Array.from({ length: 20 }, (_, step) =>
		scene(null).map((value, cell) => (cell % width < 8 ? value - step * 2 : value)),
	);
	expect(changes(...dusk)).not.toContain(true);
});
