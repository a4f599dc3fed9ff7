/**
 * The process that decodes pictures of strangers. It gets one at a time, has no secrets in its environment, reads only four
 * formats, and ends itself if it needs too much memory. Its parent ends it if it takes too long.
 */
import type { Rectangle } from '@watchword/contract/zone';
import sharp, { type Sharp } from 'sharp';
import type { Answer, Bounds, Made, Outcome, Task, Wanted } from './decoder.ts';
import { isTooSlow, QUICK_STEPS, stepsOf } from './effort.ts';
import { pictureTypeOf } from './format.ts';
import { drawFrames } from './frames.ts';
import { findProblem, isTiny, MEASURED_SIDE, toGrey } from './measure.ts';
import { drawOutlines } from './outlines.ts';
import { SKETCH_SIDE } from './same.ts';
import { structureOf } from './tidy.ts';

// libvips detects SVG, TIFF, HEIF and more by content; each of these readers is an unnecessary attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

const WATCH_MS = 50;
let bounds: Bounds | null = null;
/** How much CPU time this process may have had at the end of the current task; without an end while there is none. */
let mostMs = Number.POSITIVE_INFINITY;
let before = 0;
/** The task has had its time, and the parent is about to stop this process. */
let isOver = false;
const usedMs = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};
const send = (answer: Answer) => process.send?.(answer);

// Decoding runs in another thread of this process, so this timer fires meanwhile.
setInterval(() => {
	if (bounds && process.memoryUsage.rss() > bounds.bytes) process.kill(process.pid, 'SIGKILL');
	if (usedMs() <= mostMs) return;
	mostMs = Number.POSITIVE_INFINITY;
	isOver = true;
	send({ long: true, stop: true, ms: usedMs() - before });
}, WATCH_MS);

process.on('disconnect', () => process.exit());
process.on('message', async ({ task, bounds: given }: { task: Task; bounds: Bounds }) => {
	bounds = given;
	before = usedMs();
	const made = await make(task, given).catch((): Outcome => ({ width: 0, height: 0, problem: 'broken' }));
	mostMs = Number.POSITIVE_INFINITY;
	const ms = usedMs() - before;
	if (!isOver) send(made === 'long' ? { long: true, ms } : { made, ms });
});
send('ready');

async function make({ bytes, wanted, long }: Task, { ms, msPerMegapixel, quickMs, pixels }: Bounds) {
	const type = pictureTypeOf(bytes);
	if (!type) throw new Error('not a JPEG, PNG, WebP or GIF');
	mostMs = before + (long ? ms : quickMs);
	const open = (failOn: 'error' | 'warning' = 'error') =>
		sharp(bytes, { limitInputPixels: pixels, failOn, pages: 1 }).autoOrient();
	const structure = structureOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), type);
	const { width, height } = structure?.presentable ? structure : (await open().metadata()).autoOrient;
	if (structure && isTooSlow(structure)) return { width: 0, height: 0, problem: 'slow' } satisfies Outcome;
	const megapixels = (width * height) / 1e6;
	const writesAll = wanted.jpeg !== undefined && wanted.jpeg.longestSide === undefined;
	if (!long && stepsOf(structure ?? { width, height }, type, writesAll) > QUICK_STEPS) return 'long';
	mostMs = usedMs() + (long ? ms + msPerMegapixel * megapixels * (writesAll ? 2 : 1) : quickMs);
	const made: Outcome = { width, height, problem: null };
	if (wanted.examine)
		made.problem = isTiny(width, height)
			? 'tiny'
			: await examine(open, type === 'image/jpeg', Math.max(width, height));
	if (wanted.sketch) {
		const small = open().resize(SKETCH_SIDE, SKETCH_SIDE, { fit: 'fill' }).flatten();
		made.sketch = await small.toColourspace('b-w').extractChannel(0).raw().toBuffer();
	}
	if (wanted.thumbWidth) {
		const small = open().resize({ width: wanted.thumbWidth, withoutEnlargement: true });
		// The default effort takes 60 % more time, for files that are 2 % smaller.
		made.thumb = await small.webp({ quality: 78, effort: 2 }).toBuffer();
	}
	if (wanted.jpeg) {
		const { longestSide, quality, frames = [], outlines = [] } = wanted.jpeg;
		const whole = open();
		if (longestSide) whole.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
		whole.flatten({ background: '#ffffff' }).toColourspace('srgb');
		const drawn = frames.length + outlines.length > 0 ? await drawOn(whole, wanted.jpeg) : whole;
		made.jpeg = await drawn.jpeg({ quality }).toBuffer();
	}
	if (wanted.square) {
		const { side, background, part } = wanted.square;
		const picture = open();
		if (part) picture.extract(inPixels(part, width, height));
		made.square = await picture
			.resize(side, side, { fit: 'contain', background })
			.flatten({ background })
			.toColourspace('srgb')
			.raw()
			.toBuffer();
	}
	if (wanted.pixels) {
		const { longestSide } = wanted.pixels;
		const { data, info } = await open()
			.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
			.flatten({ background: '#ffffff' })
			.toColourspace('srgb')
			.raw()
			.toBuffer({ resolveWithObject: true });
		if (info.channels !== 3) throw new Error(`a picture of ${info.channels} channels`);
		made.pixels = { data, width: info.width, height: info.height };
	}
	return made;
}

/** A part in shares of the picture, in whole pixels. */
function inPixels({ left, top, right, bottom }: Rectangle, width: number, height: number) {
	const [x, y] = [Math.floor(left * width), Math.floor(top * height)];
	return {
		left: x,
		top: y,
		width: Math.min(width, Math.ceil(right * width)) - x,
		height: Math.min(height, Math.ceil(bottom * height)) - y,
	};
}

async function drawOn(picture: Sharp, wanted: NonNullable<Wanted['jpeg']>): Promise<Sharp> {
	const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
	const { width, height, channels } = info;
	if (channels !== 3) throw new Error(`a picture of ${channels} channels`);
	drawOutlines({ pixels: data, width, height }, wanted.outlines ?? [], wanted.covers ?? false);
	drawFrames(data, width, height, wanted.frames ?? []);
	return sharp(data, { raw: { width, height, channels } });
}

type Open = (failOn?: 'error' | 'warning') => Sharp;

/** A JPEG with a hole in its data opens with a warning and a grey area; some cameras cause other, harmless warnings. */
async function examine(open: Open, isJpeg: boolean, longestSide: number): Promise<Made['problem']> {
	const grey = longestSide <= 2 * MEASURED_SIDE ? greyOfSmall : greyOfLarge;
	const { data, width, height } = await grey(open(isJpeg ? 'warning' : 'error')).catch((error: unknown) => {
		if (isJpeg && /extraneous bytes/.test(String(error))) return grey(open('error'));
		throw error;
	});
	return findProblem(data, width, height);
}

async function greyOfLarge(picture: Sharp) {
	const { data, info } = await picture
		.resize(MEASURED_SIDE, MEASURED_SIDE, { fit: 'inside' })
		.flatten()
		.toColourspace('b-w')
		.extractChannel(0)
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { data, width: info.width, height: info.height };
}

/** libvips takes as long to scale a small picture down to grey as to decode it. */
async function greyOfSmall(picture: Sharp) {
	const { data, info } = await picture
		.flatten()
		.toColourspace('srgb')
		.raw()
		.toBuffer({ resolveWithObject: true });
	return toGrey(data, info, Math.max(info.width, info.height) > MEASURED_SIDE ? 2 : 1);
}
