import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsIn, compareWith, type LessonExample, testLesson } from './lesson.ts';
import {
	CHANNELS,
	cellsWhere,
	compare,
	type FeatureMap,
	GRID,
	isSameView,
	toFeatureMap,
} from './likeness.ts';

const CELLS = GRID * GRID;
const EVERYWHERE = cellsWhere(() => true);
/** Where the gate is, in the pictures of these tests. */
const GATE = [200, 201, 219, 220];

/** Numbers around 0 that are the same for the same seed. */
function noise(seed: number): () => number {
	let state = seed + 1;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32 - 0.5;
	};
}

/** A view: the same for the same camera. Light and passers-by change every cell a little, the gate changes its own. */
function picture(open: boolean, seed: number, camera = 1, strength = 0.4): FeatureMap {
	const [view, other, changes] = [noise(camera), noise(camera + 5000), noise(seed)];
	const values = new Float32Array(CELLS * CHANNELS);
	for (let at = 0; at < values.length; at++) {
		const [here, there] = [view(), other()];
		const isGate = open && GATE.includes(Math.floor(at / CHANNELS));
		values[at] = (isGate ? there : here) + strength * changes();
	}
	return toFeatureMap(values);
}

const example = (yes: boolean, seed: number, map = picture(yes, seed), ratio = 4 / 3): LessonExample => ({
	id: `${yes ? 'yes' : 'no'} ${seed}`,
	yes,
	map,
	ratio,
});
const examples = (count: number, from = 0) =>
	Array.from({ length: count }, (_, at) => [
		example(true, from + at * 2),
		example(false, from + at * 2 + 1),
	]).flat();

const seeds = fc.integer({ min: 0, max: 100_000 });

describe('comparing a picture with examples', () => {
	test('finds the side of any picture of the same place, and names the nearest of each side', () => {
		fc.assert(
			fc.property(seeds, fc.boolean(), fc.integer({ min: 3, max: 6 }), (seed, open, count) => {
				const all = examples(count, seed);
				const { held, nearest, doubt } = compare(all, picture(open, seed + 500));
				expect({ held, doubt }).toEqual({ held: open, doubt: null });
				expect(nearest.yes?.id).toMatch(/^yes/);
				expect(nearest.no?.id).toMatch(/^no/);
				const [near, far] = open ? [nearest.yes, nearest.no] : [nearest.no, nearest.yes];
				expect(near?.distance).toBeLessThan(far?.distance ?? 0);
			}),
			{ numRuns: 20 },
		);
	});

	test('does not depend on the order of the examples, and turns round with their sides', () => {
		fc.assert(
			fc.property(seeds, fc.boolean(), (seed, open) => {
				const all = examples(4, seed);
				const map = picture(open, seed + 500);
				const first = compare(all, map);
				expect(compare(all.toReversed(), map).held).toBe(first.held);
				const turned = all.map((one) => ({ ...one, yes: !one.yes }));
				expect(compare(turned, map).held).toBe(first.held === null ? null : !first.held);
			}),
			{ numRuns: 10 },
		);
	});

	test('judges a picture that is an example like that example', () => {
		for (const one of examples(4)) expect(compare(examples(4), one.map).held).toBe(one.yes);
	});

	test('cannot tell where the sides do not differ, or every mark is contradicted', () => {
		const same = [0, 2, 4, 6].flatMap((seed) => [
			example(true, seed, picture(true, seed)),
			example(false, seed, picture(true, seed)),
		]);
		const { held, doubt, test } = compareWith(
			{ examples: same, cells: EVERYWHERE },
			{ map: picture(true, 9), ratio: 4 / 3 },
		);
		expect(held).toBeNull();
		expect(['sides alike', 'contradicting', 'between']).toContain(doubt);
		expect(test.right).toBeLessThan(test.of);
	});

	test('looks only at the cells it is given', () => {
		const elsewhere = EVERYWHERE.filter((cell) => cell < 100);
		const { held } = compareWith(
			{ examples: examples(5), cells: elsewhere },
			{ map: picture(true, 99), ratio: 4 / 3 },
		);
		expect(held).toBeNull();
		const zone = cellsWhere(({ left, top }) => left > 0.4 && left < 0.8 && top > 0.4 && top < 0.7);
		expect(compare(examples(5), picture(true, 99), zone).held).toBe(true);
	});
});

describe('a lesson', () => {
	test('looks only in the zones that the camera has, and in those its words name', () => {
		const zone = (name: string, use: 'named' | 'only' | 'never', left: number, right: number) => ({
			name,
			use,
			ratio: null,
			points: [left, right, right, left].map((x, at) => ({ x, y: at < 2 ? 0.2 : 0.9 })),
		});
		const gate = zone('gate', 'named', 0.2, 0.5);
		expect(cellsIn([], 'the gate is open')).toEqual(EVERYWHERE);
		expect(cellsIn([gate], 'the bin is out')).toEqual(EVERYWHERE);
		const inGate = cellsIn([gate], 'the gate is open');
		expect(inGate.length).toBeGreaterThan(40);
		expect(inGate.length).toBeLessThan(120);
		const only = cellsIn([zone('yard', 'only', 0, 0.4)], 'the gate is open');
		expect(only.every((cell) => (cell % GRID) / GRID < 0.4)).toBe(true);
		const never = cellsIn([zone('street', 'never', 0, 0.4)], 'the gate is open');
		expect(never.some((cell) => only.includes(cell))).toBe(false);
	});

	test('tests itself: a wrong mark is found by the others', () => {
		expect(testLesson({ examples: examples(5), cells: EVERYWHERE })).toEqual({
			right: 10,
			of: 10,
			doubtful: [],
		});
		const slip = [...examples(5), example(false, 77, picture(true, 77))];
		expect(testLesson({ examples: slip, cells: EVERYWHERE }).doubtful).toContain('no 77');
	});

	test('leaves out pictures of a camera that was moved, and of another shape', () => {
		expect(isSameView(picture(true, 1), picture(false, 2))).toBe(true);
		expect(isSameView(picture(true, 1), picture(true, 1, 2))).toBe(false);
		const moved = [1, 2, 3].map((seed) => example(seed > 1, 200 + seed, picture(seed > 1, seed, 2)));
		const turned = [4, 5].map((seed) => example(true, 300 + seed, picture(true, seed), 3 / 4));
		const lesson = { examples: [...examples(3), ...moved, ...turned], cells: EVERYWHERE };
		expect(compareWith(lesson, { map: picture(true, 99), ratio: 4 / 3 })).toMatchObject({
			held: true,
			used: { yes: 3, no: 3 },
			leftOut: { view: 3, shape: 2 },
		});
		expect(compareWith(lesson, { map: picture(true, 99, 2), ratio: 4 / 3 })).toMatchObject({
			held: null,
			doubt: 'other view',
			leftOut: { view: 6, shape: 2 },
		});
	});

	test('with two examples of a side tells nothing', () => {
		const few = examples(3).slice(0, 5);
		expect(
			compareWith({ examples: few, cells: EVERYWHERE }, { map: picture(true, 99), ratio: 4 / 3 }),
		).toMatchObject({
			held: null,
			doubt: 'too few',
			used: { yes: 3, no: 2 },
		});
	});
});
