import { expect, test } from 'vitest';
import { cleanModelHtml, htmlToText } from './html.ts';

test.each([
	[
		'<a href="https://a.example/x">https://a.example/x</a>',
		'<a href="https://a.example/x">https://a.example/x</a>',
	],
	['<a href="https://a.example/">a.example</a>', '<a href="https://a.example/">a.example</a>'],
	['<a href="mailto:a@b.example">a@b.example</a>', '<a href="mailto:a@b.example">a@b.example</a>'],
	[
		'<a href="https://evil.example/?a=1&amp;b=2" title="https://bank.example">https://bank.example</a>',
		'<a href="https://evil.example/?a=1&amp;b=2">https://bank.example</a> (https://evil.example/?a=1&amp;b=2)',
	],
	[
		'<a href="https://a.example"><b>here</b></a>',
		'<a href="https://a.example"><b>here</b></a> (https://a.example)',
	],
	['<a href="https://a.example"></a>', '<a href="https://a.example"></a> (https://a.example)'],
	['<a href="javascript:x()">x</a>', '<a>x</a>'],
	[
		'<a href="https://a.example"><a href="https://b.example">c</a></a>',
		'<a href="https://a.example"></a> (https://a.example)<a href="https://b.example">c</a> (https://b.example)',
	],
])('a link in a text of a model shows its target: %s', (given, shown) => {
	expect(cleanModelHtml(given, false)).toBe(shown);
});

test('a long target is cut, and the plain text shows it too', () => {
	const html = cleanModelHtml(
		`<p>See <a href="https://a.example/${'x&amp;'.repeat(100)}">this</a>.</p>`,
		false,
	);
	expect(html).toMatch(/this<\/a> \(https:\/\/a\.example\/[x&amp;]{150,190}…\)\.<\/p>$/);
	expect(htmlToText(html)).toMatch(/^See this \(https:\/\/a\.example\/[x&]+…\)\.$/);
});

test('what a model quotes from a mail is marked as quoted', () => {
	const html = '<p>It asks for money.</p><blockquote cite="x">Pay now</blockquote>';
	expect(cleanModelHtml(html, true)).toBe(
		'<p>It asks for money.</p><blockquote><p><small>Quoted from the mail:</small></p>Pay now</blockquote>',
	);
	expect(cleanModelHtml(html, false)).toBe('<p>It asks for money.</p><blockquote>Pay now</blockquote>');
});
