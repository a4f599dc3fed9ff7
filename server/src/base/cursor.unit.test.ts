import { describe, expect, test } from 'vitest';
import { cutPage, position, readCursor, timeAndId, writeCursor } from './cursor.ts';

const encoded = (text: string) => Buffer.from(text).toString('base64url');
const ID = 'abcdefghijklmnopqrst';

describe('a cursor', () => {
	test('is read as it was written', () => {
		expect(readCursor(writeCursor([1763232000123, ID]), timeAndId)).toEqual([1763232000123, ID]);
		expect(readCursor(writeCursor([0]), position)).toEqual([0]);
	});

	test('is safe in an address', () => {
		expect(writeCursor([Date.now(), ID])).toMatch(/^[\w-]{1,100}$/);
	});

	test.each([
		'',
		'x',
		'\0',
		'made-up',
		'MjAyNi0wMS0wMSB4IHg',
		`1763232000123_${ID}`,
		encoded('20'),
		encoded('null'),
		encoded('{}'),
		encoded('[]'),
		encoded(`[1763232000123,"${ID}'"]`),
		encoded(`["1763232000123","${ID}"]`),
		encoded(`[-1,"${ID}"]`),
		encoded(`[1.5,"${ID}"]`),
		encoded(`[1e300,"${ID}"]`),
		encoded(`[253402300800000,"${ID}"]`),
		encoded(`[1763232000123,"${ID}",1]`),
		encoded('[1763232000123]'),
		encoded('[1763232000123,null]'),
		writeCursor([20]),
	])('that no list has given is refused: %j', (cursor) => {
		expect(() => readCursor(cursor, timeAndId)).toThrow('cursor: must be the `next` of an earlier page');
	});

	test.each([writeCursor([1, ID]), writeCursor([1e9]), encoded('["1"]'), encoded('[true]')])(
		'of another list is refused: %j',
		(cursor) => {
			expect(() => readCursor(cursor, position)).toThrow('cursor: must be');
		},
	);
});

test('a page says where the next one begins, and the last page says nothing', () => {
	const page = cutPage([1, 2, 3], 2, (last) => [last]);
	expect(page.items).toEqual([1, 2]);
	expect(readCursor(String(page.next), position)).toEqual([2]);
	expect(cutPage([1, 2], 2, (last) => [last])).toEqual({ items: [1, 2], next: null });
	expect(cutPage([], 2, () => [0])).toEqual({ items: [], next: null });
});
