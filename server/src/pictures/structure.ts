import { Refusal } from '../base/failures.ts';

/** What the walk through a picture's structure found. */
export interface Structure {
	width: number;
	height: number;
	/** Only what a decoder needs, including the orientation. */
	bytes: Buffer;
	/** It may be shown as it is: upright, one frame, in colours that every program knows. */
	presentable: boolean;
	/** How often its pixels are passed to build it up: the scans of a JPEG, the passes of an interlaced PNG; otherwise 1. */
	passes: number;
}

/** A picture with more pieces is an attack on this process: real ones have tens, some a few thousand. */
const MAX_PIECES = 20_000;

/** Removed pieces count, too: each takes time. */
export function checkCount(pieces: number): void {
	if (pieces > MAX_PIECES) throw damaged();
}

export const invalid = (reason: string) => new Refusal('invalid-image', reason);
export const cutOff = () => invalid('The image is cut off.');
export const damaged = () => invalid('The image is damaged.');
