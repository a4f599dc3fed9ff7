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
	['<div style="position:absolute;left:-9999px">x</div>B', 'B'],
	['<div style="position:fixed;top:-200em">x</div><p style="text-indent:-9999px">x</p>B', 'B'],
	['<p>A<span style="color:transparent">x<i>y</i></span>B</p>', 'AB'],
	[
		'<p style="color:rgba(1,2,3,0)">x</p><p style="color:rgb(1 2 3 / 0%)">x</p><p style="color:#ff000000">x</p>B',
		'B',
	],
	[
		'<div style="width:0;overflow:hidden">x</div><p style="visibility:collapse">x</p><p style="opacity:0%">x</p>B',
		'B',
	],
	['<p style="display:none;display:xyz">x</p><p style="visibility:hidden;visibility:on">x</p>B', 'B'],
	['<p style="display:/**/none">x</p><p style="/*a*/d\\69splay:none">x</p>B', 'B'],
	['<p style="font:0/0 a">x</p><div style="font-size:0">x<p style="font:inherit">x</p></div>B', 'B'],
	['<span style="display:inline-block;width:0;overflow:hidden;padding:0">x</span>B', 'B'],
	['<div style="background:#fff;color:#fff">x<p style="background:transparent">x</p></div>B', 'B'],
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
	['<p style="position:relative;left:-9999px">Total 5</p>', 'Total 5'],
	['<p style="position:absolute;left:-20px;text-indent:-2em">Total 5</p>', 'Total 5'],
	['<p style="color:rgb(255,255,0)">Total</p><p style="color:rgba(0,0,0,0.5)">5</p>', 'Total 5'],
	['<p style="color:#000">Total</p><p style="color:#ff000080">5</p>', 'Total 5'],
	['<p style="color:transparent">x<b style="color:#333">Total 5</b></p>', 'Total 5'],
	['<p style="color:transparent;background:linear-gradient(red,blue)">Total 5</p>', 'Total 5'],
	['<p style="width:0">Total</p><p style="width:100px;overflow:hidden">5</p>', 'Total 5'],
	// Cells and lines are as wide as what is in them.
	[
		'<table><tr><td style="max-width:0;overflow:hidden;white-space:nowrap">Total 5</td></tr></table>',
		'Total 5',
	],
	[
		'<table style="width:0;overflow:hidden"><tr><td style="height:0;overflow:hidden">Total 5</table>',
		'Total 5',
	],
	['<span style="width:0;overflow:hidden">Total 5</span>', 'Total 5'],
	['<div style="height:0;overflow:hidden;padding-bottom:30px">Total 5</div>', 'Total 5'],
	['<div style="max-height:0;min-height:40px;overflow:hidden">Total 5</div>', 'Total 5'],
	['<div style="visibility:hidden">x<p style="visibility:visible">Total 5</p></div>', 'Total 5'],
	['<div hidden style="display:block">Total 5</div>', 'Total 5'],
	['<span style="text-indent:-9999px">Total</span><p style="text-indent:-9999px">x<br>5</p>', 'Total 5'],
	['<div style="text-indent:-9999px">x<p style="text-indent:0">Total 5</p></div>', 'Total 5'],
	['<p style="color:transparent">x<a href="https://a.example">Total 5</a></p>', 'Total 5'],
	['<p style="color:transparent;text-shadow:0 0 0 #000">Total 5</p>', 'Total 5'],
	['<p style="color:transparent;-webkit-text-fill-color:#333">Total 5</p>', 'Total 5'],
	// A colour that is not known hides nothing.
	['<div style="background:#fff"><p style="background:navy;color:#fff">Total 5</p></div>', 'Total 5'],
	[
		'<div style="background:#fff"><b style="background-color:rgba(0,0,0,.8);color:#fff">Total 5</b></div>',
		'Total 5',
	],
	['<table bgcolor="white"><tr><td bgcolor="navy"><font color="white">Total 5</font></table>', 'Total 5'],
	['<div style="background:#fff;color:#fff">x<b style="color:red">Total 5</b></div>', 'Total 5'],
	['<p style="background:url(a;display:none;b)">Total 5</p>', 'Total 5'],
	[`<p style="font-family:'a;display:none;b'">Total 5</p>`, 'Total 5'],
	['<div style="font-size:1px"><p style="font-size:20em">Total 5</p></div>', 'Total 5'],
])('what can be seen in %s is read', (html, text) => {
	expect(shown(html)).toBe(text);
});

