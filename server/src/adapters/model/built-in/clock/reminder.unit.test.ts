import { dayIn, isDue, nextDays } from '@watchword/contract/day-rule';
import { readDays } from '@watchword/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerFromClock, explainReminder } from './reminder.ts';

const TODAY = new Date('2026-11-19T00:00:00Z');
/** On a Thursday. */
const ask = (prompt: string, now = '2026-11-19T09:00:00Z', zone = 'UTC') =>
	answerFromClock(prompt, new Date(now), zone);
const readAs = (prompt: string) => explainReminder(prompt, TODAY).readAs;

/** The reading shows what is certain, with the next three days. */
const CERTAIN: [prompt: string, days: string, next: string][] = [
	[
		'Every Monday, remind me to put the bins out.',
		'every Monday',
		'Monday 23 November, Monday 30 November and Monday 7 December',
	],
	[
		'On Tuesdays remind me of the bins',
		'every Tuesday',
		'Tuesday 24 November, Tuesday 1 December and Tuesday 8 December',
	],
	[
		'every Monday and Tuesday: bins',
		'every Monday and Tuesday',
		'Monday 23 November, Tuesday 24 November and Monday 30 November',
	],
	[
		'Mondays and Thursdays: gym',
		'every Monday and Thursday',
		'Thursday 19 November, Monday 23 November and Thursday 26 November',
	],
	[
		'Remind me every Thursday to take out the bins',
		'every Thursday',
		'Thursday 19 November, Thursday 26 November and Thursday 3 December',
	],
	[
		'Remind me to take out the bins every Thursday.',
		'every Thursday',
		'Thursday 19 November, Thursday 26 November and Thursday 3 December',
	],
	[
		'Every Wednesday remind me that tomorrow is bin day',
		'every Wednesday',
		'Wednesday 25 November, Wednesday 2 December and Wednesday 9 December',
	],
	[
		'Every Monday: call Ann about “the Friday meeting”',
		'every Monday',
		'Monday 23 November, Monday 30 November and Monday 7 December',
	],
	[
		'every week on Friday: report',
		'every Friday',
		'Friday 20 November, Friday 27 November and Friday 4 December',
	],
	[
		'on weekdays: open the shop',
		'every day from Monday to Friday',
		'Thursday 19 November, Friday 20 November and Monday 23 November',
	],
	[
		'Monday to Friday: open the shop',
		'every day from Monday to Friday',
		'Thursday 19 November, Friday 20 November and Monday 23 November',
	],
	[
		'on weekends: sleep in',
		'every Saturday and Sunday',
		'Saturday 21 November, Sunday 22 November and Saturday 28 November',
	],
	['Every day: stretch', 'every day', 'Thursday 19 November, Friday 20 November and Saturday 21 November'],
	[
		'Every day except Friday remind me to feed the cat',
		'every day except Friday',
		'Thursday 19 November, Saturday 21 November and Sunday 22 November',
	],
	[
		'Remind me to feed the cat, but not on Fridays.',
		'every day except Friday',
		'Thursday 19 November, Saturday 21 November and Sunday 22 November',
	],
	[
		'Never on Thursdays: remind me to rest',
		'every day except Thursday',
		'Friday 20 November, Saturday 21 November and Sunday 22 November',
	],
	[
		'every second week on Tuesday: bins',
		'every second Tuesday, counted from the week of Monday 15 January 2024',
		'Tuesday 1 December, Tuesday 15 December and Tuesday 29 December',
	],
	[
		'every other Wednesday: bins',
		'every second Wednesday, counted from the week of Monday 15 January 2024',
		'Wednesday 2 December, Wednesday 16 December and Wednesday 30 December',
	],
	[
		'every second week: bins',
		'every second Monday, counted from the week of Monday 15 January 2024',
		'Monday 30 November, Monday 14 December and Monday 28 December',
	],
	[
		'Every second Thursday from 26 November 2026: bins',
		'every second Thursday, counted from the week of Thursday 26 November 2026',
		'Thursday 26 November, Thursday 10 December and Thursday 24 December',
	],
	[
		'on the first of the month: pay the rent',
		'the first day of the month',
		'Tuesday 1 December, Friday 1 January 2027 and Monday 1 February 2027',
	],
	[
		'on the 15th and the last day of the month remind me to run payroll',
		'day 15 and last day of the month',
		'Monday 30 November, Tuesday 15 December and Thursday 31 December',
	],
	[
		'on the 18th remind me to close the books',
		'day 18 of the month',
		'Friday 18 December, Monday 18 January 2027 and Thursday 18 February 2027',
	],
	[
		'on the first Tuesday of the month: meeting',
		'the first Tuesday of the month',
		'Tuesday 1 December, Tuesday 5 January 2027 and Tuesday 2 February 2027',
	],
	[
		'On 24 December remind me to call home',
		'24 December of every year',
		'Thursday 24 December, Friday 24 December 2027 and Sunday 24 December 2028',
	],
	[
		'Jeden Montag und Donnerstag: Müll',
		'every Monday and Thursday',
		'Thursday 19 November, Monday 23 November and Thursday 26 November',
	],
	[
		'Erinnere mich jeden Mittwoch daran, die Tonne rauszustellen',
		'every Wednesday',
		'Wednesday 25 November, Wednesday 2 December and Wednesday 9 December',
	],
	['montags: Müll', 'every Monday', 'Monday 23 November, Monday 30 November and Monday 7 December'],
	[
		'werktags: Laden öffnen',
		'every day from Monday to Friday',
		'Thursday 19 November, Friday 20 November and Monday 23 November',
	],
	[
		'Nicht am Sonntag: Zeitung holen',
		'every day except Sunday',
		'Thursday 19 November, Friday 20 November and Saturday 21 November',
	],
	[
		'Alle zwei Wochen am Dienstag: Papier',
		'every second Tuesday, counted from the week of Monday 15 January 2024',
		'Tuesday 1 December, Tuesday 15 December and Tuesday 29 December',
	],
	[
		'Am letzten Freitag im Monat: Stundenzettel abgeben',
		'the last Friday of the month',
		'Friday 27 November, Friday 25 December and Friday 29 January 2027',
	],
	[
		'Jeden Monat am 15.: Miete',
		'day 15 of the month',
		'Tuesday 15 December, Friday 15 January 2027 and Monday 15 February 2027',
	],
];

