import type { RunSummary } from '@watchword/contract/run';
import { expect, test } from 'vitest';
import { chooseZone } from '../lib/time.ts';
import { conditionOf, outcomeOf, toldInWords, wasTold } from './outcome.ts';

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

const RUN = {
	_triggerType: 'capture',
	_actionType: 'sendEmail',
	_status: 'succeeded',
	_reason: null,
	action_verdict: 'met',
	action_tells: 'begin',
	action_notification: null,
} as const;
const NOW = Date.parse('2026-11-19T20:10:00Z');
const AT = '2026-11-19T20:07:00.000Z';
const HELD = { state: 'held', why: 'quiet', at: '2026-11-19T23:00:00.000Z', by: [], words: '' } as const;
const SENT = { state: 'sent', at: AT, by: ['mail'], words: '' } as const;

test.each([
	['UTC', '8:07 PM', '11:00 PM'],
	['America/New_York', '3:07 PM', '6:00 PM'],
	['Australia/Sydney', '7:07 AM', '10:00 AM'],
])('a card in %s says when people were told, or that they were not', (zone, at, until) => {
	chooseZone(zone);
	const said = (notification: NonNullable<RunSummary['action_notification']>) =>
		toldInWords({ ...RUN, action_notification: notification }, NOW);
	expect(said({ ...SENT, by: ['mail'] })).toBe(`Told by mail at ${at}: it began.`);
	expect(said({ ...HELD, by: [] })).toBe(`It is held until ${until}, when the quiet hours end.`);
	const known = { state: 'known', by: [], words: '' } as const;
	expect(said({ ...known, by: [], earlier: { ...SENT, by: ['mail'] } })).toBe(
		`Already told at ${at}, still there.`,
	);
	expect(said({ ...known, by: [], earlier: { ...HELD, by: [] } })).toBe(
		`Still there. The alert about it is held until ${until}, when the quiet hours end.`,
	);
	chooseZone(null);
});

test('only what somebody got is marked as told', () => {
	expect(wasTold({ ...RUN, action_notification: { ...SENT, by: ['mail'] } })).toBe(true);
	expect(wasTold({ ...RUN, action_notification: { ...HELD, by: [] } })).toBe(false);
	expect([wasTold(RUN), wasTold({ ...RUN, _reason: 'It is held until 23:00.' })]).toEqual([true, false]);
});

test('what earlier versions stored is shown as it is', () => {
	const told = (run: Partial<RunSummary>) => toldInWords({ ...RUN, ...run }, NOW);
	expect(told({})).toBe('Told: it began');
	expect(told({ action_tells: 'again' })).toBe('Told again: it still lasts');
	expect(told({ action_verdict: 'not met', action_tells: 'over' })).toBe('Told: it is over');
	const known = 'Already told at 14:02, still there.';
	expect(told({ action_tells: null, _reason: known })).toBe(known);
	// That a condition was not met is said already, and what is saved is told to nobody.
	expect(told({ action_tells: null, action_verdict: 'not met', _reason: 'Not met.' })).toBeNull();
	expect(told({ _actionType: 'save' })).toBeNull();
	expect(told({ _triggerType: 'email', action_tells: null })).toBeNull();
	expect(told({ _status: 'skipped', _reason: 'It is paused.' })).toBe('It is paused.');
});
