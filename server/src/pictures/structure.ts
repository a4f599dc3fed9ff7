import { Refusal } from '../base/refusal.ts';

/** What the walk through a picture's structure found. */
export interface Structure {
	width: number;
	height: number;
	/** What a decoder needs and no more; which way up it is stays. */
	bytes: Buffer;
	/** It may be shown as it is: upright, one frame, in colours that every program knows. */
	presentable: boolean;
}

/** A picture of more pieces is made to keep this process busy: real ones have tens, some a few thousand. */
const MOST_PIECES = 20_000;

/** Pieces that are left out count, too: each is looked at. */
export function checkCount(pieces: number): void {
	if (pieces > MOST_PIECES) throw damaged();
}

export const invalid = (reason: string) => new Refusal('invalid-image', reason);
export const cutOff = () => invalid('The image is cut off.');
export const damaged = () => invalid('The image is damaged.');