describe('days that a prompt names with certainty', () => {
	test.each(CERTAIN)('%s', (prompt, days, next) => {
		expect(readAs(prompt)).toBe(`a reminder, ${days}; next on ${next}`);
		// It is sent on the first of these days, and not on the day before unless that is one of them.
		expect(ask(prompt).verdict).toBe(next.startsWith('Thursday 19 November') ? 'met' : 'not met');
	});

	test('a prompt that names none is sent at each scheduled time', () => {
		expect(readAs('Remind me to put the bins out.')).toBe('a reminder, at each scheduled time');
		expect(ask('Remind me to put the bins out.').verdict).toBe('met');
	});
});

describe('days that are not certain are not guessed', () => {
	test.each([
		['The bins are collected on Thursdays. If tomorrow is a Thursday, remind me', 'Thursdays'],
		['Bins go out on Thursdays: remind me the night before', 'Thursdays'],
		['The day before Friday remind me to put the bins out', 'day before'],
		['On Thursdays the bins are collected', 'Thursdays'],
		['On Friday remind me to rest', 'Friday'],
		['if it is Friday, wish a nice evening', 'Friday'],
		['Remind me next Monday to call Ann', 'next Monday'],
		['Remind me tomorrow to call the dentist', 'tomorrow'],
		['Remind me that tomorrow is bin day', 'tomorrow'],
		['Remind me about the meeting on Mondays', 'Mondays'],
		['Prepare the papers for the Friday meeting', 'Friday'],
		['Every Monday: call Ann about the Friday meeting', 'Friday'],
		['Every Monday except on public holidays: bins', 'holidays'],
		['Every quarter remind me to file the return', 'Every quarter'],
		['Monthly: pay the rent', 'Monthly'],
		['Mon and Thu: gym', 'Mon'],
		['Water the plants in March', 'in March'],
		['Die Tonne wird donnerstags geleert, erinnere mich am Abend vorher', 'donnerstags'],
	])('%s', (prompt, words) => {
		const { readAs, why } = explainReminder(prompt, TODAY);
		expect(readAs).toBeNull();
		expect(why?.toLowerCase()).toContain(words.toLowerCase().replace('next monday', 'monday'));
		expect(ask(prompt)).toMatchObject({ verdict: 'cannot tell' });
	});

	test.each(['On 31 February: rest', 'on the 45th of every month: rest'])(
		'there is no such day: %s',
		(prompt) => {
			expect(explainReminder(prompt, TODAY).why).toContain('not in the calendar');
			expect(ask(prompt).verdict).toBe('cannot tell');
		},
	);

	test.each([
		'Send me the weather',
		'Write a poem about autumn',
		'How many days until Christmas?',
		'Summarise the news',
		'if the weather is bad, tell me',
		'Every Monday, if it rains, remind me to stay in',
	])('asks for what a clock does not know: %s', (prompt) => {
		expect(ask(prompt).verdict).toBe('cannot tell');
		expect(explainReminder(prompt, TODAY)).toMatchObject({ readAs: null, why: expect.any(String) });
	});
});

