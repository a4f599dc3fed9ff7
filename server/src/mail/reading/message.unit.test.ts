import { describe, expect, test } from 'vitest';
import { cleanHtml, linksOf, shownText, takePictures } from './html.ts';
import { parseMessage } from './message.ts';

/** Each character is one byte, so that a test can give the exact bytes. */
const read = (raw: string) =>
	parseMessage(Buffer.from(raw, 'latin1'), 'a@b.example', {
		mailDomain: 'x.example',
		mailAddress: '{id}@x.example',
		from: 'portal@x.example',
	});
const mail = (head: string, body = 'Hi.') => `${head}\r\n\r\n${body}`;
const multipart = (parts: string[], type = 'mixed') =>
	mail(
		`Content-Type: multipart/${type}; boundary=b`,
		`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
	);
const attachment = (head: string, body: string) =>
	mail(`Content-Disposition: attachment; filename=a.bin\r\n${head}`, body);
const bytesOf = (raw: string) => read(raw).attachments.map(({ bytes }) => bytes.toString('latin1'));

describe('a subject', () => {
	test.each([
		['in UTF-7', '=?utf-7?Q?Gr+APwA3w-e?=', 'Grüße'],
		['with raw bytes in an encoded word', '=?iso-8859-1?Q?Gr\xfc\xdfe?= x', 'Grüße x'],
		['with raw UTF-8 in an encoded word', '=?utf-8?Q?Gr\xc3\xbc\xc3\x9fe?=', 'Grüße'],
		['in raw UTF-8', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
		['in raw bytes of nobody knows what', 'Gr\xfc\xdfe', 'Grüße'],
		['with a character in two words', '=?utf-8?Q?Gr=C3?=\r\n =?utf-8?Q?=BC=C3=9Fe?=', 'Grüße'],
		['with a character in two words of Base64', '=?utf-8?B?R8M=?= =?UTF-8?B?vG4=?=', 'Gün'],
		['with a group of Base64 in two words', '=?utf-8?B?w?= =?utf-8?B?7w=?=', 'ü'],
		['with a character in words of both kinds', '=?utf-8?Q?Gr=C3?= =?utf-8?B?vA==?=', 'Grü'],
		['with words and text', 'Re: =?utf-8?Q?a_b?= and =?utf-8?Q?c?=', 'Re: a b and c'],
		['in raw UTF-8 that ends in the byte A0', 'Voil\xc3\xa0', 'Voilà'],
		['folded', 'one\r\n two\r\n\tthree', 'one two three'],
	])('%s is read', (_what, subject, expected) => {
		expect(read(mail(`Subject: ${subject}`)).trigger_subject).toBe(expected);
	});
});

describe('a text', () => {
	test.each([
		['in UTF-7', mail('Content-Type: text/plain; charset=utf-7', 'a +AOQ- b +2D3eAA- c+-d'), 'a ä b 😀 c+d'],
		['of a type without its second half', mail('Content-Type: text; charset=utf-8', 'Hello'), 'Hello'],
		['of a type that is only "html"', mail('Content-Type: html', '<b>Hello</b>'), 'Hello'],
		['of no type', mail('Content-Type:', 'Hello'), 'Hello'],
		[
			'behind a boundary that never occurs',
			mail('Content-Type: multipart/mixed; boundary=never', 'Hello\r\nyou'),
			'Hello\r\nyou',
		],
		[
			'behind an unnamed boundary',
			mail('Content-Type: multipart/mixed', '--x\r\n\r\nHello\r\n--x--'),
			'Hello',
		],
		['with bare line feeds', 'Subject: x\nContent-Type: text/plain\n\nHello\nyou', 'Hello\nyou'],
		[
			'in quoted-printable with a line that ends in the byte A0',
			mail('Content-Transfer-Encoding: quoted-printable', 'Voil\xc3\xa0 \r\nBye'),
			'Voilà\r\nBye',
		],
		[
			'with words in two lines',
			mail('Content-Type: text/plain; format=flowed; delsp=yes', 'Order 12345 \r\n67890\r\n-- \r\nAnn'),
			'Order 1234567890\r\n-- \r\nAnn',
		],
		[
			'with lines that flow',
			mail('Content-Type: text/plain; format=flowed', 'A total of \r\n5 EUR. \r\n> Or \r\n> 6? \r\nNo.'),
			'A total of 5 EUR. \r\n> Or \r\n> 6? \r\nNo.',
		],
		[
			'in a part that has no end, before one that has',
			multipart(['Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nHello', mail('', 'you')]),
			'Hello',
		],
		[
			'in a mail that is attached',
			multipart([
				mail(
					'Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=a.eml',
					mail('Subject: =?utf-8?Q?=C3=BC?=\r\nContent-Transfer-Encoding: base64', 'RGVlcA=='),
				),
			]),
			'Subject: ü\n\nDeep',
		],
		[
			'in a mail that is attached as a file of no known type',
			multipart([
				mail(
					'Content-Type: application/octet-stream; name="a.EML"\r\nContent-Transfer-Encoding: base64',
					Buffer.from(mail('Subject: In', 'Deep')).toString('base64'),
				),
			]),
			'Subject: In\n\nDeep',
		],
		[
			'in a mail in the mail',
			multipart([mail('Content-Type: message/rfc822', mail('Subject: In', 'Deep'))]),
			'Deep',
		],
	])('%s is read', (_what, raw, expected) => {
		const { trigger_text, trigger_unread } = read(raw);
		expect(trigger_text).toContain(expected);
		expect(trigger_unread).toEqual([]);
	});

	test('is what the customer sees: the HTML, if there is any', () => {
		const both = (plain: string, html: string) =>
			read(
				multipart(
					[mail('Content-Type: text/plain', plain), mail('Content-Type: text/html', html)],
					'alternative',
				),
			);
		expect(both('See the markup.', '<p>The alarm is <b>on</b>.</p>').trigger_text).toBe('The alarm is on.');
		expect(both('Plain words.', '<img src="https://x.example/a.png">').trigger_text).toContain(
			'Plain words.',
		);
		const { trigger_text, trigger_html } = read(
			multipart([mail('Content-Type: text/html', '<p>Above</p>'), mail('', 'below < the line')]),
		);
		expect(trigger_text).toBe('Above\n\nbelow < the line');
		expect(trigger_html).toContain('below &lt; the line');
	});

	test('is in the innermost of nested forms, or beside it if that has no words', () => {
		const nested = (depth: number, inner: string): string =>
			depth === 0
				? mail('Content-Type: text/html', inner)
				: mail(
						`Content-Type: multipart/alternative; boundary=n${depth}`,
						`--n${depth}\r\n\r\nPlain ${depth}.\r\n--n${depth}\r\n${nested(depth - 1, inner)}\r\n--n${depth}--`,
					);
		expect(read(nested(15, '<p>The alarm is on.</p>')).trigger_text).toBe('The alarm is on.');
		expect(read(nested(15, '<img alt="Logo">')).trigger_text).toMatch(/^\[?Logo\]?\s+Plain 1\.$/);
	});

	test('ends with where its links lead', () => {
		const { trigger_text } = read(
			mail('Content-Type: text/html', 'See <a href="https://a.example">this</a>.'),
		);
		expect(trigger_text).toBe('See this.\n\nLinks in the mail:\nthis: https://a.example');
	});

	test('of a table keeps its cells apart', () => {
		const { trigger_text } = read(
			mail('Content-Type: text/html', '<table><tr><td>Amount</td><td>5</td></tr></table>'),
		);
		expect(trigger_text).toBe('Amount\t5');
	});

	test.each([
		['Subject: Re: Offer', 'We decline.\n\n> Do you accept?\n> Ann\n\nTom'],
		['Subject: Offer\r\nIn-Reply-To: <1@a.example>', 'We decline.\n\n> Do you accept?\n> Ann\n\nTom'],
		['Subject: Fwd: Offer\r\nIn-Reply-To: <1@a.example>', 'We decline.\nDo you accept?\nAnn\nTom'],
		['Subject: Offer', 'We decline.\nDo you accept?\nAnn\nTom'],
	])('in HTML marks what it answers: %s', (head, text) => {
		const html = '<p>We decline.</p><blockquote type="cite"><p>Do you accept?</p>Ann</blockquote>Tom';
		expect(read(mail(`${head}\r\nContent-Type: text/html`, html)).trigger_text).toBe(text);
	});
});

describe('what is damaged', () => {
	const base64 = (body: string, type = 'text/plain') =>
		mail(`Content-Type: ${type}\r\nContent-Transfer-Encoding: base64`, body);

	test.each([
		['cut off', base64('SGVsbG8geW91X'), 'Hello you'],
		['with a line of a mailing list', base64('SGVsbG8geW91\r\n\r\n_____\r\nlists.example'), 'Hello you'],
		['that is none', base64('Hello, you'), 'Hello, you'],
	])('Base64 %s is read as far as it goes, and named', (_what, raw, text) => {
		const { trigger_text, trigger_unread } = read(raw);
		expect(trigger_text).toBe(text);
		expect(trigger_unread).toEqual(['a damaged part']);
	});

	test('a text that is none is named', () => {
		expect(read(base64('HelloThisIsAText')).trigger_unread).toEqual(['text that is full of other signs']);
	});

	test('a header that is too long is named, and gets no answer', () => {
		const { trigger_unread, trigger_reply } = read(
			mail(`${'X-A: b\r\n'.repeat(2000)}Auto-Submitted: auto-replied`),
		);
		expect(trigger_unread).toEqual(['the end of a header']);
		expect(trigger_reply.refused).toBe('its header is too long to be read whole');
		expect(trigger_reply.marks).toBeUndefined();
	});
});

test.each([
	['List-Unsubscribe: <mailto:x@y.example>\r\nList-Id: <x>', ['list', 'unsubscribe']],
	['Precedence: bulk', ['bulk']],
	['Auto-Submitted: auto-replied (vacation)', ['auto-replied']],
	['Auto-Submitted: no', []],
	['Auto-Submitted: auto-generated', ['auto-generated']],
	['Content-Type: multipart/report; boundary=b', ['report']],
	['Subject: Hello', []],
])('a header with %s says of its kind %j', (head, marks) => {
	expect(read(mail(head)).trigger_reply.marks).toEqual(marks);
});

test('forms of a text that few programs show are not read beside one that all show', () => {
	const amp = mail('Content-Type: text/x-amp-html', 'Pay 900 EUR');
	const plain = mail('Content-Type: text/plain', 'Pay 5 EUR');
	expect(read(multipart([plain, amp], 'alternative')).attachments).toEqual([]);
	expect(read(multipart([amp], 'alternative')).attachments).toHaveLength(1);
});

describe('an attachment', () => {
	test.each([
		['as it is', attachment('Content-Type: application/x', 'one\r\ntwo\r\n'), 'one\r\ntwo\r\n'],
		['with bare line feeds', attachment('Content-Type: text/csv', 'one\ntwo\n'), 'one\ntwo\n'],
		['binary', attachment('Content-Transfer-Encoding: binary', '\0\r\xff\n\r\n\x1a'), '\0\r\xff\n\r\n\x1a'],
		['in Base64', attachment('Content-Transfer-Encoding: base64', 'AA0K\r\n/w=='), '\0\r\n\xff'],
		['in Base64 padded line by line', attachment('Content-Transfer-Encoding: base64', 'QQ==\r\nQg=='), 'AB'],
		[
			'in quoted-printable',
			attachment('Content-Transfer-Encoding: quoted-printable', 'a=0D=0Ab\r\nc=\r\nd  \r\n=FF'),
			'a\r\nb\r\ncd\r\n\xff',
		],
		[
			'uuencoded',
			attachment('Content-Transfer-Encoding: x-uuencode', 'begin 644 a.bin\r\n#0V%T\r\n`\r\nend\r\n'),
			'Cat',
		],
	])('%s is kept byte for byte', (_what, part, bytes) => {
		expect(bytesOf(multipart([mail('', 'See it.'), part]))).toEqual([bytes]);
	});

	test('that is uuencoded inside the text is removed from the text', () => {
		const { trigger_text, attachments } = read(
			mail(
				'Subject: x',
				'See:\r\nbegin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\nbegin with this\r\nbegin 644 no file\r\nBye',
			),
		);
		expect(trigger_text).toBe('See:\r\nbegin with this\r\nbegin 644 no file\r\nBye');
		expect(attachments.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['cat.txt', 'Cat']]);
	});

	test.each([
		["filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf", 'Grüße.pdf'],
		["filename=Gr__e.pdf; filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf", 'Grüße.pdf'],
		["filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf; filename=Gr__e.pdf", 'Grüße.pdf'],
		["filename*0*=utf-8''Gr%C3; filename*1*=%BC.pdf", 'Grü.pdf'],
		['filename="=?utf-8?Q?Gr=C3=BC.pdf?="', 'Grü.pdf'],
		['filename="a \\"b\\"; c.pdf"', 'a "b"; c.pdf'],
	])('named with %s gets this name', (parameter, name) => {
		expect(read(mail(`Content-Disposition: attachment; ${parameter}`)).attachments[0]?.name).toBe(name);
	});

	test('that is a mail has the mails in it, which are not kept again', () => {
		const inner = mail('Content-Type: message/rfc822; name=in.eml', mail('Content-Type: text/x; name=a.x'));
		const raw = mail('Content-Type: message/rfc822; name=out.eml', inner);
		expect(read(raw).attachments.map(({ name }) => name)).toEqual(['out.eml', 'a.x']);
	});

	test('after the fiftieth is listed as not kept', () => {
		const files = Array.from({ length: 65 }, (_, n) =>
			mail(`Content-Disposition: attachment; filename=f${n}.txt`),
		);
		const { attachments, trigger_unread } = read(multipart(files));
		expect(attachments).toHaveLength(50);
		expect(trigger_unread).toHaveLength(11);
		expect(trigger_unread[0]).toBe('the attachment "f50.txt", which was not kept');
		expect(trigger_unread.at(-1)).toBe('5 more attachments, which were not kept');
	});

	test('can be a picture inside the HTML', () => {
		const html = 'See: <img src="data:image/png;base64,QUJD"> <img src="data:text/html,x">';
		const { attachments, trigger_unread, trigger_html } = read(mail('Content-Type: text/html', html));
		const cid = 'picture-1.in.the.text';
		expect(trigger_html).toBe(`See: <img src="cid:${cid}" /> <img src="data:text/html,x" />`);
		expect(attachments).toEqual([
			{ name: 'picture 1 in the text', contentType: 'image/png', bytes: Buffer.from('ABC'), cid },
		]);
		expect(trigger_unread).toEqual([]);
	});

	test('that the HTML shows keeps its Content-ID', () => {
		const { attachments } = read(
			multipart(
				[
					mail('Content-Type: text/html', '<img src="cid:logo@x">'),
					mail('Content-Type: image/png\r\nContent-ID: <logo@x>', 'bytes'),
				],
				'related',
			),
		);
		expect(attachments[0]?.cid).toBe('logo@x');
	});
});

