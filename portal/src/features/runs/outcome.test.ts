import { expect, test } from 'vitest';
import { conditionOf, outcomeOf, toldInWords } from './outcome.ts';

test.each([
	['failed', null, 'Failed', 'loss'],
	['skipped', null, 'Skipped', 'attention'],
	['queued', null, 'Waiting', 'calm'],
	['decided', 'met', 'Running', 'calm'],
	['waiting', 'met', 'Waiting for you', 'attention'],
	['succeeded', 'met', 'Done', 'good'],
	['succeeded', 'not met', 'Not met', 'calm'],
	['succeeded', 'cannot tell', 'Cannot tell', 'attention'],
] as const)('a run that is %s with verdict %s reads %s', (_status, action_verdict, words, tone) => {
	expect(outcomeOf({ _status, action_verdict, _reason: null })).toEqual({ words, tone });
});

test('a condition that could not be judged is neither yes nor no', () => {
	expect([conditionOf(true), conditionOf(false), conditionOf(null)]).toEqual(['Yes', 'No', 'Cannot tell']);
});

test('a card says what was reported, or why nobody was notified', () => {
	const run = {
		_triggerType: 'capture',
		_actionType: 'sendEmail',
		_status: 'succeeded',
		_reason: null,
		action_verdict: 'met',
		action_tells: 'begin',
	} as const;
	expect(toldInWords(run)).toBe('Told: it began');
	expect(toldInWords({ ...run, action_tells: 'again' })).toBe('Told again: it still lasts');
	expect(toldInWords({ ...run, action_verdict: 'not met', action_tells: 'over' })).toBe('Told: it is over');
	const known = 'Already told at 14:02, still there.';
	expect(toldInWords({ ...run, action_tells: null, _reason: known })).toBe(known);
	expect(toldInWords({ ...run, _reason: 'It is snoozed, so nobody was told.' })).toMatch(/snoozed/);
	// That a condition was not met is said already, and what is saved is told to nobody.
	expect(
		toldInWords({ ...run, action_tells: null, action_verdict: 'not met', _reason: 'Not met.' }),
	).toBeNull();
	expect(toldInWords({ ...run, _actionType: 'save' })).toBeNull();
	expect(toldInWords({ ...run, _triggerType: 'email', action_tells: null })).toBeNull();
	expect(toldInWords({ ...run, _status: 'skipped', _reason: 'It is paused.' })).toBe('It is paused.');
});
