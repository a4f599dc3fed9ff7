/**
 * The process that decodes pictures of strangers. It gets one at a time, has no secrets in its environment, reads only four
 * formats, and ends itself if it needs too much memory. Its parent ends it if it takes too long.
 */
import type { Rectangle } from '@watchword/contract/zone';
import sharp, { type Sharp } from 'sharp';
import type { Answer, Bounds, Made, Task, Wanted } from './decoder.ts';
import { pictureTypeOf } from './format.ts';
import { drawFrames } from './frames.ts';
import { walkJpeg } from './jpeg.ts';
import { findProblem, isTiny, MEASURED_SIDE, toGrey } from './measure.ts';
import { drawOutlines } from './outlines.ts';
import { SKETCH_SIDE } from './same.ts';

// libvips detects SVG, TIFF, HEIF and more by content; each of these readers is an unnecessary attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
	operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

const bounds = JSON.parse(process.argv[2] ?? '') as Bounds;
const WATCH_MS = 50;
// Decoding runs in another thread of this process, so this timer fires meanwhile.
setInterval(() => {
	if (process.memoryUsage.rss() > bounds.bytes) process.kill(process.pid, 'SIGKILL');
}, WATCH_MS);

process.on('disconnect', () => process.exit());
process.on('message', async (task: Task) => {
	const answer: Answer = await make(task).catch((error: unknown) => ({ broken: String(error) }));
	process.send?.(answer);
});
process.send?.('ready' satisfies Answer);

async function make({ bytes, wanted }: Task): Promise<Omit<Made, 'ms'>> {
	const type = pictureTypeOf(bytes);
	if (!type) throw new Error('not a JPEG, PNG, WebP or GIF');
	const open = (failOn: 'error' | 'warning' = 'error') =>
		sharp(bytes, { limitInputPixels: bounds.pixels, failOn, pages: 1 })
			.timeout({ seconds: Math.ceil(bounds.ms / 1000) })
			.autoOrient();
	const { width, height } = uprightSize(bytes, type) ?? (await open().metadata()).autoOrient;
	const made: Omit<Made, 'ms'> = { width, height, problem: null };
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

/** The size of an upright JPEG, from its structure alone: opening it for that costs a tenth of decoding it. */
function uprightSize(bytes: Uint8Array, type: string) {
	if (type !== 'image/jpeg') return null;
	try {
		const { width, height, presentable } = walkJpeg(
			Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
		);
		return presentable ? { width, height } : null;
	} catch {
		return null;
	}
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
