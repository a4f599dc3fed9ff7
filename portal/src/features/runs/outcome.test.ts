import { expect, test } from 'vitest';
import { conditionOf, outcomeOf } from './outcome.ts';

test.each([
	['failed', null, 'Failed', 'loss'],
	['skipped', null, 'Skipped', 'attention'],
	['queued', null, 'Waiting', 'calm'],
	['decided', 'met', 'Running', 'calm'],
	['succeeded', 'met', 'Done', 'good'],
	['succeeded', 'not met', 'Not met', 'calm'],
	['succeeded', 'cannot tell', 'Cannot tell', 'attention'],
] as const)('a run that is %s with verdict %s reads %s', (_status, action_verdict, words, tone) => {
	expect(outcomeOf({ _status, action_verdict, _reason: null })).toEqual({ words, tone });
});

test('a condition that could not be told is neither yes nor no', () => {
	expect([conditionOf(true), conditionOf(false), conditionOf(null)]).toEqual(['Yes', 'No', 'Cannot tell']);
});
