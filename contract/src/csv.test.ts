import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
	...['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', ' =1', '\uff1d1+1', '\uff0b1', '\uff0d1', '\uff20SUM(A1)'],
	...[
		'\u200b=1',
		'\ufeff=1',
		'\u202e=1',
		'\u2060\uff1d1',
		'\u00ad@A1',
		'\u3164=1',
		'\u2800+A1',
		'\u0000=1',
		'\u{e0020}=1',
	],
])('%j cannot run in a spreadsheet', (text) => {
	expect(csvLine([text, 1])).toBe(`'${text},1\r\n`);
});

test.each(['-5', '+5.25', 5, 'a=1', '1 - 2', 'Ü', '\u200bplain', ''])('%j stays as it is', (value) => {
	expect(csvLine([value, 'x'])).toBe(`${value},x\r\n`);
});

test('a long cell of characters that nobody sees is written in linear time', () => {
	const text = `${'\u200b '.repeat(500_000)}x`;
	expect(csvLine([text])).toBe(`${text}\r\n`);
});
