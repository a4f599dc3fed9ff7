import type { Box } from '../detector/sighting.ts';

/** One character of a line, and what else it may be. */
export interface Letter {
	char: string;
	confidence: number;
	/** The next best reading of the same character; null if nothing else comes near. */
	second: string | null;
}

/** A line of text in a picture, with the rectangle around it. */
export interface Line {
	text: string;
	/** Of the line as a whole, from 0 to 1. */
	confidence: number;
	letters: Letter[];
	box: Box;
}

/** RGB pixels of an upright picture. */
export interface Raster {
	data: Uint8Array;
	width: number;
	height: number;
}

/** What the thread is asked, and its answer. */
export interface OcrTask {
	picture: Raster;
	/** Text is looked for in a version of the picture whose longer side is at most this. */
	side: number;
	/** Lines that were not read within this time stay unread. */
	mostMs: number;
}

/** What was read, in reading order. */
export interface OcrReply {
	lines: Line[];
	/** There is more text than could be read in the time. */
	partly: boolean;
}
