import { expect, test } from 'vitest';
import { meantBy } from './spelling.ts';

test('one slip in a longer name is asked about', () => {
	expect(meantBy('motorcyle')).toBe('motorcycle');
	expect(meantBy('red bicylce')).toBe('red bicycle');
	expect(meantBy('umbrellla')).toBe('umbrella');
	expect(meantBy('labtop')).toBe('laptop');
});

test('other words are left alone', () => {
	for (const word of [
		'goat',
		'parcel',
		'squirrel',
		'raccoon',
		'computer',
		'garbage truck',
		'bicycle',
		'smoke',
		'stolen',
	])
		expect(meantBy(word)).toBeNull();
});
