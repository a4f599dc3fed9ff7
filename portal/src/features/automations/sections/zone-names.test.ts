import { expect, test } from 'vitest';
import { insertName, offerNames } from './zone-names.ts';

const NAMES = ['driveway', 'Pool', 'front garden'];
const offer = (text: string) => offerNames(text, text.length, NAMES);

test.each([
	['a car in the dri', ['driveway'], true],
	['someone at the PO', ['Pool'], true],
	['a dog in the front ga', ['front garden'], true],
	['a car in the d', NAMES, false],
	['a car in the driveway', NAMES, false],
	['', NAMES, false],
])('“%s” offers %j', (text, names, completes) => {
	expect(offer(text)).toMatchObject({ names, completes });
});

test('a name replaces what was typed of it, or is put behind a space', () => {
	expect(insertName('a car in the dri', offer('a car in the dri'), 'driveway').text).toBe(
		'a car in the driveway',
	);
	expect(insertName('a car in the', offer('a car in the'), 'Pool')).toEqual({
		text: 'a car in the Pool',
		caret: 17,
	});
	const middle = offerNames('a car in the dri now', 16, NAMES);
	expect(insertName('a car in the dri now', middle, 'driveway').text).toBe('a car in the driveway now');
});
