import type { KnownObject } from '@watchword/contract/known-objects';

/** A rectangle in a picture, as shares of its sides. */
export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** One object the detector believes to see. */
export interface Sighting {
	object: KnownObject;
	confidence: number;
	box: Box;
}

/** What the detector's thread answers to the bytes of a picture; null where they are none. */
export interface DetectorReply {
	sightings: Sighting[] | null;
}

/** From here on a sighting counts. Below it the network is as often wrong as right on photographs of a yard or a room. */
const SURE = 0.4;

/** The sightings that count, each object once, and the faint ones that do not. */
export function sift(sightings: Sighting[]): { sure: Sighting[]; faint: Sighting[] } {
	const kept: Sighting[] = [];
	for (const sighting of [...sightings].sort((a, b) => b.confidence - a.confidence)) {
		// One object is often reported twice, as a car and as a truck, or with two outlines: the likelier stands for both.
		const same = kept.some(
			(other) => overlap(other.box, sighting.box) > (other.object === sighting.object ? 0.6 : 0.8),
		);
		if (!same) kept.push(sighting);
	}
	return {
		sure: kept.filter(({ confidence }) => confidence >= SURE),
		faint: kept.filter(({ confidence }) => confidence < SURE),
	};
}

/** The shared area as a part of the joint area. */
function overlap(a: Box, b: Box): number {
	const shared =
		Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
		Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
	const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
	const joint = area(a) + area(b) - shared;
	return joint > 0 ? shared / joint : 0;
}

/** Whether two outlines meet: as much as two rectangles can say about "on", "in" or "next to". */
export function touch(a: Box, b: Box): boolean {
	const near = 0.02;
	return (
		a.left <= b.right + near &&
		b.left <= a.right + near &&
		a.top <= b.bottom + near &&
		b.top <= a.bottom + near
	);
}
