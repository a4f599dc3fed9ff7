import type { RunSummary } from '@watchword/contract/run';
import { expect, test } from 'vitest';
import { type History, mayJoin, runsOf, withoutRuns, withRuns } from './history.ts';

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

test('a changed run is replaced in its place', () => {
	const after = withRuns(history(null), [run('c', 30, 'failed')]);
	expect(ids(after)).toEqual(['ed', 'ca']);
	expect(runsOf(after)[2]?._status).toBe('failed');
});

test('new runs are inserted by their time, each once', () => {
	const news = [run('f', 60), run('g', 60), run('late', 20), run('f', 60)];
	expect(ids(withRuns(history(null), news))).toEqual(['gfed', 'clatea']);
	expect(ids(withRuns(withRuns(history(null), news), news))).toEqual(['gfed', 'clatea']);
});

test('a run older than all loaded ones waits for its page; if there is no further page, it is the last', () => {
	expect(ids(withRuns(history('more'), [run('old', 1)]))).toEqual(['ed', 'ca']);
	expect(ids(withRuns(history(null), [run('old', 1)]))).toEqual(['ed', 'caold']);
	const empty: History = { pages: [{ items: [], next: null }], pageParams: [null] };
	expect(ids(withRuns(empty, [run('only', 1)]))).toEqual(['only']);
});

test('an episode is placed at its beginning, and includes the runs that join it', () => {
	const episode = { open: true, first_at: new Date(35_000).toISOString() };
	const began = { ...run('x', 36), _automationId: 'a', episode } as unknown as RunSummary;
	const shown = withRuns(history(null), [began]);
	expect(ids(shown)).toEqual(['ed', 'xca']);
	expect(ids(withoutRuns(shown, new Set(['d', 'a'])))).toEqual(['e', 'xc']);
	const next = { ...run('y', 60, 'queued'), _triggerType: 'capture', _automationId: 'a' } as RunSummary;
	expect(mayJoin(next, runsOf(shown))).toBe(true);
	expect(mayJoin({ ...next, _automationId: 'b' }, runsOf(shown))).toBe(false);
	expect(mayJoin({ ...next, _status: 'succeeded' }, runsOf(shown))).toBe(false);
});
