import { expect, test } from 'vitest';
import { causesOf, codeOf, hasCode } from './causes.ts';

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
