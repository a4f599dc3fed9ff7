import type { Dashboard } from '@watchword/contract/dashboard';
import { expect, test } from 'vitest';
import { summaryOf } from './camera-summary.ts';

const runs = (outcomes: Partial<Record<Dashboard['cameras'][number]['outcome'], number>>) =>
	Object.entries(outcomes).map(([outcome, runs]) => ({
		deviceId: 'a',
		outcome,
		runs,
	})) as Dashboard['cameras'];

test.each([
	[0, {}, 'Nothing judged yet'],
	[0, { 'not-met': 12 }, 'Quiet so far'],
	[0, { 'not-met': 12, done: 1 }, '1 run done'],
	[0, { 'not-met': 12, 'cannot-tell': 2 }, '2 could not tell'],
	[0, { failed: 1 }, '1 failed'],
	[0, { skipped: 3 }, 'Nothing judged yet'],
	[2, { 'not-met': 12 }, '2 episodes'],
	[1, { done: 2, failed: 1 }, '1 episode, 2 runs done, 1 failed'],
])('a day with %i episodes and the runs %o is "%s"', (episodes, outcomes, words) => {
	expect(summaryOf(episodes, runs(outcomes))).toBe(words);
});
