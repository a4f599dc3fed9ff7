/**
 * How much work the pixels of a picture are, from its structure alone: width times height times passes. A million steps take
 * about 1.3 ms of CPU.
 */
import type { PictureType } from './format.ts';
import type { Structure } from './structure.ts';

type Built = Pick<Structure, 'width' | 'height'> & Partial<Pick<Structure, 'passes'>>;

/** Progressive photographs have ten scans or a few more: sixteen are allowed at 50 megapixels, and hundreds in small ones. */
const MAX_STEPS = 800e6;
/** About 250 ms. With more, a picture takes its turn among the long ones. */
export const QUICK_STEPS = 150e6;
/** What one pass costs. A JPEG of one scan is scaled down while it is decoded. */
const WEIGHT: Record<PictureType, number> = {
	'image/jpeg': 1,
	'image/png': 3,
	'image/webp': 10,
	'image/gif': 15,
};
/** Writing all pixels as a JPEG. */
const WRITING = 14;

export const isTooSlow = ({ width, height, passes = 1 }: Built) => width * height * passes > MAX_STEPS;

export const stepsOf = ({ width, height, passes = 1 }: Built, type: PictureType, writesAll: boolean) =>
	width * height * (Math.max(passes, WEIGHT[type]) + (writesAll ? WRITING : 0));
