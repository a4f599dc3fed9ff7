import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { TookTooMuch } from '../../base/threads.ts';
import { workFor } from '../../base/turns.ts';
import { openReader } from './reader.ts';

const mail = (head: string, body: string) => Buffer.from(`Subject: Hello\r\n${head}\r\n\r\n${body}`);
const read = (raw: Buffer, reader = openReader()) =>
	reader.readMessage(raw, 'a@b.example', {
		mailDomain: 'x.example',
		mailAddress: '{id}@x.example',
		from: 'portal@x.example',
	});

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
	await expect(readPdf(bomb, 1000)).rejects.toThrow(TookTooMuch);
});

/** Parts that each have two forms: it has to be found out whether the HTML has words, or else the other form is shown. */
const forms = (count: number, html: string): string => {
	const part = `Content-Type: multipart/alternative; boundary=y\r\n\r\n--y\r\n\r\nplain\r\n--y\r\nContent-Type: text/html\r\n\r\n${html}\r\n--y--`;
	return `Content-Type: multipart/mixed; boundary=x\r\n\r\n${`--x\r\n${part}\r\n`.repeat(count)}--x--`;
};

test('a mail that takes too much time is given up, and does not delay other mails', async () => {
	const reader = openReader({ ms: 1500, bytes: 1e9 });
	const order: string[] = [];
	const raw = Buffer.from(forms(8, '<b></b>'.repeat(280_000)));
	const hostile = read(raw, reader).then(({ trigger_text }) => order.push(trigger_text));
	const others = Array.from({ length: 5 }, () => read(mail('', 'Hi. '.repeat(10_000)), reader));
	for (const other of await Promise.all(others)) expect(other.trigger_text).toContain('Hi. Hi.');
	order.push('the others');
	await hostile;
	expect(order).toEqual(['the others', 'This mail could not be read: it takes too much to read']);
});

test('accounts take turns, so that a mail waits for one mail of an account that gets many', async () => {
	const reader = openReader({ threads: 1 });
	const order: string[] = [];
	const readFor = (owner: string) =>
		workFor({ owner, stranger: true }, () => read(mail('', 'Hi.'), reader)).then(() => order.push(owner));
	await Promise.all(['many', 'many', 'many', 'one'].map(readFor));
	expect(order).toEqual(['many', 'one', 'many', 'many']);
});

test('a report that closes none of its tags is read whole', async () => {
	const line = '<p><font color=red><b>Failed: nightly backup\n';
	const { trigger_text, trigger_unread } = await read(mail('Content-Type: text/html', line.repeat(2000)));
	expect(trigger_unread).toEqual([]);
	expect(trigger_text.match(/Failed/g)).toHaveLength(2000);
});

test.each([
	['tags in tags', '<b>'.repeat(600_000)],
	['tables in tables', '<table><tr><td>'.repeat(130_000)],
	['tags in tags under a style sheet that looks ahead', `<style>p:has(b){}</style>${'<b>'.repeat(600_000)}`],
	['tags that close others', `${'<div>'.repeat(40_000)}${'</p>'.repeat(40_000)}`],
])('a mail made of %s is refused as soon as it is too deep', async (_what, html) => {
	const { trigger_unread } = await read(mail('Content-Type: text/html', html));
	expect(trigger_unread).toEqual(['the mail (its elements are nested too deeply)']);
});

test('a thread that has nothing to do ends, and the next mail gets another one', async () => {
	const ended: Promise<unknown>[] = [];
	const watch = (worker: Worker) => ended.push(once(worker, 'exit'));
	process.on('worker', watch);
	const { readHtml } = openReader({ idleMs: 1 });
	expect(await readHtml('<p>one</p>')).toBe('one');
	await Promise.all(ended);
	expect(await readHtml('<p>two</p>')).toBe('two');
	await Promise.all(ended);
	expect(ended).toHaveLength(2);
	process.off('worker', watch);
});