const styled = (sheet: string, body: string) => `<html><head><style>${sheet}</style></head>${body}`;

test.each([
	['.x{display:none}', '<p class="a x">x</p>B'],
	['.X { DISPLAY : None !important }', '<p class="X">x</p>B'],
	['p.x, #y{font-size:0}', '<p class="x">x</p>B<p id="y">x</p>'],
	['/* } */ .a > .b{visibility:hidden}', '<div class="a"><p class="b">x</p></div><p class="b">B</p>'],
	['table td .x{opacity:0}', '<table><tr><td><b class="x">x</b>B</td></tr></table>'],
	['.x{display:block}.x.x{display:none}', '<p class="x">x</p>B'],
	['@media screen and (min-width:480px){.x{display:none}}', '<p class="x">x</p>B'],
	// A screen of a phone shows it; what a phone shows alone is a copy of the rest.
	['.x{display:none}@media (max-width:600px){.x{display:block!important}}', '<p class="x">x</p>B'],
	['.x{color:#fff;background:white}', '<p class="x">x</p>B'],
	['<!-- .x{max-height:0;overflow:hidden} -->', '<p class="x">x</p>B'],
	['@import url(a.css); @font-face{src:url(x)} .x{display:none}', '<p class="x">x</p>B'],
	['.x{display:none!important}', '<p class="x" style="display:block">x</p>B'],
	['[data-x]{display:none}', '<p data-x="">x</p>B'],
	['p[data-x="1"]{display:none}', '<p data-x="1">x</p>B'],
	["div[class^=pre][title$='off' ]{display:none}", '<div class="preheader" title="10 off">x</div>B'],
	['[class*="head"],[title~=b]{display:none}', '<p class="preheader">x</p><p title="a b">x</p>B'],
	['h1 + p{display:none}h1,p ~ div{display:none}', '<h1>x</h1><p>x</p><br><div>x</div>B'],
	['h1+[lang|=en]>b{display:none}', '<h1></h1><p lang="en-GB"><b>x</b>B</p>'],
	['[dir=RTL],[title="OFF" i]{display:none}', '<p dir="rtl">x</p><p title="Off">x</p>B'],
	['p:not(.s):NOT(#t, .u){display:none}', '<p class="s">B</p><p>x</p><b>'],
	['p:is(.a .b, h1 + *):not(:first-child){display:none}', '<h1></h1><p>x</p>B'],
	['b:not(td b){display:none}', '<b>x</b><table><tr><td><b>B</b></td></tr></table>'],
	['p:nth-child(2){display:none}', '<div><i></i><p>x</p><p>B</p></div>'],
	['p:nth-child( 2N + 1 ){display:none}', '<p>x</p><p>B</p><p>x</p>'],
	['p:nth-of-type(-n+2){display:none}', '<div><p>x</p><i></i><p>x</p><p>B</p></div>'],
	['li:nth-child(even),b:first-of-type{display:none}', '<ul><li>B</li><li>x</li></ul><i></i><b>x</b>'],
	// A bracket or the beginning of a comment in quotes is text.
	['a::after{content:"}"}.x{display:none}', '<p class="x">x</p>B'],
	["a::after{content:'/*'}.x{display:none}/* */", '<p class="x">x</p>B'],
	['a::after{content:"\\"}{"}.x{display:none}', '<p class="x">x</p>B'],
	['p[title="{}"]{display:none}', '<p title="{}">x</p>B'],
	['.\\78 {display:n\\6fne}', '<p class="x">x</p>B'],
	['.größe{display:none}', '<p class="größe">x</p>B'],
])('what a style sheet hides is not read: %s %s', (sheet, body) => {
	expect(shown(styled(sheet, body))).toBe('B');
});

