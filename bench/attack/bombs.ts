import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { attached, inLines, sendHostile } from './mails.ts';
import type { Attack } from './target.ts';

const MB = 1024 * 1024;

/** Inputs that are small when sent and very large when they are unpacked or parsed. */
export const bombs: Attack = async (target) => {
	const found: string[] = [];
	const expectStatus = async (name: string, answer: Promise<Response>, allowed: number[]) => {
		const { status } = await answer;
		if (!allowed.includes(status)) found.push(`${name}: ${status}`);
	};
	const capture = (body: Buffer) =>
		fetch(`${target.url}/api/captures`, {
			method: 'POST',
			body: new Uint8Array(body),
			headers: { authorization: `Bearer ${target.deviceKey}` },
		});
	await expectStatus('a picture of 900 megapixels', capture(HUGE), [400, 413, 415, 422]);
	await expectStatus('a picture that says it is small', capture(LYING), [202, 400, 415, 422]);
	const json = { 'content-type': 'application/json', 'content-encoding': 'gzip', ...target.headers };
	const inflating = fetch(`${target.url}/api/users/me`, {
		method: 'PUT',
		body: new Uint8Array(FOLDED),
		headers: json,
	});
	await expectStatus('200 MB of JSON, folded', inflating, [400, 413, 415]);

	const { got, wrong } = await sendHostile(target, MAILS);
	return { got, wrong: [...found, ...wrong] };
};

function hostileMails(): Record<string, string> {
	const html = (body: string) => `Content-Type: text/html\r\n\r\n${inLines(body)}`;
	const words = Buffer.from('BT /F1 12 Tf (hello world) Tj ET\n'.repeat(10_000));
	return {
		'tags in tags': html('<b>'.repeat(1_000_000)),
		'tags that never begin': html('<'.repeat(4_000_000)),
		'a table without end': html('<table><tr><td>'.repeat(300_000)),
		'many parts': `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(300_000)}`,
		'parts in parts': Array.from(
			{ length: 2000 },
			(_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
		).join(''),
		'flowed lines': `Content-Type: text/plain; format=flowed\r\n\r\n${'> x \r\n'.repeat(1_000_000)}`,
		'a head without end': `${'X-A: b\r\n'.repeat(500_000)}\r\nx`,
		'a PDF that unfolds': attached('application/pdf', pdf(Buffer.alloc(900 * MB, ' '), 1)),
		'a PDF of many pages': attached('application/pdf', pdf(words, 5000)),
		'a picture of 900 megapixels': attached('image/png', HUGE),
		'a picture that says it is small': attached('image/png', LYING),
		'a zip': attached('application/zip', gzipSync(Buffer.alloc(100 * MB))),
	};
}

/** A PNG of one bit a pixel; its unpacked pixels need not match its header. */
function png(width: number, height: number, bytes: number): Buffer {
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head[8] = 1;
	const signature = Buffer.from('89504e470d0a1a0a', 'hex');
	return Buffer.concat([
		signature,
		chunk('IHDR', head),
		chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type), data]);
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, check]);
}

/** Every page uses the same stream. */
function pdf(stream: Buffer, pages: number): Buffer {
	const folded = deflateSync(stream);
	const numbers = Array.from({ length: pages }, (_, n) => n + 4);
	const font = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
	const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 3 0 R ${font} >>`;
	const kids = numbers.map((n) => `${n} 0 R`).join(' ');
	return Buffer.concat([
		Buffer.from(
			`%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [${kids}] /Count ${pages} >> endobj\n`,
		),
		Buffer.from(`3 0 obj << /Length ${folded.length} /Filter /FlateDecode >> stream\n`),
		folded,
		Buffer.from(
			`\nendstream endobj\n${numbers.map((n) => `${n} 0 obj ${page} endobj\n`).join('')}trailer << /Root 1 0 R >>\n%%EOF`,
		),
	]);
}

// Created before anything is measured: it takes a while and keeps this process busy.
const HUGE = png(30_000, 30_000, 112 * MB);
const LYING = png(100, 100, 400 * MB);
const FOLDED = gzipSync(Buffer.alloc(200 * MB, ' '));
const MAILS = hostileMails();