test.each([
	[
		'encrypted with S/MIME',
		mail('Content-Type: application/pkcs7-mime; name=smime.p7m', 'x'),
		'the content, which is encrypted (S/MIME)',
	],
	[
		'wrapped in an S/MIME signature',
		mail('Content-Type: application/x-pkcs7-mime; smime-type=signed-data', 'x'),
		'the content, which is wrapped in an S/MIME signature',
	],
	[
		'encrypted with PGP',
		multipart([mail('Content-Type: application/pgp-encrypted', 'Version: 1')], 'encrypted'),
		'the content, which is encrypted',
	],
	[
		'PGP in the text',
		mail('', '-----BEGIN PGP MESSAGE-----\r\nxyz'),
		'the content, which is encrypted (PGP)',
	],
	[
		'PGP in the HTML',
		mail('Content-Type: text/html', '<p>-----BEGIN PGP MESSAGE-----<br>xyz</p>'),
		'the content, which is encrypted (PGP)',
	],
	[
		'nothing but pictures of other hosts',
		mail('Content-Type: text/html', '<img src="https://x.example/a.png" alt="Ten for two">'),
		'pictures that are not in the mail itself',
	],
	[
		'cut off',
		multipart([mail('', 'Hello')]).replace('--b--\r\n', ''),
		'the end of the mail, which is cut off',
	],
	['in an unknown encoding', mail('Content-Transfer-Encoding: x-own', 'x'), 'a part in an unknown encoding'],
	[
		'in an unknown character set',
		mail('Content-Type: text/plain; charset=klingon', 'Qapl\xe0'),
		'text in the unknown character set "klingon"',
	],
	['too long', mail('', 'x'.repeat(100_001)), 'the text after the first 100,000 characters'],
	[
		'nested too deeply',
		`${Array.from({ length: 30 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('')}`,
		'parts that are nested too deeply',
	],
	[
		'of too many parts',
		multipart(Array.from({ length: 1200 }, () => mail(''))),
		'the parts after the first 1000',
	],
])('a mail that is %s lists what was not read', (_what, raw, unread) => {
	expect(read(raw).trigger_unread).toContain(unread);
});

