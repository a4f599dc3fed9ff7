import { CAPTURE_MAX_PIXELS } from '@watchword/contract/constants';
import { isTooSlow } from './effort.ts';
import { type PictureType, pictureTypeOf } from './format.ts';
import { walkJpeg } from './jpeg.ts';
import { walkPng } from './png.ts';
import { invalid, type Structure } from './structure.ts';
import { walkWebp } from './webp.ts';

const FORMATS = {
	'image/jpeg': { extension: 'jpg', walk: walkJpeg },
	'image/png': { extension: 'png', walk: walkPng },
	'image/webp': { extension: 'webp', walk: walkWebp },
} as const;

type Type = keyof typeof FORMATS;

export interface Tidied extends Structure {
	type: Type;
	extension: (typeof FORMATS)[Type]['extension'];
}

/**
 * Checks the structure of a picture without decoding a pixel: cheap enough for every upload, and enough to refuse what is cut
 * off, too large, or mislabelled. The returned bytes contain the same pixels, and no place, time, name or other metadata.
 */
export function tidyPicture(bytes: Buffer, said?: string): Tidied {
	if (bytes.length === 0) throw invalid('The image is empty.');
	const type = pictureTypeOf(bytes);
	if (!type || type === 'image/gif') throw invalid('This is not a JPEG, PNG or WebP image.');
	if (said?.startsWith('image/') && said.replace(/^image\/jpg$/, 'image/jpeg') !== type) {
		throw invalid(`The image says it is ${said}, but it is ${type}.`);
	}
	const { extension, walk } = FORMATS[type];
	const structure = walk(bytes);
	const { width, height } = structure;
	if (width < 1 || height < 1) throw invalid('The image has no width or no height.');
	if (width * height > CAPTURE_MAX_PIXELS) {
		throw invalid(
			`The image has ${width} x ${height} pixels; at most ${CAPTURE_MAX_PIXELS / 1e6} megapixels are taken.`,
		);
	}
	if (isTooSlow(structure)) {
		throw invalid(
			`The image is progressive or interlaced, in more steps than ${width} x ${height} pixels may have, so it takes too long to decode. Save it as an ordinary JPEG or PNG, or make it smaller.`,
		);
	}
	return { type, extension, ...structure };
}

/** The structure of any picture; null if it has none that we know, which the decoder may still open. */
export function structureOf(bytes: Buffer, type: PictureType): Structure | null {
	if (type === 'image/gif') return null;
	try {
		return FORMATS[type].walk(bytes);
	} catch {
		return null;
	}
}
