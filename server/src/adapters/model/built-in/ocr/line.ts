import type { Line } from '@watchword/model';

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
	/** Lines that were not read within this time of the processor stay unread. */
	mostMs: number;
}

/** What was read, in reading order. */
export interface OcrReply {
	lines: Line[];
	/** There is more text than could be read in the time. */
	partly: boolean;
}