test('a separate signature is not listed as unread', () => {
	const signed = multipart(
		[
			mail('Content-Type: text/plain', 'All is well.'),
			mail('Content-Type: application/pkcs7-signature; name=smime.p7s', 'x'),
		],
		'signed',
	);
	expect(read(signed)).toMatchObject({ trigger_text: 'All is well.', trigger_unread: [], attachments: [] });
});

test.each([
	['spaces in markup', (n: number) => shownText(' '.repeat(n))],
	['open tags', (n: number) => shownText('<'.repeat(n))],
	['links', (n: number) => linksOf('<a href="x">'.repeat(n / 12))],
	['open pictures', (n: number) => shownText('<img '.repeat(n / 5))],
	['open blocks', (n: number) => shownText('<pre '.repeat(n / 5) + '<p>'.repeat(n / 3))],
	['pictures inside the markup', (n: number) => takePictures(`<img src="data:image/${'x'.repeat(n)}">`)],
	['ampersands', (n: number) => cleanHtml('&'.repeat(n))],
	['spaces in a subject', (n: number) => read(mail(`Subject: ${' '.repeat(n)}x`))],
	['beginnings of encoded words', (n: number) => read(mail(`Subject: ${'=?a?Q?'.repeat(n / 6)}`))],
	['open quotes', (n: number) => read(mail(`Content-Type: text/plain; a="${'\\"'.repeat(n / 2)}`))],
	['parameters', (n: number) => read(mail(`Content-Type: text/plain${'; a'.repeat(n / 3)}`))],
	['references', (n: number) => read(mail(`References: ${'<'.repeat(n)}`))],
	['addresses', (n: number) => read(mail(`From: ${'a@b,'.repeat(n / 4)}`))],
	['dashes', (n: number) => read(mail('Content-Type: multipart/mixed; boundary=-', '-'.repeat(n)))],
	['beginnings of uuencoded files', (n: number) => read(mail('', 'begin 644 a\n'.repeat(n / 12)))],
	['equal signs', (n: number) => read(mail('Content-Transfer-Encoding: base64', '='.repeat(n)))],
	['fields', (n: number) => read('a:\r\n'.repeat(n / 4))],
	['lines that are no fields', (n: number) => read('a\n'.repeat(n / 2))],
	['carriage returns', (n: number) => read(`a: ${'\r'.repeat(n)}`)],
])('a megabyte of %s is read', (_what, work) => {
	// A pattern that takes quadratic time would need hours here, and the test would time out.
	work(1_000_000);
});

test('a text with more uuencoded files than a call has arguments is read', () => {
	const files = 'begin 644 a\nend\n'.repeat(150_000);
	const { attachments, trigger_unread } = read(mail('Subject: x', `Hello\n${files}`));
	expect(attachments).toHaveLength(50);
	expect(trigger_unread).toContain('149940 more attachments, which were not kept');
});
