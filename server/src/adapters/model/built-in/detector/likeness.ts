/**
 * Tells which of a customer's examples a picture is like. A picture is a grid of cells, and each cell is a direction in the
 * space of a network's inner features. Most cells show the same on both sides, or whatever passes by. So every cell gets a
 * weight first: how much further apart the sides are in it than the examples of one side. bench/RESULTS.md says how good
 * this is, and what else was tried.
 */
import type { Rectangle } from '@watchword/contract/zone';

/** The grid of the network's map, and the numbers of each cell. */
export const GRID = 19;
export const CHANNELS = 64;
const CELLS = GRID * GRID;
/** Cells are stored as directions of this length, in whole numbers. */
const LENGTH = 127;

/** The cells of a picture, row by row. */
export type FeatureMap = Int8Array;

export interface Marked {
	id: string;
	yes: boolean;
	map: FeatureMap;
}

export interface Near {
	id: string;
	/** From 0 for the same to 2 for the opposite. */
	distance: number;
}

export interface Likeness {
	/** Null where it cannot be told. */
	held: boolean | null;
	/** Why it cannot be told. */
	doubt: 'other view' | 'sides alike' | 'between' | 'unlike both' | null;
	/** The nearest example of each side; null where no example of a side shows the same view. */
	nearest: { yes: Near | null; no: Near | null };
	/** The examples that show another view than this picture, and were left out. */
	elsewhere: string[];
}

/** One side must be nearer by this share of both distances. */
const CLEAR = 0.1;
/** A picture further from the nearer side than so many times what its examples are from each other is like neither. */
const REACH = 3;
/** This share of the cells decides, and no fewer than so many. */
const DECIDING = 0.03;
const FEWEST_DECIDING = 4;
/** So many of the nearest examples of a side are averaged, at most half of them. */
const NEIGHBOURS = 3;
/** Differences below this are noise of the sensor. */
const NOISE = 0.05;
/** Half of the cells of two pictures of the same view are at least this alike, by day and by night. */
const SAME_VIEW = 0.42;
/** Every so many cells are enough to compare views. */
const VIEW_STEP = 5;

/** The map of a network as directions in whole numbers. */
export function toFeatureMap(values: Float32Array): FeatureMap {
	const map = new Int8Array(CELLS * CHANNELS);
	for (let from = 0; from < map.length; from += CHANNELS) {
		let sum = 0;
		for (let at = from; at < from + CHANNELS; at++) sum += (values[at] ?? 0) ** 2;
		const scale = LENGTH / (Math.sqrt(sum) || 1);
		for (let at = from; at < from + CHANNELS; at++) map[at] = Math.round((values[at] ?? 0) * scale);
	}
	return map;
}

/** The cells that are to be looked at; each is a rectangle in shares of the picture. */
export function cellsWhere(isLookedAt: (cell: Rectangle) => boolean): number[] {
	return [...Array(CELLS).keys()].filter((cell) => {
		const [column, row] = [cell % GRID, Math.floor(cell / GRID)];
		return isLookedAt({
			left: column / GRID,
			top: row / GRID,
			right: (column + 1) / GRID,
			bottom: (row + 1) / GRID,
		});
	});
}

const ALL_CELLS: readonly number[] = cellsWhere(() => true);

/** Compares a picture with the examples that show the same view. With fewer than `least` of them a side it cannot be told. */
export function compare(
	examples: readonly Marked[],
	map: FeatureMap,
	cells: readonly number[] = ALL_CELLS,
	least = 1,
): Likeness {
	const here = examples.filter((example) => isSameView(example.map, map));
	const elsewhere = examples.filter((example) => !here.includes(example)).map(({ id }) => id);
	const count = (yes: boolean) => here.filter((example) => example.yes === yes).length;
	if (Math.min(count(true), count(false)) < Math.max(1, least)) {
		return { held: null, doubt: 'other view', nearest: { yes: null, no: null }, elsewhere };
	}
	return { ...judge(learn(here, sumBySide(here), cells), here, map), elsewhere };
}

/** Each example judged by the others that show the same view. */
export function leaveOneOut(
	examples: readonly Marked[],
	cells: readonly number[] = ALL_CELLS,
): { id: string; yes: boolean; held: boolean | null }[] {
	return viewsOf(examples).flatMap((view) => {
		const sums = sumBySide(view);
		return view.map((example) => {
			const others = view.filter((other) => other !== example);
			const bothSides = [true, false].every((yes) => others.some((other) => other.yes === yes));
			const held = bothSides
				? judge(learn(others, without(sums, example), cells), others, example.map).held
				: null;
			return { id: example.id, yes: example.yes, held };
		});
	});
}

/** Whether two pictures show the same view, whatever the light: a camera that was moved or turned sees another one. */
export function isSameView(a: FeatureMap, b: FeatureMap): boolean {
	const alike: number[] = [];
	for (let cell = 0; cell < CELLS; cell += VIEW_STEP) alike.push(product(a, b, cell));
	alike.sort((a, b) => a - b);
	return (alike[alike.length >> 1] ?? 0) >= SAME_VIEW;
}

function viewsOf(examples: readonly Marked[]): Marked[][] {
	const views: [Marked, ...Marked[]][] = [];
	for (const example of examples) {
		const view = views.find(([first]) => isSameView(first.map, example.map));
		if (view) view.push(example);
		else views.push([example]);
	}
	return views;
}

