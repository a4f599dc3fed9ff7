import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openReader } from './reading.ts';

const CHECKS = { spf: 'none', dkim: 'none', dmarc: 'none' };
const mail = (head: string, body: string) => Buffer.from(`Subject: Hello\r\n${head}\r\n\r\n${body}`);
const read = (raw: Buffer, reader = openReader()) =>
	reader.readMessage(raw, 'a@b.example', CHECKS, 'x.example');

test('a large mail is read whole', async () => {
	const words = 'All is well. '.repeat(5000);
	const raw = mail(
		'Content-Type: multipart/mixed; boundary=x',
		`--x\r\n\r\n${words}\r\n--x\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\nbytes\r\n--x--\r\n`,
	);
	const message = await read(raw);
	expect(message.trigger_subject).toBe('Hello');
	expect(message.trigger_text.trim()).toBe(words.trim());
	const [attachment] = message.attachments;
	expect([attachment?.name, attachment?.bytes.toString().trim()]).toEqual(['a.bin', 'bytes']);
});

test('a PDF that unfolds into more than there is room for is given up', async () => {
	const stream = deflateSync(Buffer.alloc(200 * 1024 * 1024, ' '));
	const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>';
	const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page];
	const head = objects.map((object, n) => `${n + 1} 0 obj ${object} endobj\n`).join('');
	const bomb = Buffer.concat([
		Buffer.from(`%PDF-1.4\n${head}4 0 obj << /Length ${stream.length} /Filter /FlateDecode >> stream\n`),
		stream,
		Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
	]);
	const { readPdf } = openReader({ ms: 60_000, bytes: 100 * 1024 * 1024 });
	expect(await readPdf(bomb, 1000)).toBe('(a PDF that cannot be read)');
});

/** Each makes a parser's work grow with the square of its length. */
test.each([
	['tags in tags', mail('Content-Type: text/html', '<b>'.repeat(1_500_000))],
	['tags that never begin', mail('Content-Type: text/html', '<'.repeat(4_000_000))],
	['parts', mail('Content-Type: multipart/mixed; boundary=x', '--x\r\n\r\na\r\n'.repeat(500_000))],
])('one made of %s is given up, and keeps nobody else waiting', async (_what, raw) => {
	const reader = openReader({ ms: 2000, bytes: 1e9 });
	const order: string[] = [];
	const hostile = read(raw, reader).then(({ trigger_text }) => order.push(trigger_text));
	const small = read(mail('', 'Hi.'), reader).then(({ trigger_text }) => order.push(trigger_text.trim()));
	const large = read(mail('', 'Hi. '.repeat(10_000)), reader);
	await Promise.all([hostile, small]);
	expect(order).toEqual(['Hi.', 'This mail could not be read: it takes too much to read']);
	expect((await large).trigger_text).toContain('Hi. Hi.');
});
