import type { Episode } from '@watchword/contract/episode';
import { expect, test } from 'vitest';
import { clustersOf, marksOf } from './timeline.ts';

const start = Date.parse('2026-11-15T00:00:00Z');
const at = (hour: number) => new Date(start + hour * 3_600_000).toISOString();
const episode = (first: number, last: number, open = false) =>
	({ id: `${first}`, first_at: at(first), last_at: at(last), open }) as Episode;
const places = (episodes: Episode[], now: number) =>
	marksOf(episodes, start, start + now * 3_600_000).map(({ from, to }) => [from * 24, to * 24]);

test('an episode is where its time is, within the day, and lasts to now while it lasts', () => {
	expect(places([episode(12, 13), episode(6, 6)], 20)).toEqual([
		[6, 6],
		[12, 13],
	]);
	expect(places([episode(-2, 1), episode(23, 26)], 30)).toEqual([
		[0, 1],
		[23, 24],
	]);
	expect(places([episode(12, 13, true)], 14)).toEqual([[12, 14]]);
	// Without captures for hours it is over.
	expect(places([episode(12, 13, true)], 20)).toEqual([[12, 13]]);
});

test('pictures that would cover each other share a place, and none hangs over the end', () => {
	const marks = marksOf([episode(1, 1), episode(2, 2), episode(6, 6), episode(23, 23)], start, start);
	const clusters = clustersOf(marks, 1 / 8);
	expect(clusters.map(({ from, marks }) => [from * 24, marks.length])).toEqual([
		[1, 2],
		[6, 1],
		[21, 1],
	]);
	expect(clustersOf([], 1 / 8)).toEqual([]);
});
