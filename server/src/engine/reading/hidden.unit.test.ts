import { expect, test } from 'vitest';
import { cleanHtml, shownText } from './html.ts';

const shown = (html: string) => shownText(cleanHtml(html)).replace(/\s+/g, ' ').trim();

test.each([
	['<p>A<span style="font-size:0">x</span>B</p>', 'AB'],
	['<p>A<span style="color:red;font-size: 1px !important">x</span>B</p>', 'AB'],
	['<p>A<span style="font-size:1%">x<b style="font-size:2em">y</b></span>B</p>', 'AB'],
	['<div style="background:#ffffff"><p style="color:#fff">x</p>B</div>', 'B'],
	['<body bgcolor="white"><font color="#fefefe">x</font>B</body>', 'B'],
	['<p>A<span style="background-color:rgb(0,0,0);color:black">x</span>B</p>', 'AB'],
	['<div style="max-height:0;overflow:hidden">x</div>B', 'B'],
	['<p>A<span style="opacity:0.01">x</span>B</p>', 'AB'],
	['<div style="display:none"><p style="font-size:20px;color:red">x</p></div>B', 'B'],
])('what nobody sees in %s is not read', (html, text) => {
	expect(shown(html)).toBe(text);
});

test.each([
	// Many mails are laid out in cells without a size of letters, which their contents give.
	[
		'<table><tr><td style="font-size:0px"><div style="font-size:13px">Total 5</div></td></tr></table>',
		'Total 5',
	],
	['<span style="font-size:0">x<b style="font-size:medium">Total 5</b></span>', 'Total 5'],
	// What a style sheet or a picture may put behind the letters is not known.
	['<body style="background:#fff"><a class="button" style="color:#fff">Pay now</a></body>', 'Pay now'],
	[
		'<body style="background:#fff"><div style="background:url(x.png)"><b style="color:#fff">Pay</b></div></body>',
		'Pay',
	],
	['<div style="background:#fff"><p style="background:#000;color:#fff">Total 5</p></div>', 'Total 5'],
	['<p style="color:#fff">Total 5</p>', 'Total 5'],
	['<p style="font-size:9px;color:#999;background:#fff">Small print</p>', 'Small print'],
	['<p style="height:0">Total 5</p>', 'Total 5'],
	['<p style="font-size:0.9em">Total 5</p>', 'Total 5'],
	['<p style="opacity:0.5">Total 5</p>', 'Total 5'],
])('what can be seen in %s is read', (html, text) => {
	expect(shown(html)).toBe(text);
});

test('a picture among letters without a size is kept', () => {
	expect(cleanHtml('<td style="font-size:0"><img src="cid:a" alt="Plan"></td>')).toContain('cid:a');
});
