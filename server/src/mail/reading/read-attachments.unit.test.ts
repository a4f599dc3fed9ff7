import { expect, test } from 'vitest';
import { scannedPdf } from '../../testing/drawn.ts';
import { drawing, jpeg } from '../../testing/images.ts';
import { slowJpeg } from '../../testing/slow-jpeg.ts';
import { parseMessage } from './message.ts';
import { readAttachments } from './read-attachments.ts';

/** What is read of a part of a mail whose bytes are given as latin1. */
async function readPart(head: string, body: string, name = 'a.b') {
	const raw = `Content-Disposition: attachment; filename=${name}\r\n${head}\r\n\r\n${body}`;
	const ours = { mailDomain: 'x.example', mailAddress: '{id}@x.example', from: 'portal@x.example' };
	const { attachments } = parseMessage(Buffer.from(raw, 'latin1'), null, ours);
	const read = await readAttachments(
		attachments.map((one) => ({ ...one, size: one.bytes.length, open: async () => one.bytes })),
	);
	return { ...read, names: attachments.map(({ name }) => name) };
}

test.each([
	['text/csv; charset=shift_jis', '\x90\xbf\x8b\x81\x8f\x91,5', '請求書,5'],
	['text/plain; charset="windows-1251"', '\xd1\xf7\xb8\xf2', 'Счёт'],
	['text/html; charset=koi8-r', '<p>\xf3\xde\xa3\xd4</p>', 'Счёт'],
	['text/html', '<meta charset=koi8-r><p>\xf3\xde\xa3\xd4</p>', 'Счёт'],
	['text/calendar; charset=iso-2022-jp', 'SUMMARY:\x1b$B@A5a=q\x1b(B', 'SUMMARY:請求書'],
	['text/plain', '\xff\xfea\0b\0', 'ab'],
	['message/delivery-status', 'Action: failed', 'Action: failed'],
])('a file of type %s is read', async (type, body, text) => {
	const { texts, unread } = await readPart(`Content-Type: ${type}`, body);
	expect([texts, unread]).toEqual([[{ name: 'a.b', text }], []]);
});

test.each([
	['message/rfc822', 'From: a@b.example\r\n\r\nHello', []],
	['application/octet-stream', 'From: a@b.example\r\n\r\nHello', []],
	['application/octet-stream', 'PK\x03\x04\x14', ['the attachment "a.eml"']],
])('a saved mail of type %s is a file of which no words are left to read', async (type, body, missing) => {
	const { names, texts, unread } = await readPart(`Content-Type: ${type}`, body, 'a.eml');
	expect([names, texts.filter(({ note }) => !note), unread]).toEqual([['a.eml'], [], missing]);
});

test.each([
	['text/plain', 'PK\x03\x04\x14\0\0\0\x08\0Y\xb2\x0bd\xbd\x16o\xc8!z\xd3,\x85\xde7\x90\xe9B\x9b'],
	['text/html; charset=klingon', '<p>Qapl\xe0</p>'],
	['message/partial', 'Content-Type: application/pdf'],
	['message/external-body', 'Content-Type: application/pdf'],
])('a file of type %s that cannot be read is listed', async (type, body) => {
	const { unread } = await readPart(`Content-Type: ${type}`, body);
	expect(unread).toEqual(['the attachment "a.b"']);
});

test.each([
	['application/octet-stream', 'notes.TXT', 'Total: 5'],
	['application/vnd.ms-excel', 'sales.csv', 'Total;5'],
	['application/ics', 'invite.ics', 'BEGIN:VCALENDAR'],
])('a text of type %s is read by its name', async (type, name, body) => {
	const { texts, unread } = await readPart(`Content-Type: ${type}; name=${name}`, body, name);
	expect([texts, unread]).toEqual([[{ name, text: body }], []]);
});

test('a file that is no text is not read by its name', async () => {
	const { unread } = await readPart('Content-Type: application/octet-stream', 'a\0b', 'a.txt');
	expect(unread).toEqual(['the attachment "a.txt"']);
});

const file = async (name: string, picture: Promise<Buffer>, cid?: string) => {
	const bytes = await picture;
	return {
		name,
		contentType: 'image/png',
		size: bytes.length,
		...(cid && { cid }),
		open: async () => bytes,
	};
};
const png = (width: number, height: number) => drawing(width, height).png().toBuffer();

