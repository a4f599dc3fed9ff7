/**
 * The process that decodes pictures of strangers. It gets one at a time, has no secrets in its environment, reads only four
 * formats, and ends itself if it needs too much memory. Its parent ends it if it takes too long.
 */
import type { Rectangle } from '@watchword/contract/zone';
import sharp, { type Sharp } from 'sharp';
import { giveBack, giveWay } from '../base/processes.ts';
import type { Square } from '../ports/model.ts';
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
giveWay();

/** Larger pictures are decoded for each version anew, which needs little memory. */
const MAX_DECODED = 16e6;
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

/** The bytes and pixels of the current task. */
const held: Uint8Array[] = [];

/** Raw pixels, until the task has ended. */
async function pixelsOf(picture: Sharp) {
	const made = await picture.raw().toBuffer({ resolveWithObject: true });
	held.push(made.data);
	return made;
}

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
	held.push(task.bytes);
	const made = await make(task, given).catch((): Outcome => ({ width: 0, height: 0, problem: 'broken' }));
	mostMs = Number.POSITIVE_INFINITY;
	const ms = usedMs() - before;
	if (!isOver) send(made === 'long' ? { long: true, ms } : { made, ms });
	held.splice(0).forEach(giveBack);
});
send('ready');

async function make({ bytes, wanted, long }: Task, { ms, msPerMegapixel, quickMs, pixels }: Bounds) {
	const type = pictureTypeOf(bytes);
	if (!type) throw new Error('not a JPEG, PNG, WebP or GIF');
	mostMs = before + (long ? ms : quickMs);
	let open: Open = (failOn = 'error') =>
		sharp(bytes, { limitInputPixels: pixels, failOn, pages: 1 }).autoOrient();
	const structure = structureOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), type);
	const { width, height } = structure?.presentable ? structure : (await open().metadata()).autoOrient;
	if (structure && isTooSlow(structure)) return { width: 0, height: 0, problem: 'slow' } satisfies Outcome;
	const megapixels = (width * height) / 1e6;
	const writesAll = wanted.jpeg !== undefined && wanted.jpeg.longestSide === undefined;
	if (!long && stepsOf(structure ?? { width, height }, type, writesAll) > QUICK_STEPS) return 'long';
	mostMs = usedMs() + (long ? ms + msPerMegapixel * megapixels * (writesAll ? 2 : 1) : quickMs);
	const made: Outcome = { width, height, problem: null };
	const isJpeg = type === 'image/jpeg';
	const shrink = isJpeg ? jpegShrink(wanted, width, height) : 1;
	if ((Object.keys(wanted).length > 1 || wanted.parts) && (width * height) / shrink ** 2 <= MAX_DECODED)
		open = await decodedOnce(open, isJpeg && wanted.examine === true, {
			width: Math.max(1, Math.floor(width / shrink)),
			height: Math.max(1, Math.floor(height / shrink)),
		});
	if (wanted.examine)
		made.problem = isTiny(width, height) ? 'tiny' : await examine(open, isJpeg, Math.max(width, height));
	if (wanted.sketch) {
		const small = open().resize(SKETCH_SIDE, SKETCH_SIDE, { fit: 'fill' }).flatten();
		made.sketch = (await pixelsOf(small.toColourspace('b-w').extractChannel(0))).data;
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
		made.square = { data: await squared(open(), wanted.square), width, height };
	}
	if (wanted.parts) {
		const { of, ...square } = wanted.parts;
		made.parts = [];
		for (const part of of)
			made.parts.push(await squared(open().extract(inPixels(part, width, height)), square));
	}
	if (wanted.pixels) {
		const { longestSide } = wanted.pixels;
		const whole = open().resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true });
		const { data, info } = await pixelsOf(whole.flatten({ background: '#ffffff' }).toColourspace('srgb'));
		if (info.channels !== 3) throw new Error(`a picture of ${info.channels} channels`);
		made.pixels = { data, width: info.width, height: info.height };
	}
	return made;
}

/** How much smaller a JPEG can be decoded and still be large enough for each of the versions. */
function jpegShrink(wanted: Wanted, width: number, height: number): number {
	const longest = Math.max(width, height);
	const { examine, sketch, thumbWidth, jpeg, square, parts, pixels } = wanted;
	const most = Math.min(
		examine ? longest / MEASURED_SIDE : 8,
		sketch ? Math.min(width, height) / SKETCH_SIDE : 8,
		thumbWidth ? width / thumbWidth : 8,
		jpeg ? longest / (jpeg.longestSide ?? longest) : 8,
		square ? longest / square.side : 8,
		pixels ? longest / pixels.longestSide : 8,
		parts ? 1 : 8,
	);
	return [8, 4, 2].find((shrink) => shrink <= most) ?? 1;
}

/** Opens a picture from its pixels, so that several versions need one decoding. */
async function decodedOnce(open: Open, isStrict: boolean, size: { width: number; height: number }) {
	const decode = (failOn: FailOn) =>
		pixelsOf(
			open(failOn)
				.resize({ ...size, fit: 'fill' })
				.toColourspace('srgb'),
		);
	const { data, info } = await (isStrict ? withoutHoles(decode) : decode('error'));
	return () => sharp(data, { raw: info });
}

async function squared(picture: Sharp, { side, background }: Square): Promise<Buffer> {
	const square = picture.resize(side, side, { fit: 'contain', background }).flatten({ background });
	return (await pixelsOf(square.toColourspace('srgb'))).data;
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
	const { data, info } = await pixelsOf(picture);
	const { width, height, channels } = info;
	if (channels !== 3) throw new Error(`a picture of ${channels} channels`);
	drawOutlines({ pixels: data, width, height }, wanted.outlines ?? [], wanted.covers ?? false);
	drawFrames(data, width, height, wanted.frames ?? []);
	return sharp(data, { raw: { width, height, channels } });
}

type FailOn = 'error' | 'warning';
type Open = (failOn?: FailOn) => Sharp;

/** A JPEG with a hole in its data opens with a warning and a grey area; some cameras cause other, harmless warnings. */
const withoutHoles = <T>(decode: (failOn: FailOn) => Promise<T>) =>
	decode('warning').catch((error: unknown) => {
		if (/extraneous bytes/.test(String(error))) return decode('error');
		throw error;
	});

async function examine(open: Open, isJpeg: boolean, longestSide: number): Promise<Made['problem']> {
	const grey = longestSide <= 2 * MEASURED_SIDE ? greyOfSmall : greyOfLarge;
	const decode = (failOn: FailOn) => grey(open(failOn));
	const { data, width, height } = await (isJpeg ? withoutHoles(decode) : decode('error'));
	return findProblem(data, width, height);
}

async function greyOfLarge(picture: Sharp) {
	const small = picture.resize(MEASURED_SIDE, MEASURED_SIDE, { fit: 'inside' }).flatten();
	const { data, info } = await pixelsOf(small.toColourspace('b-w').extractChannel(0));
	return { data, width: info.width, height: info.height };
}

/** libvips takes as long to scale a small picture down to grey as to decode it. */
async function greyOfSmall(picture: Sharp) {
	const { data, info } = await pixelsOf(picture.flatten().toColourspace('srgb'));
	return toGrey(data, info, Math.max(info.width, info.height) > MEASURED_SIDE ? 2 : 1);
}
