import type { Condition } from '@watchword/contract/condition';
import { expect, test } from 'vitest';
import { nextDaysOf, problemsIn } from './problems.ts';

const seen = (kind: string, more: object = {}): Condition => ({
	is: 'seen',
	kinds: [kind],
	least: 1,
	most: null,
	...more,
});
const all = (...of: Condition[]): Condition => ({ is: 'all', of });
const night: Condition = { is: 'hours', time: 'night', days: [] };
const inPool = { where: { zone: 'Pool', side: 'in' } };

test.each<[Condition, readonly string[] | undefined, string | null]>([
	[all(seen('dog'), seen('dog', { least: 0, most: 0 })), [], 'never true together'],
	[
		all(seen('dog'), all(seen('cat', { least: 3 }), seen('cat', { least: 1, most: 2 }))),
		[],
		'at least 3 cats',
	],
	[all(night, { ...night, not: true }), [], '“at night” and “not at night”'],
	[{ is: 'any', of: [seen('dog'), seen('dog', { least: 0, most: 0 })] }, [], null],
	[all(seen('dog', inPool), seen('dog', { least: 0, most: 0 })), ['pool'], null],
	[seen('dog', inPool), ['Gate'], 'no zone “Pool” any more'],
	[seen('dog', inPool), undefined, null],
])('what is wrong with a condition is said (%#)', (condition, zones, words) => {
	expect(problemsIn(condition, zones).join()).toEqual(words === null ? '' : expect.stringContaining(words));
});

const days = (...days: number[]): Condition => ({ is: 'days', rule: { on: 'weekdays', days } });
test.each<[Condition, string[]]>([
	[days(1), ['2026-11-23', '2026-11-30', '2026-12-07']],
	[{ ...days(0, 6), not: true } as Condition, ['2026-11-19', '2026-11-20', '2026-11-23']],
	[all(days(1), days(2)), []],
	[{ is: 'days', rule: { on: 'date', date: 29, month: 1 } }, ['2028-02-29', '2032-02-29']],
	[all(days(4), { is: 'every' }), ['2026-11-19', '2026-11-26', '2026-12-03']],
])('the next days of a schedule (%#)', (condition, expected) => {
	const found = nextDaysOf(condition, new Date('2026-11-19')).map((day) => day.toISOString().slice(0, 10));
	expect(found).toEqual(expected);
});