test('attached pictures come before those of the HTML, and its decoration does not count', async () => {
	const icons = Array.from({ length: 6 }, (_, n) => file(`icon${n}.png`, png(24, 24), `icon${n}`));
	const shown = Array.from({ length: 5 }, (_, n) => file(`shown${n}.png`, png(300, 200), `shown${n}`));
	const decoration = [
		...icons,
		file('dot.gif', drawing(1, 1).gif().toBuffer(), 'dot'),
		file('line.png', png(600, 2), 'line'),
	];
	const all = await Promise.all([...decoration, ...shown, file('meter.jpg', jpeg(640, 480))]);
	const { images, texts, unread } = await readAttachments(all);
	expect(images).toHaveLength(5);
	expect(images[0]).toEqual((await readAttachments(all.slice(-1))).images[0]);
	expect(unread).toEqual(['the attachment "shown4.png"']);
	expect(texts.map(({ name }) => name)).toEqual(['shown4.png']);
});

test('a small picture that is attached is listed as unread, and one of the HTML that is broken, too', async () => {
	const all = await Promise.all([
		file('dot.png', png(1, 1)),
		file('torn.png', Promise.resolve(Buffer.from('x')), 'torn'),
	]);
	expect((await readAttachments(all)).unread).toEqual([
		'the attachment "dot.png"',
		'the attachment "torn.png"',
	]);
});

const pdf = (bytes: Buffer) =>
	readAttachments([
		{ name: 'a.pdf', contentType: 'application/pdf', size: bytes.length, open: async () => bytes },
	]);

test('a picture that takes too long is listed as unread with the reason, and the others are read', async () => {
	const files = [
		await file('slow.jpg', Promise.resolve(slowJpeg(6000, 297))),
		await file('door.jpg', jpeg()),
	];
	const { images, texts, unread } = await readAttachments(files);
	expect(images).toHaveLength(1);
	expect(texts.map(({ text }) => text)).toEqual(['(a picture that takes too long to open)']);
	expect(unread).toEqual(['the attachment "slow.jpg"']);
});

test('what was filled in on the form of a PDF is read', async () => {
	const field = (name: string, value: string) =>
		`<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /Rect [50 650 250 670] /P 3 0 R >>`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R 5 0 R] >> >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [4 0 R 5 0 R] >>',
		...[field('iban', 'DE12 4711'), field('amount', '')],
	];
	const body = objects.map((object, n) => `${n + 1} 0 obj ${object} endobj\n`).join('');
	const { texts, unread } = await pdf(Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R >>\n%%EOF`));
	expect([texts, unread]).toEqual([[{ name: 'a.pdf', text: 'iban: DE12 4711' }], []]);
});

test('a scan with a line of text is shown', async () => {
	const whole = (await scannedPdf(await jpeg(600, 800))).toString('latin1');
	const line = whole
		.replace('/Length 31 >>', '/Length 66 >>')
		.replace('/Scan Do Q', '/Scan Do Q BT /F1 8 Tf 9 9 Td (By fax) Tj ET')
		.replace(
			'/XObject <<',
			'/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject <<',
		);
	const { images, texts, unread } = await pdf(Buffer.from(line, 'latin1'));
	expect([images.length, texts, unread]).toEqual([1, [{ name: 'a.pdf', text: 'By fax' }], []]);
});

/** Attachments of one mail, read within these limits. */
const readTogether = (
	files: { type: string; bytes: Buffer }[],
	most: { pictureMs: number; inThreads: number },
) =>
	readAttachments(
		files.map(({ type, bytes }, index) => ({
			...{ name: String(index + 1), contentType: type, size: bytes.length },
			open: async () => bytes,
		})),
		most,
	);
const notOpened = '(not opened, because the other attachments took too much time)';

test('once the pictures of a mail took too long, its other pictures are not opened, broken ones included', async () => {
	const [black, seen] = [
		await drawing(64, 64, '#000').composite([]).jpeg().toBuffer(),
		{ type: 'image/jpeg', bytes: await jpeg() },
	];
	const files = [{ type: 'image/jpeg', bytes: black }, seen, seen];
	const { images, texts, unread } = await readTogether(files, { pictureMs: 0.001, inThreads: 50 });
	expect(images).toEqual([]);
	expect(texts.map(({ text }) => text)).toEqual(['(a picture that is all black)', notOpened, notOpened]);
	expect(unread).toHaveLength(3);
});

test('a mail has only so many files and pages that are read in threads', async () => {
	const page = { type: 'text/html', bytes: Buffer.from('<p>Hello</p>') };
	const pdf = { type: 'application/pdf', bytes: await scannedPdf(await jpeg(600, 800)) };
	const { texts, images, unread } = await readTogether([page, pdf, page], {
		pictureMs: 20_000,
		inThreads: 2,
	});
	expect(images).toEqual([]);
	expect(texts.map(({ text }) => text)).toEqual(['Hello', '(a PDF without text)', notOpened]);
	expect(unread).toEqual(['the attachment "2"', 'the attachment "3"']);
});
