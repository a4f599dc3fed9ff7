import { CAPTURE_MAX_PIXELS } from '@watchword/contract/constants';
import { Refusal } from '../refusal.ts';

export interface Inspected {
	type: 'image/jpeg' | 'image/png' | 'image/webp';
	extension: 'jpg' | 'png' | 'webp';
	width: number;
	height: number;
	/** It is upright and says nothing but its pixels, so it may leave the system as it is. */
	clean: boolean;
}

/**
 * Reads the structure of an image, from its header to its end, without decoding a pixel: cheap enough for the way in,
 * and enough to refuse what is cut off, too large, or not what it says.
 */
export function inspectImage(bytes: Buffer, said?: string): Inspected {
	if (bytes.length === 0) throw bad('The image is empty.');
	const found = inspectors.find(({ starts }) => starts(bytes));
	if (!found) throw bad('This is not a JPEG, PNG or WebP image.');
	if (
		said?.startsWith('image/') &&
		said !== found.type &&
		!(said === 'image/jpg' && found.type === 'image/jpeg')
	) {
		throw bad(`The image says it is ${said}, but it is ${found.type}.`);
	}
	const { width, height, clean } = found.inspect(bytes);
	if (width < 1 || height < 1) throw bad('The image has no width or no height.');
	if (width * height > CAPTURE_MAX_PIXELS) {
		throw bad(
			`The image has ${width} x ${height} pixels; at most ${CAPTURE_MAX_PIXELS / 1e6} megapixels are taken.`,
		);
	}
	return { type: found.type, extension: found.extension, width, height, clean };
}

type Structure = Pick<Inspected, 'width' | 'height' | 'clean'>;

const bad = (reason: string) => new Refusal('invalid-image', reason);
const cutOff = () => bad('The image is cut off.');

const inspectors: {
	type: Inspected['type'];
	extension: Inspected['extension'];
	starts(bytes: Buffer): boolean;
	inspect(bytes: Buffer): Structure;
}[] = [
	{
		type: 'image/jpeg',
		extension: 'jpg',
		starts: (bytes) => bytes.length > 2 && bytes.readUInt16BE(0) === 0xffd8 && bytes[2] === 0xff,
		inspect: inspectJpeg,
	},
	{
		type: 'image/png',
		extension: 'png',
		starts: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])),
		inspect: inspectPng,
	},
	{
		type: 'image/webp',
		extension: 'webp',
		starts: (bytes) =>
			bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
		inspect: inspectWebp,
	},
];

/** Start of frame, in all its variants; C4, C8 and CC are other things. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function inspectJpeg(bytes: Buffer): Structure {
	let size: { width: number; height: number } | null = null;
	let clean = true;
	let at = 2;
	for (;;) {
		if (at + 4 > bytes.length) throw cutOff();
		if (bytes[at] !== 0xff) throw bad('The image is damaged.');
		const marker = bytes.readUInt8(at + 1);
		if (marker === 0xff) {
			at += 1;
			continue;
		}
		const length = bytes.readUInt16BE(at + 2);
		if (length < 2) throw bad('The image is damaged.');
		if (at + 2 + length > bytes.length) throw cutOff();
		if (isFrame(marker) && length >= 7) {
			size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
			// Four colours are for print; many a program shows them wrongly or not at all.
			if (bytes[at + 9] === 4) clean = false;
		}
		if (!isPlainSegment(marker, bytes.subarray(at + 4, at + 2 + length))) clean = false;
		at += 2 + length;
		if (marker === 0xda) break;
	}
	if (!size) throw bad('The image has no size.');
	// Some cameras pad the end with zeros; anything else after the end marker is not part of the picture.
	let end = bytes.length;
	while (end > at && bytes[end - 1] === 0) end -= 1;
	if (end - 2 < at || bytes.readUInt16BE(end - 2) !== 0xffd9) throw cutOff();
	return { ...size, clean: clean && end === bytes.length };
}

/** Segments that say nothing about where, when or by whom: tables, frames, JFIF, colour profile, Adobe's colour flag. */
function isPlainSegment(marker: number, data: Buffer): boolean {
	const names = (text: string) => data.toString('latin1', 0, text.length) === text;
	if (marker === 0xe0) return names('JFIF\0');
	if (marker === 0xe2) return names('ICC_PROFILE\0');
	if (marker === 0xee) return names('Adobe');
	return !(marker >= 0xe0 && marker <= 0xef) && marker !== 0xfe;
}

const PLAIN_CHUNKS = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP'.split(' '));

function inspectPng(bytes: Buffer): Structure {
	if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') throw cutOff();
	const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
	let clean = true;
	let pixels = false;
	for (let at = 8; ; ) {
		if (at + 12 > bytes.length) throw cutOff();
		const name = bytes.toString('latin1', at + 4, at + 8);
		const next = at + 12 + bytes.readUInt32BE(at);
		if (next > bytes.length) throw cutOff();
		if (name === 'IDAT') pixels = true;
		if (!PLAIN_CHUNKS.has(name)) clean = false;
		if (name === 'IEND') {
			if (!pixels) throw bad('The image has no pixels.');
			return { ...size, clean: clean && next === bytes.length };
		}
		at = next;
	}
}

function inspectWebp(bytes: Buffer): Structure {
	if (bytes.length < 30) throw cutOff();
	const end = 8 + bytes.readUInt32LE(4);
	if (end > bytes.length) throw cutOff();
	let size: { width: number; height: number } | null = null;
	let clean = end + (end % 2) >= bytes.length;
	let pixels = false;
	for (let at = 12; at + 8 <= end; ) {
		const name = bytes.toString('latin1', at, at + 4);
		const length = bytes.readUInt32LE(at + 4);
		const data = bytes.subarray(at + 8, at + 8 + length);
		if (data.length < length || data.length < 10) {
			if (data.length < length) throw cutOff();
		} else if (name === 'VP8X') {
			size = { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
		} else if (name === 'VP8 ') {
			size ??= { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
		} else if (name === 'VP8L') {
			const packed = data.readUInt32LE(1);
			size ??= { width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
		}
		if (name === 'VP8 ' || name === 'VP8L') pixels = true;
		if (!['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'].includes(name)) clean = false;
		if (name === 'ANMF') pixels = true;
		at += 8 + length + (length % 2);
	}
	if (!size || !pixels) throw bad('The image has no pixels.');
	return { ...size, clean };
}
