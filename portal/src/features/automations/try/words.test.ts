import type { Mark, Verdict } from '@watchword/contract/mark';
import type { Trial } from '@watchword/contract/trial';
import { describe, expect, test } from 'vitest';
import { TRIAL } from './testing.ts';
import type { State, Subject } from './use-trials.ts';
import { consequenceOf, differs, summaryOf } from './words.ts';

const SUBJECT: Subject = { key: 'a', on: { kind: 'now' }, title: 'A', at: 0, picture: null, run: null };
const done = (verdict: Verdict, marked?: [Verdict, Mark], acts = verdict === 'met'): State => ({
	is: 'done',
	trial: {
		...TRIAL,
		verdict,
		acts,
		run: marked ? { id: 'r', action_verdict: marked[0], _mark: marked[1] } : null,
	},
});
const tried = (...states: State[]) => states.map((state) => [SUBJECT, state] as const);

describe('the summary', () => {
	test('counts what would have acted, what could not be judged and what could not be tried', () => {
		expect(summaryOf(tried(done('met'), done('not met'), done('not met')), 'captures', false)).toBe(
			'Would have acted on 1 of 3.',
		);
		const failed: State = { is: 'failed', message: '' };
		expect(
			summaryOf(tried(done('met'), done('cannot tell'), failed, { is: 'left' }), 'captures', false),
		).toBe('Would have acted on 1 of 2. 1 could not be decided. 1 could not be tried. 1 was left out.');
		expect(summaryOf(tried(done('met'), done('not met', undefined, true)), 'captures', true)).toBe(
			'Would have acted on all 2, as Continuous does; the condition was met on 1.',
		);
	});

	test('counts the mails if captures send notifications', () => {
		const told = new Map([
			['a', { mail: 'begin' }],
			['b', { silent: 'known' }],
		] as const);
		expect(summaryOf(tried(done('met'), done('met')), 'captures', false, told)).toBe(
			'Would have acted on 2 of 2. 1 of these 2 captures would have told you.',
		);
	});

	test('says how many verdicts differ from their marks', () => {
		const right = done('met', ['met', 'right']);
		expect(summaryOf(tried(right, done('met', ['met', 'wrong'])), 'marked', false)).toBe(
			'1 of 2 as you marked; 1 differs.',
		);
		expect(summaryOf(tried(right, done('not met')), 'captures', false)).toBe(
			'Would have acted on 1 of 2. 1 of 1 as you marked.',
		);
	});
});

test('if "cannot tell" was marked as wrong, any other verdict agrees with the mark', () => {
	expect(differs(SUBJECT, done('not met', ['cannot tell', 'wrong']))).toBe(false);
	expect(differs(SUBJECT, done('cannot tell', ['cannot tell', 'wrong']))).toBe(true);
	expect(differs(SUBJECT, done('met'))).toBeNull();
});

test.each([
	[{ acts: true, mail: { to: null, subject: '', html: '' } }, 'This mail would be sent.'],
	[
		{ acts: true, waits: true, mail: { to: null, subject: '', html: '' } },
		'This mail would wait for your yes.',
	],
	[{ acts: true }, 'The result would be saved.'],
	[{ acts: true, hindrance: 'No reply would be sent.' }, 'No reply would be sent.'],
	[{ acts: false, verdict: 'not met' }, 'Nothing would be done.'],
] as [Partial<Trial>, string][])('%j reads “%s”', (parts, words) => {
	expect(consequenceOf({ ...TRIAL, ...parts })).toBe(words);
});

test('a capture with nothing new to tell sends no mail', () => {
	const mailed = { ...TRIAL, mail: { to: null, subject: '', html: '' } };
	expect(consequenceOf(mailed, { mail: 'begin' })).toBe('This mail would be sent.');
	expect(consequenceOf(mailed, { silent: 'known' })).toBe('Nothing new to tell: no mail would be sent.');
	expect(consequenceOf({ ...TRIAL, acts: false }, { mail: 'over' })).toBe(
		'A mail would say that it is over.',
	);
});
