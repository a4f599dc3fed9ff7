import { NEW_ALERTS } from '@watchword/contract/alerts';
import type { Verdict } from '@watchword/contract/mark';
import { expect, test } from 'vitest';
import { mailsInWords, tellsOf, toldInWords } from './tells.ts';
import { TRIAL } from './testing.ts';
import type { State, Subject } from './use-trials.ts';

/** One capture a minute; they are listed newest first, as in the editor. */
const tried = (...verdicts: (Verdict | 'failed')[]) =>
	verdicts
		.map((verdict, minute): readonly [Subject, State] => [
			{
				key: String(minute),
				on: { kind: 'now' },
				title: '',
				at: 1_000_000 + minute * 60,
				picture: null,
				run: null,
			},
			verdict === 'failed' ? { is: 'failed', message: '' } : { is: 'done', trial: { ...TRIAL, verdict } },
		])
		.toReversed();

test('captures are judged in order, with notifications as set', () => {
	const day = tried('not met', 'met', 'met', 'cannot tell', 'met', 'failed', 'not met', 'met');
	const words = (options = {}) => {
		const told = tellsOf(day, { ...NEW_ALERTS, ...options });
		return [...told.values()].map((one) => (one ? toldInWords(one) : '-'));
	};
	const known = 'Nothing new to tell';
	expect(words()).toEqual(['-', 'Would tell: it begins', known, '-', known, '-', 'Would tell: it begins']);
	expect(words({ _tell: 'every' })).toEqual([
		'-',
		...['Would tell', 'Would tell', '-', 'Would tell', '-', 'Would tell'],
	]);
	expect(words({ _tellAgainMinutes: 2, _tellOver: true })).toEqual([
		'-',
		...['Would tell: it begins', known, '-', 'Would tell: it still lasts', 'Would tell: it is over'],
		'Would tell: it begins',
	]);
	const waits = 'Waits for a second capture that agrees';
	expect(words({ _tellTwice: true })).toEqual([
		'-',
		...[waits, 'Would tell: it begins', '-', known, '-', known],
	]);
	expect(words({ _leastMinutes: 10 })).toEqual([
		'-',
		...['Would tell: it begins', known, '-', known, '-', 'Too soon after the one before'],
	]);
});

test('a mail that would come too soon is sent with the next capture that still shows it', () => {
	const told = tellsOf(tried('met', 'not met', 'met', 'met'), { ...NEW_ALERTS, _leastMinutes: 3 });
	expect([...told.values()].map((one) => one && toldInWords(one))).toEqual([
		'Would tell: it begins',
		null,
		'Too soon after the one before',
		'Would tell: it begins',
	]);
});

test('the summary says how many captures would have notified you', () => {
	const sum = (...verdicts: Verdict[]) => mailsInWords(tellsOf(tried(...verdicts), NEW_ALERTS));
	expect(sum('met', 'met', 'not met')).toBe('1 of these 3 captures would have told you.');
	expect(sum('not met', 'cannot tell')).toBe('None of these 2 captures would have told you.');
	expect(sum('met')).toBe('It would have told you.');
});