interface Sums {
	yes: Int32Array;
	no: Int32Array;
}

function sumBySide(examples: readonly Marked[]): Sums {
	const sums = { yes: new Int32Array(CELLS * CHANNELS), no: new Int32Array(CELLS * CHANNELS) };
	for (const { yes, map } of examples) {
		const sum = yes ? sums.yes : sums.no;
		for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (map[at] ?? 0);
	}
	return sums;
}

function without(sums: Sums, { yes, map }: Marked): Sums {
	const rest = (yes ? sums.yes : sums.no).map((sum, at) => sum - (map[at] ?? 0));
	return yes ? { ...sums, yes: rest } : { ...sums, no: rest };
}

type Weights = [cell: number, weight: number][];

interface Lesson {
	/** The cells that decide. Their weights add up to 1. */
	weights: Weights;
	/** How far the examples of one side are from each other in these cells. */
	spread: number;
}

function learn(examples: readonly Marked[], sums: Sums, cells: readonly number[]): Lesson {
	const yes = examples.filter((example) => example.yes).length;
	const no = examples.length - yes;
	const [raw, spreads] = [new Float64Array(CELLS), new Float64Array(CELLS)];
	for (const cell of cells) {
		const between = 1 - product(sums.yes, sums.no, cell) / (yes * no);
		const within = (spreadOf(sums.yes, yes, cell) + spreadOf(sums.no, no, cell)) / 2;
		spreads[cell] = within;
		raw[cell] = Math.max(0, (between - within) / (within + NOISE));
	}
	const strongest = cells
		.map((cell): Weights[number] => [cell, blurred(raw, cell)])
		.sort(([, a], [, b]) => b - a)
		.slice(0, Math.max(FEWEST_DECIDING, Math.round(cells.length * DECIDING)));
	const top = strongest[0]?.[1] ?? 0;
	const squares = strongest
		.filter(([, weight]) => weight > 0 && weight >= top / 10)
		.map(([cell, weight]): Weights[number] => [cell, weight ** 2]);
	const total = squares.reduce((sum, [, weight]) => sum + weight, 0);
	const weights = squares.map(([cell, weight]): Weights[number] => [cell, weight / total]);
	return { weights, spread: weights.reduce((sum, [cell, weight]) => sum + weight * (spreads[cell] ?? 0), 0) };
}

/** The mean distance of so many directions from each other in a cell, from their sum. */
function spreadOf(sum: Int32Array, count: number, cell: number): number {
	if (count < 2) return 0;
	return Math.max(0, 1 - (product(sum, sum, cell) - count) / (count * (count - 1)));
}

/** 1 for the same direction in a cell, 0 for nothing in common. */
function product(a: FeatureMap | Int32Array, b: FeatureMap | Int32Array, cell: number): number {
	let sum = 0;
	const from = cell * CHANNELS;
	for (let at = from; at < from + CHANNELS; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
	return sum / (LENGTH * LENGTH);
}

/** What differs is seldom as small as a cell, so a cell counts more among others that differ too. */
function blurred(values: Float64Array, cell: number): number {
	let [sum, parts] = [0, 0];
	for (const down of [-1, 0, 1]) {
		for (const right of [-1, 0, 1]) {
			const [row, column] = [Math.floor(cell / GRID) + down, (cell % GRID) + right];
			if (row < 0 || column < 0 || row >= GRID || column >= GRID) continue;
			const part = down === 0 && right === 0 ? 1 : down === 0 || right === 0 ? 0.7 : 0.5;
			sum += part * (values[row * GRID + column] ?? 0);
			parts += part;
		}
	}
	return sum / parts;
}

function judge(
	{ weights, spread }: Lesson,
	examples: readonly Marked[],
	map: FeatureMap,
): Omit<Likeness, 'elsewhere'> {
	const side = (yes: boolean): Near[] =>
		examples
			.filter((example) => example.yes === yes)
			.map((example) => ({ id: example.id, distance: distanceOf(weights, example.map, map) }))
			.sort((a, b) => a.distance - b.distance);
	const [yes, no] = [side(true), side(false)];
	const nearest = { yes: yes[0] ?? null, no: no[0] ?? null };
	if (weights.length === 0) return { held: null, doubt: 'sides alike', nearest };
	const [toYes, toNo] = [meanOfNearest(yes), meanOfNearest(no)];
	const lead = (toNo - toYes) / (toNo + toYes || 1);
	if (Math.abs(lead) < CLEAR) return { held: null, doubt: 'between', nearest };
	if (Math.min(toYes, toNo) > REACH * (spread + NOISE)) return { held: null, doubt: 'unlike both', nearest };
	return { held: lead > 0, doubt: null, nearest };
}

function distanceOf(weights: Weights, a: FeatureMap, b: FeatureMap): number {
	let sum = 0;
	for (const [cell, weight] of weights) sum += weight * (1 - product(a, b, cell));
	return Math.max(0, sum);
}

function meanOfNearest(side: readonly Near[]): number {
	const some = side.slice(0, Math.max(1, Math.min(NEIGHBOURS, Math.ceil(side.length / 2))));
	return some.reduce((sum, { distance }) => sum + distance, 0) / some.length;
}
