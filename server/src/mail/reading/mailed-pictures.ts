/** Finds the pictures in a camera's mail. It needs nothing but the bytes, so it can run in a thread. */
import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import { Refusal } from '../../base/failures.ts';
import { pictureTypeOf } from '../../pictures/format.ts';
import { type Tidied, tidyPicture } from '../../pictures/tidy.ts';
import { firstOf } from './header.ts';
import { type Part, parseMime } from './mime.ts';

/** Logos and icons are smaller than this on one side, pictures of cameras are not. */
const MIN_SIDE = 64;

export interface MailedPictures {
	/** The mail's own date in milliseconds; null if it cannot be read. */
	date: number | null;
	pictures: Tidied[];
	/** How many more there were that are damaged or too large. */
	unreadable: number;
}

/** The first `most` pictures, attached or inline. Their bytes decide the type: cameras use any label. */
export function findPictures(raw: Buffer, most: number): MailedPictures {
	const { root } = parseMime(raw);
	const date = Date.parse(firstOf(root.fields, 'date') ?? '');
	const found: MailedPictures = { date: Number.isNaN(date) ? null : date, pictures: [], unreadable: 0 };
	for (const { type, body } of leavesOf(root)) {
		if (found.pictures.length >= most) break;
		if (pictureTypeOf(body) === null && !type.startsWith('image/')) continue;
		const picture = body.length <= CAPTURE_MAX_BYTES ? tidied(body) : null;
		if (picture === null) found.unreadable++;
		else if (Math.min(picture.width, picture.height) >= MIN_SIDE) found.pictures.push(picture);
	}
	return found;
}

const leavesOf = (part: Part): Part[] => (part.parts.length > 0 ? part.parts.flatMap(leavesOf) : [part]);

function tidied(bytes: Buffer): Tidied | null {
	try {
		return tidyPicture(bytes);
	} catch (error) {
		if (error instanceof Refusal) return null;
		throw error;
	}
}
