import { orientationOnly, readOrientation } from './exif.ts';
import { checkCount, cutOff, damaged, invalid, type Structure } from './structure.ts';

const EXIF = 'Exif\0\0';
const [START_OF_SCAN, END] = [0xda, 0xd9];

/** Start of frame, in all its variants; C4, C8 and CC are other things. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Frames, tables, scans, restart interval and number of lines: what the pixels are made of. */
const isPixels = (marker: number) =>
	(marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdd);

/** Keeps what a JPEG needs, from its start to its end marker. Anything after that is not part of the picture. */
export function walkJpeg(bytes: Buffer): Structure {
	const kept: Buffer[] = [];
	let size: { width: number; height: number } | null = null;
	let forPrint = false;
	let orientation: number | null = null;
	let scans = 0;
	let segments = 0;
	let at = 2;
	for (;;) {
		if (at + 2 > bytes.length) throw cutOff();
		if (bytes[at] !== 0xff) throw damaged();
		// Any number of FF may stand before a marker.
		while (bytes[at + 1] === 0xff) at++;
		const marker = bytes[at + 1];
		if (marker === undefined) throw cutOff();
		if (marker === END) break;
		checkCount(++segments);
		if (at + 4 > bytes.length) throw cutOff();
		const length = bytes.readUInt16BE(at + 2);
		const isNested = marker < 0xc0 || marker === 0xd8;
		if (length < 2 || isNested) throw damaged();
		let end = at + 2 + length;
		if (end > bytes.length) throw cutOff();
		const data = bytes.subarray(at + 4, end);
		if (isFrame(marker) && data.length >= 6) {
			size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) };
			forPrint = data[5] === 4;
		}
		if (marker === START_OF_SCAN) {
			scans += 1;
			end = endOfScan(bytes, end);
		}
		if (isPixels(marker)) kept.push(bytes.subarray(at, end));
		else if (scans === 0) {
			if (marker === 0xe1 && startsWith(data, EXIF)) orientation ??= readOrientation(data);
			const needed = neededOf(marker, data);
			if (needed) kept.push(segment(marker, needed));
		}
		at = end;
	}
	if (!size || scans === 0) throw invalid('The image has no pixels.');
	const turned = orientation !== null && orientation > 1;
	const head = turned
		? [segment(0xe1, Buffer.concat([Buffer.from(EXIF), orientationOnly(orientation ?? 1)]))]
		: [];
	return {
		...size,
		bytes: Buffer.concat([bytes.subarray(0, 2), ...head, ...kept, Buffer.from([0xff, END])]),
		presentable: !turned && !forPrint,
		passes: scans,
	};
}

/** Where the next marker is. Within a scan, FF is followed by a zero, by a restart marker or by more FF. */
function endOfScan(bytes: Buffer, from: number): number {
	// A loop instead of `indexOf`: many FF bytes would mean many calls.
	for (let at = from; at + 1 < bytes.length; at++) {
		if (bytes[at] !== 0xff) continue;
		const marker = bytes[at + 1] ?? 0;
		const within = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
		if (!within) return at;
	}
	throw cutOff();
}

/** The needed metadata: JFIF without its thumbnail, the colour profile, Adobe's colour flag. */
function neededOf(marker: number, data: Buffer): Buffer | null {
	if (marker === 0xe0 && startsWith(data, 'JFIF\0') && data.length >= 14) {
		return Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)]);
	}
	if (marker === 0xe2 && startsWith(data, 'ICC_PROFILE\0')) return data;
	if (marker === 0xee && startsWith(data, 'Adobe') && data.length >= 12) return data.subarray(0, 12);
	return null;
}

function segment(marker: number, data: Buffer): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(data.length + 2, 2);
	return Buffer.concat([head, data]);
}

const startsWith = (data: Buffer, text: string) => data.toString('latin1', 0, text.length) === text;
