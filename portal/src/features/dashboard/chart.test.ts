import { expect, test } from 'vitest';
import { barsOf, partsInWords, totalsOf } from './chart.ts';

const HOURS = [
	{ hour: 7, outcome: 'failed', runs: 1 },
	{ hour: 7, outcome: 'done', runs: 3 },
	{ hour: 22, outcome: 'done', runs: 1200 },
] as const;

test('an hour is one bar, its outcomes on top of each other', () => {
	const bars = barsOf([...HOURS]);
	expect(bars).toHaveLength(24);
	expect(bars[0]).toEqual({ hour: 0, total: 0, parts: [] });
	expect(bars[7]).toEqual({
		hour: 7,
		total: 4,
		parts: [
			{ outcome: 'done', runs: 3, from: 0, to: 3 },
			{ outcome: 'failed', runs: 1, from: 3, to: 4 },
		],
	});
});

test('the day in words', () => {
	expect(partsInWords(totalsOf([...HOURS]))).toBe('1,203 done, 1 failed');
	expect(totalsOf([])).toEqual([]);
});
