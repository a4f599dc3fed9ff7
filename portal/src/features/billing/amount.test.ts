import { expect, test } from 'vitest';
import { amountProblem, creditsFor, money } from './amount.ts';

test.each(['', ' ', 'abc', '5a', '-5', '5.5', '5,0', '+5', '0x5', '5 ', '1e1', '٥'])(
	'%j is not a number',
	(typed) => expect(amountProblem(typed)).toBe('Please enter a valid number.'),
);

test.each(['0', '4', '101', '00', '99999999999999999999'])('%j is out of range', (typed) =>
	expect(amountProblem(typed)).toBe('Amount must be between $5 and $100 in $1 increments.'),
);

test.each([
	['5', 100],
	['100', 2000],
	['007', 140],
])('%j can be bought for', (typed, credits) => {
	expect(amountProblem(typed)).toBeNull();
	expect(creditsFor(typed)).toBe(credits);
});

test('the credits follow the typed amount, and an invalid number gives none', () => {
	expect([creditsFor('4'), creditsFor(''), creditsFor('x'), money(7)]).toEqual([80, 0, 0, 'AUD$7.00']);
});
