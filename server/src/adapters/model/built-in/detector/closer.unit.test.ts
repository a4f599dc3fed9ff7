import type { Detection, Sighting } from '@watchword/model';
import { expect, test } from 'vitest';
import { afterPart, doubtful, isDark, partsAround } from './closer.ts';
import { SIDE } from './sighting.ts';

const box = { left: 0.4, top: 0.4, right: 0.5, bottom: 0.6 };
const faint: Sighting = { object: 'person', confidence: 0.3, sure: false, box };
const sure: Sighting = { object: 'car', confidence: 0.9, sure: true, box: { ...box, left: 0.7, right: 0.9 } };
const part = { left: 0.3, top: 0.3, right: 0.7, bottom: 0.7 };
/** What a network reports of the part, for something at the place of `box`. */
const seen = (object: Detection['object'], confidence: number): Detection => ({
	object,
	confidence,
	box: { left: 0.25, top: 0.25, right: 0.5, bottom: 0.75 },
});
const look = (nanodet: Detection[], ssdlite: Detection[], isDark = false) =>
	afterPart([faint, sure], [faint], { nanodet, ssdlite, part, isDark });

test('only what is not certain and could decide is looked at again', () => {
	const either: Sighting = { ...sure, object: 'dog', oneOf: ['dog', 'cat'] };
	expect(doubtful([faint, sure, either], ['person'])).toEqual([faint]);
	// A faint dog may be the cat that is asked for.
	expect(doubtful([{ ...faint, object: 'dog' }, either], ['cat'])).toHaveLength(2);
});

test('the part is a square of twice the longer side, at least 300 pixels, within the picture', () => {
	const [around] = partsAround([faint], { width: 1920, height: 1080 });
	expect(around?.left).toBeCloseTo(0.45 - 216 / 1920);
	expect(around?.bottom).toBeCloseTo(0.5 + 216 / 1080);
	const corner = { ...faint, box: { left: 0, top: 0, right: 0.01, bottom: 0.01 } };
	const [atEdge] = partsAround([corner], { width: 1000, height: 1000 });
	expect(atEdge).toMatchObject({ left: 0, top: 0 });
	expect(atEdge?.right).toBeCloseTo(0.3);
});

test('at most two parts, each around something that no earlier part shows, and never almost the whole picture', () => {
	const size = { width: 4000, height: 3000 };
	const at = (left: number) => ({ ...faint, box: { ...box, left, right: left + 0.02, bottom: 0.42 } });
	expect(partsAround([at(0.4), at(0.41)], size)).toHaveLength(1);
	expect(partsAround([at(0.1), at(0.4), at(0.7)], size)).toHaveLength(2);
	expect(partsAround([faint], { width: 320, height: 240 })).toEqual([]);
});

test.each([
	['both networks see it clearly: it is there', [seen('person', 0.6)], [seen('person', 0.5)], [true, true]],
	['one network alone is not enough', [seen('person', 0.95)], [], [false, true]],
	['neither sees it: it is not there', [], [], [true]],
	[
		'another name is likelier: it stays uncertain',
		[seen('person', 0.5), seen('dog', 0.8)],
		[seen('person', 0.5), seen('dog', 0.8)],
		[false, true],
	],
])('%s', (_, nanodet, ssdlite, expected) => {
	expect(look(nanodet, ssdlite).map((one) => one.sure)).toEqual(expected);
});

test('in the dark, nothing is said to be gone', () => {
	expect(look([], [], true)).toEqual([faint, sure]);
	const grey = (value: number) => ({
		data: new Uint8Array(SIDE * SIDE * 3).fill(value),
		share: { x: 1, y: 0.5 },
	});
	expect([isDark(grey(20)), isDark(grey(150))]).toEqual([true, false]);
});

test('names of one family count together, if none is sure alone', () => {
	const animal: Sighting = { ...faint, object: 'dog' };
	const names = [seen('dog', 0.35), seen('cat', 0.4)];
	const [one] = afterPart([animal], [animal], { nanodet: names, ssdlite: names, part, isDark: false });
	expect(one).toMatchObject({ sure: true, oneOf: ['cat', 'dog'] });
});

test('one finding answers for one sighting only', () => {
	const other = { ...faint, confidence: 0.25, box: { ...box, left: 0.41 } };
	const found = { nanodet: [seen('person', 0.8)], ssdlite: [seen('person', 0.8)], part, isDark: false };
	const after = afterPart([faint, other], [faint, other], found);
	expect(after.filter((one) => one.sure)).toHaveLength(1);
});
