import { crc32 } from 'node:zlib';
import { orientationOnly, readOrientation } from './exif.ts';
import { checkCount, cutOff, damaged, invalid, type Structure } from './structure.ts';

/** Pixels and their colour spaces. Texts, times, places and further frames are left out. */
const NEEDED = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP'.split(' '));
const SIGNATURE_LENGTH = 8;

/** Keeps what a PNG needs, from its signature to its end chunk. */
export function walkPng(bytes: Buffer): Structure {
	if (bytes.length < 33) throw cutOff();
	if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') throw damaged();
	const kept: Buffer[] = [];
	let orientation = 1;
	let hasPixels = false;
	let chunks = 0;
	for (let at = SIGNATURE_LENGTH; ; ) {
		checkCount(++chunks);
		if (at + 12 > bytes.length) throw cutOff();
		const name = bytes.toString('latin1', at + 4, at + 8);
		const next = at + 12 + bytes.readUInt32BE(at);
		if (next > bytes.length) throw cutOff();
		if (name === 'IDAT') hasPixels = true;
		if (name === 'eXIf') orientation = readOrientation(bytes.subarray(at + 8, next - 4));
		if (NEEDED.has(name)) kept.push(bytes.subarray(at, next));
		if (name === 'IEND') break;
		at = next;
	}
	if (!hasPixels) throw invalid('The image has no pixels.');
	const turned = orientation > 1;
	// It must come before the pixels, where every reader looks.
	if (turned) kept.splice(1, 0, pngChunk('eXIf', orientationOnly(orientation)));
	return {
		width: bytes.readUInt32BE(16),
		height: bytes.readUInt32BE(20),
		bytes: Buffer.concat([bytes.subarray(0, SIGNATURE_LENGTH), ...kept]),
		presentable: !turned,
		passes: isInterlaced(bytes) ? ADAM7_PASSES * bytesPerPixel(bytes) : 1,
	};
}

const ADAM7_PASSES = 7;
const isInterlaced = (bytes: Buffer) => bytes[28] === 1;
/** By colour type: grey, RGB, palette, grey with alpha, RGB with alpha. The whole of an interlaced picture is kept in memory. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const bytesPerPixel = (bytes: Buffer) => (CHANNELS[bytes[25] ?? 0] ?? 4) * (bytes[24] === 16 ? 2 : 1);

export function pngChunk(name: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name), data]);
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, check]);
}
