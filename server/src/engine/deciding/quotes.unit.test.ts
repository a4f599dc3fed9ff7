import { expect, test } from 'vitest';
import { markQuotes } from './quotes.ts';

const MAIL = `Dear customer,

your parcel waits for you & must be paid
at our desk before Friday. Thank you.`;
const COPIED = 'your parcel waits for you &amp; must be paid at our desk before Friday.';

test('a sentence that a model copied from a mail becomes a quote', () => {
	expect(markQuotes(`<p>They write: ${COPIED} Nothing is due.</p>`, MAIL)).toBe(
		`<p>They write:<blockquote>${COPIED}</blockquote> Nothing is due.</p>`,
	);
	expect(markQuotes(`<li>${COPIED.toUpperCase()}</li>`.replace('&AMP;', '&amp;'), MAIL)).toContain(
		'<blockquote>',
	);
});

test.each([
	['what is a quote already', `<blockquote><p>${COPIED}</p></blockquote>`],
	[
		'words that only resemble the mail',
		'<p>Your parcel is said to wait for you and to cost money before Friday.</p>',
	],
	['what is too short to be a quote', '<p>Dear customer, Thank you.</p>'],
	['a tag that never ends', '<p>Hello <b'],
])('%s stays as it is', (_, html) => {
	expect(markQuotes(html, MAIL)).toBe(html);
});

test('a very long text is looked through within bounds', () => {
	const long = `${COPIED} `.repeat(20_000);
	expect(markQuotes(long, MAIL).match(/<blockquote>/g)).toHaveLength(1000);
});

test.each(['<', '<!--', '</', '<a ', '\n'])('nothing but %j is looked through at once', (part) => {
	const long = part.repeat(199_000 / part.length);
	expect(markQuotes(long, MAIL)).toBe(long);
});
