import { fitsShape, type Zone } from '@watchword/contract/zone';
import { readPicture } from '../../pictures/decoder.ts';
import type { Question } from '../../ports/model.ts';

type Image = Question['images'][number];

/** The zones to draw on a picture of the camera. A picture of another shape gets none. */
export function zonesShown(
	{ trigger, surroundings }: Question['parts'],
	{ ratio }: Pick<Image, 'ratio'>,
): Zone[] {
	const zones = trigger === 'capture' ? (surroundings?.zones ?? []) : [];
	return zones.filter((zone) => fitsShape(zone, ratio));
}

/** A picture as language models get it: a JPEG of at most this size, with its zones drawn. Null if it cannot be read. */
export async function shownPicture(
	image: Image,
	parts: Question['parts'],
	pixels: number,
	signal: AbortSignal,
): Promise<Uint8Array | null> {
	const { contentType, bytes, longestSide } = image;
	const outlines = zonesShown(parts, image).map(({ points, use, name }) => ({
		points,
		use,
		number: 1 + (parts.surroundings?.zones ?? []).findIndex((zone) => zone.name === name),
	}));
	// Most captures already fit the model. Converting them would cost more than the rest of the run.
	const fits = contentType === 'image/jpeg' && longestSide !== undefined && longestSide <= pixels;
	if (fits && outlines.length === 0) return bytes;
	const wanted = { jpeg: { quality: 85, longestSide: pixels, outlines, covers: true } } as const;
	return (await readPicture(bytes, wanted, signal)).jpeg ?? null;
}
