import { expect, test } from 'vitest';
import { HOSTILE, SWALLOWING } from '../../testing/hostile-mail.ts';
import { cleanHtml, cleanModelHtml, htmlToText, linksOf, shownText } from './html.ts';

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

test.each([
	['<div>Order 12<div>34 pieces</div><div>Thanks</div></div>', 'Order 12\n34 pieces\nThanks'],
	['<div>Order:<div><ul><li>5</li><li>12 screws</li></ul></div></div>', 'Order:\n5\n12 screws'],
	['Total 12<table><tr><td>34</td></tr></table>', 'Total 12\n34'],
	['<head><title>Invoice 12</title></head><body><p>345 EUR</p></body>', '345 EUR'],
	['<center>Total: 5</center><center>00 items</center>', 'Total: 5\n00 items'],
	['<section>Part 1</section><section>2 pieces</section>', 'Part 1\n2 pieces'],
	['<address>Street 1</address><address>2345 Town</address>', 'Street 1\n2345 Town'],
	['<p>One</p> <p>Two</p><p><br></p><p>Three</p>', 'One\nTwo\n\nThree'],
	[
		'<pre>disk1 ok\ndisk2 <b>FAILED\r\ndisk3</b> ok</pre>\nafter\nit',
		'disk1 ok\ndisk2 FAILED\ndisk3 ok\nafter it',
	],
	['Price<img alt="10 &amp; more" src="cid:x">EUR', 'Price 10 & more EUR'],
])('the text of %s has its lines', (html, text) => {
	expect(shownText(cleanHtml(html)).replace(/ +/g, ' ')).toBe(text);
});

test.each([
	['<div style="color:red; DISPLAY : none !important">Order 12</div><p>Order 34</p>'],
	['<span style="visibility:hidden">Paid <b>in full</b></span>Order 34'],
	['<p hidden>Not this</p>Order 34<img style="display:none" src="https://a.example/x" alt="seen"><br>'],
	['<p style="opacity:0;color:red">Not this</p><p style="opacity:0.9">Order 34</p>'],
])('hidden text of a mail is not read: %s', (html) => {
	expect(shownText(cleanHtml(html))).toBe('Order 34');
});

test('what is around hidden text of a mail stays as it was', () => {
	const shown = '<table><tr><td>Order 34</td></tr></table><p>Paid</p>';
	expect(cleanHtml(`<div style="display:none">Not <a href="https://a.example">this</a></div>${shown}`)).toBe(
		`<div><a></a></div>${shown}`,
	);
	expect(cleanHtml('<p>One<br hidden>two<span hidden>three<br>four</span></p><p>five')).toBe(
		'<p>One<br />two<span><br /></span></p><p>five</p>',
	);
});

test.each([
	['Track it <a href="https://a.example/?a=1&amp;b=2">here</a>.', ['here: https://a.example/?a=1&b=2']],
	['<a href="https://a.example"><img src="cid:x" alt="Pay"></a>', ['Pay: https://a.example']],
	['<a href="https://a.example/">a.example</a> <a href="mailto:a@b.example">a@b.example</a>', []],
	['<a href="https://a.example/x">https://b.example</a>', ['https://b.example: https://a.example/x']],
	['<a href="https://a.example">one</a> <a href="https://a.example">two</a>', ['one: https://a.example']],
	['<a href="javascript:x()">x</a>', []],
	[`<a href="https://a.example/${'x'.repeat(300)}">x</a>`, [`x: https://a.example/${'x'.repeat(182)}…`]],
])('the links of %s are listed', (html, links) => {
	expect(linksOf(cleanHtml(html))).toEqual(links);
});

/** A tag that a mail may keep, with addresses that run nothing. */
const HARMLESS =
	/<\/?(a|p|b|i|div|span|img|br|table|tbody|tr|th|td)( (href|title|src|alt|width|height|colspan)="(?!(?!https?:|cid:|data:image\/)[a-z]+:)[^"<>]*")*( \/)?>/g;

test('of a hostile mail only harmless tags are left', () => {
	for (const vectors of [...Object.values(HOSTILE), ...SWALLOWING.map((last) => [last])]) {
		const left = cleanHtml(`<p>before</p>${vectors.join('\n')}`);
		expect(left).toContain('<p>before</p>');
		expect(left.replaceAll(HARMLESS, '')).not.toContain('<');
	}
});
