import type { KnownObject } from '@watchword/contract/known-objects';

/** A rectangle in a picture, in fractions of its width and height. */
export interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** One object that a network has found. */
export interface Detection {
	object: KnownObject;
	confidence: number;
	box: Box;
}

/** One object in a picture. A sure one counts; a faint one may or may not be there. */
export interface Sighting extends Detection {
	sure: boolean;
	/** It is one of these, and which is not certain. */
	oneOf?: readonly KnownObject[];
}

const namesOf = ({ object, oneOf = [object] }: Sighting) => oneOf;
export const mayBe = (one: Sighting, kinds: readonly KnownObject[]) =>
	namesOf(one).some((kind) => kinds.includes(kind));
export const isCertainly = (one: Sighting, kinds: readonly KnownObject[]) =>
	namesOf(one).every((kind) => kinds.includes(kind));

const area = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top);

function shared(a: Box, b: Box): number {
	const across = Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));
	const down = Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
	return across * down;
}

/** The overlap of two rectangles as a fraction of their union. */
export function overlap(a: Box, b: Box): number {
	const joint = area(a) + area(b) - shared(a, b);
	return joint > 0 ? shared(a, b) / joint : 0;
}

/** Whether almost all of a rectangle lies in a larger one. */
export const isInside = (small: Box, large: Box, share = 0.9) =>
	area(small) < area(large) && shared(small, large) >= share * area(small);

/** Whether a rectangle may be the upper part of another: it begins at the same height, and is almost as wide. */
export const isUpperPart = (part: Box, whole: Box) =>
	isInside(part, whole) &&
	area(part) >= 0.3 * area(whole) &&
	part.right - part.left >= 0.6 * (whole.right - whole.left) &&
	part.top - whole.top < 0.1 * (whole.bottom - whole.top);

/** Whether two things may stand beside each other: what is much nearer to the camera has its foot much lower. */
export const isSameGround = (a: Box, b: Box) =>
	Math.abs(a.bottom - b.bottom) <= 0.5 * Math.max(a.bottom - a.top, b.bottom - b.top);

/** Whether two outlines overlap. Two rectangles cannot say more about "on", "in" or "next to". */
export function touch(a: Box, b: Box): boolean {
	const near = 0.02;
	return (
		a.left <= b.right + near &&
		b.left <= a.right + near &&
		a.top <= b.bottom + near &&
		b.top <= a.bottom + near
	);
}

/** Whether one outline may be near another: not farther away than the higher of them is high. */
export function isClose(a: Box, b: Box): boolean {
	const far = Math.max(a.bottom - a.top, b.bottom - b.top);
	const across = Math.max(a.left - b.right, b.left - a.right, 0);
	const down = Math.max(a.top - b.bottom, b.top - a.bottom, 0);
	return Math.max(across, down) <= far;
}
