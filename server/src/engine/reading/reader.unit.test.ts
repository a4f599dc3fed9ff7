import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openReader } from './reader.ts';

const mail = (head: string, body: string) => Buffer.from(`Subject: Hello\r\n${head}\r\n\r\n${body}`);
const read = (raw: Buffer, reader = openReader()) =>
	reader.readMessage(raw, 'a@b.example', { domain: 'x.example', from: 'portal@x.example' });

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

test('a PDF that unpacks to more than the memory limit is given up', async () => {
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
	await expect(readPdf(bomb, 1000)).rejects.toThrow('it takes too much to read');
}, 60_000);

/** With each of these, the work of a parser grows with the square of the length. */
test.each([
	['tags in tags', mail('Content-Type: text/html', '<b>'.repeat(600_000))],
	['tables in tables', mail('Content-Type: text/html', '<table><tr><td>'.repeat(130_000))],
])(
	'a mail made of %s is given up, and does not delay other mails',
	async (_what, raw) => {
		const reader = openReader({ ms: 1500, bytes: 1e9 });
		const order: string[] = [];
		const hostile = read(raw, reader).then(({ trigger_text }) => order.push(trigger_text));
		const others = Array.from({ length: 5 }, () => read(mail('', 'Hi. '.repeat(10_000)), reader));
		for (const other of await Promise.all(others)) expect(other.trigger_text).toContain('Hi. Hi.');
		order.push('the others');
		await hostile;
		expect(order).toEqual(['the others', 'This mail could not be read: it takes too much to read']);
	},
	60_000,
);
