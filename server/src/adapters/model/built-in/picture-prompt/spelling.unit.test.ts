import { expect, test } from 'vitest';
import { isForeign, meantBy } from './spelling.ts';

test('one slip in a longer name is asked about', () => {
	expect(meantBy('motorcyle')).toBe('motorcycle');
	expect(meantBy('red bicylce')).toBe('red bicycle');
	expect(meantBy('umbrellla')).toBe('umbrella');
	expect(meantBy('toothbrash')).toBe('toothbrush');
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
		'jacket',
		'packet',
		'plants',
		'houses',
		'stores',
		'drains',
		'castle',
	])
		expect(meantBy(word)).toBeNull();
});

test('words of another language are noticed', () => {
	for (const words of [
		'ein hund auf dem sofa',
		'une moto',
		'avísame si hay una persona',
		'человек у двери',
		'如果有人',
		'un perro en el jardín',
		'pas de bus',
	])
		expect(isForeign(words)).toBe(true);
	for (const words of [
		'parcel',
		'fire',
		'wearing a hat',
		'niño',
		'café open',
		'the piñata',
		'hay bales',
		'mr das',
		'les',
		'las vegas',
		'el paso',
	])
		expect(isForeign(words)).toBe(false);
});
