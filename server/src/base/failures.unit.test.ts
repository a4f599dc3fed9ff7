import { expect, test } from 'vitest';
import { causesOf, codeOf, hasCode, retryAfter } from './failures.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

test('the causes of an error are listed with it, the nearest first', () => {
	const root = coded('ECONNREFUSED');
	const error = new Error('request failed', { cause: new Error('fetch failed', { cause: root }) });
	expect(causesOf(error).map(({ message }) => message)).toEqual([
		'request failed',
		'fetch failed',
		'ECONNREFUSED',
	]);
	expect(codeOf(error)).toBe('ECONNREFUSED');
	expect(hasCode(error, /^ECONN/)).toBe(true);
	expect(causesOf('no error')).toEqual([]);
});

test('of several attempts the first one counts', () => {
	expect(codeOf(new AggregateError([coded('ETIMEDOUT'), coded('ECONNREFUSED')]))).toBe('ETIMEDOUT');
});

test('an error that causes itself does not loop for ever', () => {
	const error = new Error('again');
	error.cause = error;
	expect(causesOf(error)).toHaveLength(20);
});

test.each([
	['17', 17],
	['0.2', 1],
	['0', 0],
	['99999999', 3600],
	['Tue, 03 Mar 2026 10:00:30 GMT', 30],
	['Tue, 03 Mar 2026 09:00:00 GMT', 0],
	['soon', null],
	['', null],
	['-5', null],
])('Retry-After: %s', (header, seconds) => {
	expect(retryAfter(header, Date.parse('2026-03-03T10:00:00Z'))).toBe(seconds);
});
