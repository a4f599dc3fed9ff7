import type { ValueAt } from '@watchword/contract/values';
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { pointsOf } from './points.ts';

const at = (seconds: number, value: number): ValueAt => ({
	id: 'a'.repeat(20),
	at: seconds,
	value,
	verdict: 'met',
});

test('the table has ISO times, plain numbers, and no cell that a spreadsheet would run', () => {
	const csv = csvOf(
		[at(1_700_000_000, -12.5), { ...at(1_700_000_060.5, 7), verdict: null }],
		'=HYPERLINK("x"),1',
	);
	expect(csv).toBe(
		[
			'time,value,verdict,automation',
			`2023-11-14T22:13:20.000Z,-12.5,met,"'=HYPERLINK(""x""),1"`,
			`2023-11-14T22:14:20.500Z,7,,"'=HYPERLINK(""x""),1"`,
			'',
		].join('\r\n'),
	);
});

test('values are placed by their time and size', () => {
	expect(pointsOf([at(0, 10), at(30, 20), at(120, 15)])).toEqual([
		{ x: 0, y: 0 },
		{ x: 0.25, y: 1 },
		{ x: 1, y: 0.5 },
	]);
	expect(pointsOf([at(5, 3)])).toEqual([{ x: 0.5, y: 0.5 }]);
});

test('of many values every peak is kept', () => {
	const many = Array.from({ length: 5000 }, (_, index) => at(index, index === 2500 ? 100 : 1));
	const points = pointsOf(many);
	expect(points.length).toBeLessThanOrEqual(600);
	expect(points.some(({ y }) => y === 1)).toBe(true);
});