test.each([
	['.x{display:none}.x{display:block}', '<p class="x">B</p>'],
	['.x{display:none}', '<p class="x" style="display:block">B</p>'],
	['#y{display:block}p{display:none}', '<p id="y">B</p>'],
	['@media (max-width:600px){.x{display:none}}', '<p class="x">B</p>'],
	['@media print{.x{display:none}}', '<p class="x">B</p>'],
	// Large and small letters of classes, ids and most values differ.
	['.X,#Y,[title=Z],[dir=RTL s]{display:none}', '<p class="x" id="y" title="z" dir="rtl">B</p>'],
	['p:not(.x),p:not(p, b),p:not([title]){display:none}', '<p class="x" title="">B</p>'],
	['p:not(:hover),p:not(:unknown(a)),p:not(,){display:none}', '<p>B</p>'],
	['p:not(:not(:not(:not(.x)))){display:none}', '<p class="x">B</p>'],
	['p:nth-child(2),p:nth-child(n+2),p:nth-child(-n),p:nth-child(){display:none}', '<p>B</p>'],
	['p:first-child{display:none}', '<div><i></i><p>B</p></div>'],
	['p:nth-child(1 of .y),p:nth-last-child(x),p:first-child(1){display:none}', '<p class="x">B</p>'],
	['p:where(.x.x.x){display:none}p{display:block}', '<p class="x">B</p>'],
	['p{display:none}:not(#z){display:block}', '<p>B</p>'],
	['a{content:"}.x{display:none}"}', '<p class="x">B</p>'],
	['.x{display:none}@media (min-width:37.5em){.x{display:block}}', '<p class="x">B</p>'],
	['.x{display:none}@media not print{.x{display:block}}', '<p class="x">B</p>'],
	['.x{display:none}@media screen and (min-width:0){.x{display:block}}', '<p class="x">B</p>'],
	[
		'.x{display:none}div div div b i .x{display:block}',
		'<div><div><div><b><i><u class="x">B</u></i></b></div></div></div>',
	],
	// Such selectors fit nothing.
	['[title^=""],[title$=""],[title*=""],[title~=""]{display:none}', '<p title=" a">B</p>'],
	['[title~="a b"]{display:none}', '<p title="a b">B</p>'],
	['[constructor],[constructor^=a],[__proto__]{display:none}', '<p>B</p>'],
	// A comma in brackets or quotes is no end of a selector.
	['.x:is(h1,p,b){display:none}', '<p>B</p>'],
	['[title="a],p,[b"]{display:none}', '<p>B</p>'],
	["[title='a,p,b']{display:none}", '<p>B</p>'],
	['@media (prefers-color-scheme:dark){.x{display:none}}', '<p class="x">B</p>'],
	['.a .x{display:none}', '<p class="x">B</p>'],
	['.x:hover{display:none}[hidden],p+p{display:none}', '<p class="x">B</p>'],
	['[data-x="2"],[data-y],[data-x=]{display:none}', '<p data-x="1">B</p>'],
	['u + .body .x,p ~ p,h1+p{display:none}', '<h1></h1><i></i><div class="body"><p class="x">B</p></div>'],
	['[class="x y"]{display:none}> p,+p,p+{display:none}', '<p class="y x">B</p>'],
	['.x{display:none', '<p class="y">B</p>'],
	['}{};;.y{}@media{', '<p class="x">B</p>'],
	['.a{display:none}.b{display:block}', '<p class="b a">B</p>'],
	['.w{font-size:0}.f{font:bold 14px/20px Arial}', '<div class="w"><p class="f">B</p></div>'],
	['td{background-color:#fff}', '<table><tr><td style="background:#c00;color:#fff">B</td></tr></table>'],
	['body{background:#fff}', '<body><p style="background-image:url(a.jpg);color:#fff">B</p></body>'],
	['body{background:#fff}', '<body><p style="background:linear-gradient(red,blue);color:#fff">B</p></body>'],
	['p{background:#fff url(a.jpg);color:#fff}', '<p>B</p>'],
])('what a style sheet shows is read: %s %s', (sheet, body) => {
	expect(shown(styled(sheet, body))).toBe('B');
});

test('by a part of a long value nothing is hidden', () => {
	const long = `${'x'.repeat(1000)}y`;
	expect(shown(styled('[title$=x]{display:none}', `<p title="${long}">B</p>`))).toBe('B');
});

test.each([
	['a comment', '<!--[if mso]><style>.x{display:none}</style><![endif]--><p class="x">B</p>'],
	['print', '<style media="print">.x{display:none}</style><p class="x">B</p>'],
])('a style sheet for %s does not count', (_what, html) => {
	expect(shown(html)).toBe('B');
});

