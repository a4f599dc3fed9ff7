import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import type { Shot } from './source.ts';
import { CameraTrouble } from './trouble.ts';

const JPEG_END = Buffer.from([0xff, 0xd9]);
const PNG_END = Buffer.from('IEND');
/** Some cameras pad their pictures after the end. */
const PADDING = 1024;

/** The picture in these bytes. The content type does not count: login pages come as image/jpeg too. */
export function asPicture(bytes: Buffer): Shot {
	if (bytes.length === 0) throw new CameraTrouble('The camera sends empty pictures');
	if (bytes.length > CAPTURE_MAX_BYTES) {
		throw new CameraTrouble(
			`The camera's pictures are larger than ${CAPTURE_MAX_BYTES / 1024 ** 2} MB`,
			'setting',
		);
	}
	const contentType = typeOf(bytes);
	if (contentType) {
		if (!isWhole(bytes, contentType)) throw new CameraTrouble('The camera sends only a part of its pictures');
		return { bytes, contentType };
	}
	const isPage = /^\s*(<!doctype|<html|<\?xml|<head|<body|\{)/i.test(bytes.toString('latin1', 0, 300));
	throw new CameraTrouble(
		isPage
			? 'The camera answers with a page instead of a picture'
			: 'The camera sends something that is not a picture',
		'setting',
	);
}

export function typeOf(bytes: Buffer): string | null {
	if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
	if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
	if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') {
		return 'image/webp';
	}
	return null;
}

/** Whether the end of the picture is there: a program may still be writing it, or the camera stopped in the middle. */
export function isWhole(bytes: Buffer, contentType: string): boolean {
	const tail = bytes.subarray(-PADDING);
	if (contentType === 'image/jpeg') return tail.includes(JPEG_END);
	if (contentType === 'image/png') return tail.includes(PNG_END);
	return bytes.length >= bytes.readUInt32LE(4) + 8;
}
