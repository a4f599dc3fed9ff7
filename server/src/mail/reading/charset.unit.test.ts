import { expect, test } from 'vitest';
import { charsetOfHtml, decodeText } from './charset.ts';

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const wide = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => wide(text).swap16().toString('latin1');

test.each([
	['iso-2022-jp', '\x1b$B@A5a=q\x1b(B 5', '請求書 5'],
	['iso-2022-jp-ms', '\x1b$B@A5a=q\x1b(B 5', '請求書 5'],
	['ISO-2022-JP-2', '\x1b$B@A5a=q\x1b(B 5', '請求書 5'],
	['cp50220', '\x1b$B@A5a=q\x1b(B 5', '請求書 5'],
	['utf-16', bigEndian('\ufeffÜber 500'), 'Über 500'],
	['utf-16le', bigEndian('\ufeffÜber 500'), 'Über 500'],
	['utf-16', bigEndian('Über 500'), 'Über 500'],
	['utf-16', bigEndian('請求書'), '請求書'],
	['utf-16', wide('Über 500').toString('latin1'), 'Über 500'],
	['utf-16le', wide('請求書').toString('latin1'), '請求書'],
	['', wide('Über 500').toString('latin1'), 'Über 500'],
	['utf-8', `${utf8('你好，5000 元')}\xff`, '你好，5000 元�'],
	['utf-8', utf8('Счёт на').slice(0, -1), 'Счёт н�'],
	['utf-8', 'Gr\xfc\xdfe', 'Grüße'],
	['iso-8859-1', utf8('Grüße, 500 €'), 'Grüße, 500 €'],
	['us-ascii', utf8('Grüße'), 'Grüße'],
	['ANSI_X3.4-1968', utf8('Größe'), 'Größe'],
	['iso-8859-1', 'Gr\xfc\xdfe', 'Grüße'],
	['iso-8859-2 (Czech)', '\xael', 'Žl'],
	['utf8mb4', utf8('Grüße'), 'Grüße'],
	['klingon', 'plain words', 'plain words'],
])('%s is decoded', (charset, bytes, text) => {
	expect(decodeText(Buffer.from(bytes, 'latin1'), charset)).toEqual({ text, unknown: false });
});

test.each([
	['iso-2022-kr', '\x1b$)C\x0e>H3g\x0f'],
	['hz-gb-2312', '~{VPND~} 5000'],
	['iso-2022-jp-2', '\x1b$A@A5a\x1b(B'],
	['utf-32', '\x16\x04\0\0'],
	['klingon', 'Qapl\xe0'],
])('%s is not known', (charset, bytes) => {
	expect(decodeText(Buffer.from(bytes, 'latin1'), charset).unknown).toBe(true);
});

test.each([
	['<meta charset="Shift_JIS">', 'shift_jis'],
	['<META http-equiv=Content-Type content="text/html; charset=windows-1251">', 'windows-1251'],
	['<meta charset=utf-16>', ''],
	['<p>charset=x</p>', ''],
	['<meta '.repeat(100_000), ''],
])('the character set of HTML is found: %.40s', (html, charset) => {
	expect(charsetOfHtml(Buffer.from(html))).toBe(charset);
});
