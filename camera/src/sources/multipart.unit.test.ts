import { expect, test } from 'vitest';
import { readParts } from './multipart.ts';
import { CameraTrouble } from './trouble.ts';

async function* inPieces(bytes: Buffer, size: number) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function partsOf(stream: AsyncIterable<Buffer>) {
	const parts: string[] = [];
	for await (const part of readParts(stream, 'b')) parts.push(part.toString());
	return parts;
}

const stream = Buffer.from(
	`hello\r\n${[
		'--b\r\nContent-Length: 7\r\n\r\none\r\n--\r\n',
		'--b\r\nContent-Type: image/jpeg\r\n\r\ntwo\r\n',
		'--b\r\n\r\n\r\n',
		'--b\r\ncontent-length: 0\r\n\r\n\r\n',
		'--b--\r\n\r\n',
	].join('')}`,
);

test.each([1, 2, 3, 5, 7, 11, 1000])('parts are the same in pieces of %i bytes', async (size) => {
	expect(await partsOf(inPieces(stream, size))).toEqual(['one\r\n--', 'two', '', '']);
});

test('a large picture whose end comes byte by byte is not copied for each of them', async () => {
	// Copying it for each would take more time than a test has.
	const drip = 50_000;
	async function* dripping() {
		yield Buffer.from(`--b\r\nContent-Length: ${9_000_000 + drip}\r\n\r\n`);
		yield Buffer.alloc(9_000_000, 'a');
		for (let byte = 0; byte < drip; byte++) yield Buffer.from('a');
	}
	expect((await partsOf(dripping()))[0]).toHaveLength(9_000_000 + drip);
});

test('endless headers are not a stream', async () => {
	const endless = inPieces(Buffer.from(`--b\r\n${'X-A: b\r\n'.repeat(10_000)}`), 1000);
	await expect(partsOf(endless)).rejects.toBeInstanceOf(CameraTrouble);
});
