import { type Condition, joined, negated } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { expect, test } from 'vitest';
import { changedAt, NOTHING, type Path, rejoined, withPart } from './edit.ts';

const [a, b, c, d] = ['dog', 'cat', 'car', 'bus'].map(
	(kind): Condition => ({ is: 'seen', kinds: [kind], least: 1, most: null }),
) as [Condition, Condition, Condition, Condition];
const words = (condition: Condition) => conditionInWords(condition).replaceAll('at least 1 ', '');
const all = (...of: Condition[]) => joined('all', of);
const any = (...of: Condition[]) => joined('any', of);

test.each<[Condition, Path, string]>([
	[a, [], ''],
	[all(a, b), [0], 'cat'],
	[all(a, any(b, c)), [1, 0], 'dog and car'],
	[any(a, all(b, c)), [0], 'cat and car'],
	[all(a, negated(any(b, c))), [1, 1], 'dog and no cats'],
	[all(a, negated(all(b))), [1], 'dog'],
	[all(a, b), [7], 'dog and cat'],
])('a part is removed, and the group that it leaves (%#)', (whole, path, left) => {
	expect(words(changedAt(whole, path, () => null))).toBe(left);
});

test.each<[Condition, Path, number, string]>([
	[all(a, b), [], 1, 'dog or cat'],
	[all(a, b, c), [], 1, '(dog or cat) and car'],
	[all(a, b, c), [], 2, 'dog and (cat or car)'],
	[all(any(a, b), c), [], 1, 'dog or cat or car'],
	[all(any(a, b), c), [0], 1, 'dog and cat and car'],
	[any(a, b, c, d), [], 2, 'dog or (cat and car) or bus'],
	[negated(all(a, b)), [], 1, 'not (dog or cat)'],
])('an “and” or “or” is turned round (%#)', (whole, path, before, after) => {
	expect(words(rejoined(whole, path, before))).toBe(after);
});

test.each<[Condition | null, string]>([
	[null, 'bus'],
	[NOTHING, 'bus'],
	[{ is: 'every' }, 'bus'],
	[a, 'dog and bus'],
	[all(a, b), 'dog and cat and bus'],
	[any(a, b), '(dog or cat) and bus'],
])('a part is added (%#)', (whole, after) => {
	expect(words(withPart(whole, d as never))).toBe(after);
});