describe('what is sent', () => {
	test.each([
		['Every Thursday remind me to put the bins out', 'Every Thursday remind me to put the bins out'],
		['Remind me to water the plants.', 'Remind me to water the plants'],
		['Bin day: put the bins out', 'Bin day: put the bins out'],
		['Remind me to send the monthly report', 'Remind me to send the monthly report'],
	])('is the prompt, with its sentence as the subject: %s', (prompt, subject) => {
		expect(ask(prompt)).toMatchObject({ subject, information: [prompt] });
	});

	test.each(['Water the plants. Feed the cat', `Remind me ${'of everything '.repeat(20)}`, 'Plants\nCat'])(
		'is named after the automation where the prompt is more than a short sentence: %j',
		(prompt) => expect(ask(prompt)).toMatchObject({ subject: '', information: [prompt.trim()] }),
	);

	test.each([
		['Write a short mail to the team that the meeting is moved to 3 pm', 'The meeting is moved to 3 pm'],
		['Remind the cleaners that they come on Friday', 'You come on Friday'],
		['On 19 November wish my team a merry feast', 'We wish you a merry feast'],
	])('to somebody else is a letter: %s', (prompt, subject) => {
		expect(ask(prompt)).toMatchObject({ subject, information: ['Hello,', `${subject}.`, 'Kind regards'] });
	});

	test('says nothing of what reads the prompt', () => {
		for (const [prompt] of CERTAIN) {
			const { evidence, information } = ask(prompt);
			expect(`${evidence} ${information}`).not.toMatch(/\b(?:model|prompt)\b/i);
		}
	});

	test('answers what day it is', () => {
		expect(ask('What day is it?')).toMatchObject({ subject: 'Thursday 19 November 2026, 09:00' });
	});
});

describe('a day', () => {
	test('is that of the calendar on the wall', () => {
		const friday = (zone: string) => ask('Every Friday: rest', '2026-11-19T14:00:00Z', zone).verdict;
		expect(['UTC', 'America/New_York', 'Australia/Sydney'].map(friday)).toEqual([
			'not met',
			'not met',
			'met',
		]);
		expect(dayIn(new Date('2026-11-19T14:00:00Z'), 'Nowhere/Land').toISOString()).toBe(
			'2026-11-19T00:00:00.000Z',
		);
	});

	test('of every second week is each second one, also where a year has 53 weeks', () => {
		const rule = { on: 'weeks', every: 2, day: 4 } as const;
		const days = nextDays(rule, new Date('2020-01-01'), 80);
		for (const [n, day] of days.entries())
			if (n > 0) expect(day.getTime() - Number(days[n - 1])).toBe(14 * 24 * 3600_000);
	});

	test('is due exactly if it is one of the next days, whatever the prompt', () => {
		const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
		fc.assert(
			fc.property(fc.constantFrom(...CERTAIN), day, ([prompt], at) => {
				const read = readDays(prompt);
				if (!read || 'unsure' in read) throw new Error(`not read: ${prompt}`);
				const today = dayIn(at, 'UTC');
				const [next] = nextDays(read.rule, today, 1);
				expect(isDue(read.rule, today)).toBe(next?.getTime() === today.getTime());
				expect(next && isDue(read.rule, next)).toBe(true);
			}),
		);
	});
});
