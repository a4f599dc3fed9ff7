import type { RunSummary } from '@watchword/contract/run';
import { expect, test } from 'vitest';
import { type History, runsOf, withRuns } from './history.ts';

const run = (id: string, at: number, _status = 'succeeded') =>
	({ id, _timestamp: at, _status }) as unknown as RunSummary;
const history = (next: string | null): History => ({
	pages: [
		{ items: [run('e', 50), run('d', 40)], next: 'x' },
		{ items: [run('c', 30), run('a', 10)], next },
	],
	pageParams: [null, 'x'],
});
const ids = (given: History) => given.pages.map(({ items }) => items.map(({ id }) => id).join(''));

test('a run that changed is replaced where it stands', () => {
	const after = withRuns(history(null), [run('c', 30, 'failed')]);
	expect(ids(after)).toEqual(['ed', 'ca']);
	expect(runsOf(after)[2]?._status).toBe('failed');
});

test('new runs come where their time is, each once', () => {
	const news = [run('f', 60), run('g', 60), run('late', 20), run('f', 60)];
	expect(ids(withRuns(history(null), news))).toEqual(['gfed', 'clatea']);
	expect(ids(withRuns(withRuns(history(null), news), news))).toEqual(['gfed', 'clatea']);
});

test('one older than all that is loaded waits for its page, and is the last where there is none', () => {
	expect(ids(withRuns(history('more'), [run('old', 1)]))).toEqual(['ed', 'ca']);
	expect(ids(withRuns(history(null), [run('old', 1)]))).toEqual(['ed', 'caold']);
	const empty: History = { pages: [{ items: [], next: null }], pageParams: [null] };
	expect(ids(withRuns(empty, [run('only', 1)]))).toEqual(['only']);
});