// More than linear time would be more than a test has.
test.each([
	['sheets that do not end', '<style>'.repeat(100_000)],
	['sheets in comments that do not end', '<!--<style>'.repeat(50_000)],
	['empty sheets', '<style></style>'.repeat(50_000)],
	['comments', '<!---->'.repeat(100_000)],
	['comments of a sheet that do not end', `<style>${'/*'.repeat(50_000)}</style>`],
	[
		'rules and elements',
		`<style>${'.a{display:none}'.repeat(10_000)}</style>${'<p class="b">'.repeat(20_000)}`,
	],
	[
		'rules for elements in elements',
		`<style>${'.z * * *{display:none}'.repeat(2000)}</style>${'<div>'.repeat(100)}${'<p>'.repeat(300)}`,
	],
	[
		'rules for elements beside elements',
		`<style>${'.z ~ * ~ * ~ *{display:none}'.repeat(2000)}</style>${'<p></p>'.repeat(3000)}`,
	],
	['brackets', `<style>${'['.repeat(50_000)}a${'[a='.repeat(50_000)}{display:none}</style><p a="b">`],
	['brackets of functions', `<style>${':not('.repeat(60_000)}{display:none}</style><p>`],
	[
		'functions',
		`<style>${`p${':not(.a)'.repeat(8)}{display:none}`.repeat(2000)}</style>${'<p>'.repeat(20_000)}`,
	],
	['quotes', `<style>${'a"'.repeat(90_000)}\n${"'\\".repeat(50_000)}</style><p>`],
	[
		'elements in each other, of which a rule asks what is inside',
		`<style>.a:has(.b){display:none}</style>${'<div class="a">'.repeat(9000)}x`,
	],
	['spaces in a rule', `<style>.a${' '.repeat(190_000)}b{display:none}</style>`],
	['spaces in a style', `<p style="color:red${' '.repeat(200_000)}x;font-size:${'1'.repeat(200_000)}x">`],
])('many %s are read', (_what, html) => {
	expect(cleanHtml(html)).toBeDefined();
});

test('a picture among letters without a size is kept', () => {
	expect(cleanHtml('<td style="font-size:0"><img src="cid:a" alt="Plan"></td>')).toContain('cid:a');
});

test.each([
	['p:last-child', '<div><p>Total</p><p>x</p></div><p>5</p><hr>'],
	['p:last-of-type', '<div><p>Total 5</p><p>x</p><b></b></div>'],
	['p:only-child', '<div><p>x</p></div><div><p>Total</p><p>5</p></div>'],
	['p:nth-last-child(2)', '<div><p>x</p><p>Total 5</p></div>'],
	['div:has(> img)', '<div>x<img src="cid:1"></div><div>Total 5<b><img src="cid:1"></b></div>'],
	['p:has(+ .a)', '<p>x</p><p class="a">Total 5</p>'],
	['div:not(:has(b))', '<div>x</div><div>Total <b>5</b></div>'],
])('a rule for %s hides what it selects', (selector, html) => {
	expect(shown(`<style>${selector}{display:none}</style><body>${html}</body>`)).toBe('Total 5');
});

test.each([
	['@media (width >= 600px)', false],
	['@media (width < 600px)', true],
	['@media (400px <= width <= 700px)', true],
	['@media screen and (30em < width)', false],
	['@supports (display: grid)', false],
	['@supports not (display: grid)', true],
	['@supports (display: grid) and (-ms-ime-align: auto)', true],
	['@supports (-moz-appearance: none) or (gap: 1px)', false],
	['@supports (display: nonsense)', true],
	['@supports (no-such-property: 1px)', true],
	['@supports not (no-such-property: 1px)', true],
	['@supports selector(:has(a))', false],
	['@supports selector(::no-such)', true],
])('a rule in %s: shown %s', (block, isShown) => {
	expect(shown(`<style>${block}{.a{display:none}}</style><p class="a">x</p>B`)).toBe(isShown ? 'x B' : 'B');
});

test.each(['constructor', '__proto__'])('the name %s is no colour', (name) => {
	expect(shown(`<table bgcolor="${name}"><tr><td><font color="${name}">Total 5</font></table>`)).toBe(
		'Total 5',
	);
});
