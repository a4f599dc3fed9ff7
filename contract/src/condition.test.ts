import { describe, expect, test } from 'vitest';
import { type Condition, canDecide, holds, joined, negated } from './condition.ts';
import { condition } from './condition-schema.ts';
import { conditionInWords } from './condition-words.ts';

const seen = (kind: string, more = {}): Condition => ({
	is: 'seen',
	kinds: [kind],
	least: 1,
	most: null,
	...more,
});
const beyond = (words: string): Condition => ({ is: 'beyond', words });

describe('a condition', () => {
	test.each<[string, Condition]>([
		['at least 1 person', seen('person')],
		['no people or animals', { is: 'seen', kinds: ['person', 'animal'], least: 0, most: 0 }],
		[
			'exactly 2 cars near Driveway',
			seen('car', { least: 2, most: 2, where: { zone: 'Driveway', side: 'near' } }),
		],
		[
			'at least 1 dog on a couch in the top left corner',
			seen('dog', { beside: { how: 'on', kinds: ['couch'] }, where: { part: 'top left' } }),
		],
		[
			'at least 1 person and between 22:00 and 06:00 on Saturday and Sunday',
			{
				is: 'all',
				of: [seen('person'), { is: 'hours', time: { from: '22:00', to: '06:00' }, days: [6, 0] }],
			},
		],
		[
			'( at least 1 dog or at least 1 cat ) and not at night'.replace('( ', '(').replace(' )', ')'),
			{
				is: 'all',
				of: [
					{ is: 'any', of: [seen('dog'), seen('cat')] },
					{ is: 'hours', not: true, time: 'night', days: [] },
				],
			},
		],
		[
			'the number on the meter has risen by more than 10 % compared with 1 day ago',
			{ is: 'number', of: 'meter', compare: 'above', than: 10, since: { minutes: 1440, percent: true } },
		],
		[
			'the subject does not contain “sale” or “offer”',
			{ is: 'says', words: ['sale', 'offer'], match: 'any', in: 'subject', not: true },
		],
		[
			'the total is between 10 and 20 EUR',
			{ is: 'value', label: 'total', unit: 'money', of: 'EUR', compare: 'between', than: 10, to: 20 },
		],
		[
			'the due date is from today to 7 days from now',
			{ is: 'date', label: 'due date', from: { ahead: 0 }, to: { ahead: 7 } },
		],
		[
			'it is an invoice and it has no attachment',
			{
				is: 'all',
				of: [
					{ is: 'kind', kind: 'invoice' },
					{ is: 'attachment', kind: 'any', not: true },
				],
			},
		],
		['fewer than 2 people', seen('person', { least: 2, not: true })],
		['at most 1 TV', seen('tv', { least: 0, most: 1 })],
		['more than 1 bus', seen('bus', { least: 0, most: 1, not: true })],
		['no objects of any kind', seen('anything', { not: true })],
		['not exactly 2 pairs of skis', seen('skis', { least: 2, most: 2, not: true })],
		[
			'the number of cars has fallen by at least 3 compared with 2 hours ago',
			{
				is: 'number',
				of: { kinds: ['car'] },
				compare: 'at most',
				than: -3,
				since: { minutes: 120, percent: false },
			},
		],
		['the sign does not say “OPEN”', { is: 'text', words: ['OPEN'], on: 'sign', not: true }],
		['on Monday to Friday', { is: 'hours', time: null, days: [1, 2, 3, 4, 5] }],
	])('reads %j, and is valid', (words, given) => {
		expect(conditionInWords(given)).toBe(words);
		expect(condition.parse(given)).toEqual(given);
	});

	test('says what every one is of its trigger', () => {
		expect(conditionInWords({ is: 'every' }, 'email')).toBe('every mail');
		expect(conditionInWords({ is: 'every' })).toBe('everything');
	});

	test.each<[string, unknown]>([
		['an unknown kind', seen('dragon')],
		['an unknown part', { is: 'smell', words: 'smoke' }],
		['a field of another part', seen('dog', { words: ['x'] })],
		['31 parts', { is: 'any', of: Array.from({ length: 31 }, () => seen('dog')) }],
		[
			'groups of 16 parts twice',
			{ is: 'all', of: [1, 2].map(() => ({ is: 'any', of: Array.from({ length: 16 }, () => seen('dog')) })) },
		],
		[
			'groups four deep',
			{ is: 'all', of: [{ is: 'any', of: [{ is: 'all', of: [{ is: 'any', of: [seen('dog')] }] }] }] },
		],
		['nothing', null],
	])('is refused with %s', (_, given) => {
		expect(condition.safeParse(given).success).toBe(false);
	});

	test('is refused before it exhausts the stack', () => {
		let deep: unknown = seen('dog');
		for (let level = 0; level < 50_000; level++) deep = { is: 'all', of: [deep] };
		expect(condition.safeParse(deep).success).toBe(false);
	});

	test('is cannot tell unless the known parts already decide', () => {
		const red = { is: 'all', of: [seen('car'), beyond('red')] } as const satisfies Condition;
		const held = (found: boolean) => (given: Condition) =>
			holds(given, (part) => (part.is === 'beyond' ? null : found));
		expect(held(false)(red)).toBe(false);
		expect(held(true)(red)).toBe(null);
		expect(held(false)(negated(red))).toBe(true);
		expect(held(true)(joined('any', [seen('dog'), red]))).toBe(true);
	});

	test('can decide unless it is beyond altogether', () => {
		expect(canDecide(beyond('the gate is open'))).toBe(false);
		expect(canDecide(joined('all', [beyond('a'), beyond('b')]))).toBe(false);
		expect(canDecide(joined('any', [beyond('a'), { is: 'every', not: true }]))).toBe(false);
		expect(canDecide(joined('all', [beyond('a'), seen('dog')]))).toBe(true);
	});
});
