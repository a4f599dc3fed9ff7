import { expect, test } from 'vitest';
import { authorOf, showAuthor } from './author.ts';

const shown = (from: string) => {
	const author = authorOf([['from', from]]);
	return author && showAuthor(author);
};

test.each([
	['a name', 'Ann <ann@x.example>', 'Ann <ann@x.example>'],
	['an address alone', 'ann@x.example', 'ann@x.example'],
	['the address as its name', '"Ann@x.example" <ann@x.example>', 'ann@x.example'],
	[
		'an address as a name',
		'"CEO <ceo@bank.example>" <a@evil.example>',
		'CEO ceo at bank.example <a@evil.example>',
	],
	[
		'an address in an encoded word',
		'=?utf-8?Q?=22Boss=22_=3Cboss=40x=2Eexample=3E=2C?= <a@evil.example>',
		'"Boss" boss at x.example, <a@evil.example>',
	],
	['a long name', `"${'x'.repeat(600)}" <a@evil.example>`, `${'x'.repeat(200)} <a@evil.example>`],
	[
		'a name that is cut inside a character',
		`"${'x'.repeat(199)}😀" <a@x.example>`,
		`${'x'.repeat(199)}� <a@x.example>`,
	],
	['characters that turn the line around', '"A\u202enn\u0007" <a@x.example>', 'Ann <a@x.example>'],
	['an unquoted comma', 'M\xfcller, J\xf6rg <joerg@x.example>', 'Müller, Jörg <joerg@x.example>'],
	[
		'a comma in an encoded word',
		'=?utf-8?Q?M=C3=BCller,_J=C3=B6rg?= <joerg@x.example>',
		'Müller, Jörg <joerg@x.example>',
	],
	['a colon in an encoded word', '=?utf-8?Q?Shop:_S=C3=BCd?= <a@x.example>', 'Shop: Süd <a@x.example>'],
	[
		'a character in two encoded words',
		'=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC?= <a@x.example>',
		'Grü <a@x.example>',
	],
	['a space in an encoded word', '=?utf-8?Q?Gr=C3=BC n?= <a@x.example>', 'Grü n <a@x.example>'],
	[
		'an address after a space in an encoded word',
		'=?utf-8?Q?y, a@x.example ?= b@x.example',
		'y, b at x.example <a@x.example>',
	],
	['an encoded word alone', '=?utf-8?Q?Ann_=3Ca=40x=2Eexample=3E?=', null],
	['two authors', 'Ann <ann@x.example>, Bob <bob@x.example>', 'Ann <ann@x.example>'],
	['raw UTF-8 that ends in the byte A0', 'Voil\xc3\xa0 <a@x.example>', 'Voilà <a@x.example>'],
	[
		'raw UTF-8 in the address',
		'J\xc3\xb6rg <j\xc3\xb6rg@m\xc3\xbcller.example>',
		'Jörg <jörg@müller.example>',
	],
	['an address that is too long for one', `<a@${'x'.repeat(300)}.example>`, null],
	['nothing', '', null],
])('an author with %s is shown', (_what, from, expected) => {
	const bytes = /[^\0-\xff]/.test(from) ? Buffer.from(from).toString('latin1') : from;
	expect(shown(bytes)).toBe(expected);
});
