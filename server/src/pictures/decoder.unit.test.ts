import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { workFor } from '../base/turns.ts';
import { drawing, jpeg, phoneJpeg } from '../testing/images.ts';
import { slowJpeg } from '../testing/slow-jpeg.ts';
import { waitFor } from '../testing/wait.ts';
import { openDecoder } from './decoder.ts';
import { pngChunk } from './png.ts';

const decoder = openDecoder();
const examine = async (bytes: Buffer) => (await decoder.read(bytes, { examine: true })).problem;
const plain = (background: string, width = 640, height = 480) =>
	sharp({ create: { width, height, channels: 3, background } });

describe('a picture that shows something', () => {
	test.each(['jpeg', 'png', 'webp', 'gif'] as const)('is opened as %s', async (format) => {
		expect(await examine(await drawing().toFormat(format).toBuffer())).toBe(null);
	});

	test.each([
		['by night, with one lit window', 640, '#040404', { width: 24, height: 30, background: '#b89a4a' }],
		['in fog', 640, '#b9bcbd', { width: 90, height: 200, background: '#9da0a1' }],
		['of 16 pixels', 16, '#204020', { width: 6, height: 8, background: '#d0d0d0' }],
	])('%s is something to judge', async (_what, side, ground, { width, height, background }) => {
		const input = { create: { width, height, channels: 3, background } } as const;
		const picture = plain(ground, side, side).composite([{ input }]);
		expect(await examine(await picture.jpeg().toBuffer())).toBe(null);
	});

	test('is made upright, small, a JPEG and raw', async () => {
		const made = await decoder.read(await phoneJpeg(), {
			thumbWidth: 100,
			jpeg: { quality: 85, longestSide: 200 },
			square: { side: 64, background: '#808080' },
		});
		expect(made).toMatchObject({ width: 200, height: 400, problem: null });
		expect(await sharp(made.thumb).metadata()).toMatchObject({ format: 'webp', width: 100, height: 200 });
		expect(await sharp(made.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 200 });
		expect(made.square).toMatchObject({ width: 200, height: 400 });
		expect(made.square?.data).toHaveLength(64 * 64 * 3);
	});

	test.each([
		['a large JPEG', () => drawing(1920, 1080).jpeg()],
		['a small one', () => drawing(500, 375).jpeg()],
		['a transparent PNG', () => drawing(640, 480).ensureAlpha(0.5).png()],
	])('gives the same versions together as alone: %s', async (_what, draw) => {
		const bytes = await draw().toBuffer();
		const square = { side: 416, background: '#808080' };
		const parts = { ...square, of: [{ left: 0.3, top: 0.2, right: 0.8, bottom: 0.9 }] };
		const all = { examine: true, sketch: true, square, parts } as const;
		const together = await decoder.read(bytes, all);
		const alone = await Promise.all([
			decoder.read(bytes, { sketch: true }).then(({ sketch }) => sketch),
			decoder.read(bytes, { square }).then((made) => made.square?.data),
			decoder.read(bytes, { parts }).then((made) => made.parts?.[0]),
		]);
		expect(together.problem).toBeNull();
		for (const [at, one] of [together.sketch, together.square?.data, together.parts?.[0]].entries())
			expect(meanDifference(one, alone[at])).toBeLessThan(2);
	});

	test('with harmless bytes between its data and its end is not broken', async () => {
		const whole = await jpeg();
		const noisy = Buffer.concat([whole.subarray(0, -2), Buffer.from('\0\0noise'), whole.subarray(-2)]);
		expect(await examine(noisy)).toBe(null);
		expect((await decoder.read(noisy, { examine: true, sketch: true })).problem).toBe(null);
	});
});

describe('a picture that shows nothing is known:', () => {
	const noise = (mean: number, sigma: number) =>
		sharp({
			create: {
				width: 640,
				height: 480,
				channels: 3,
				background: '#000',
				noise: { type: 'gaussian', mean, sigma },
			},
		});
	test.each([
		['black', () => plain('#000'), 'dark'],
		['the noise of a sensor in the dark', () => noise(6, 6), 'dark'],
		['white', () => plain('#fff'), 'blurred'],
		['a hand on the lens', () => noise(110, 8), 'blurred'],
		['out of focus', async () => sharp(await drawing(640, 480).png().toBuffer()).blur(40), 'blurred'],
		['one pixel', () => plain('#345', 1, 1), 'tiny'],
		['a line', () => drawing(640, 3), 'tiny'],
	])('%s', async (_what, draw, problem) => {
		const drawn = await draw();
		expect(await examine(await drawn.jpeg().toBuffer())).toBe(problem);
	});
});

describe('a picture that cannot be decoded is broken:', () => {
	const svg = Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>',
	);
	test.each([
		['text', async () => Buffer.from('hello')],
		['an SVG', async () => svg],
		['a TIFF', async () => drawing().tiff().toBuffer()],
		['a HEIF', async () => drawing(64, 64).avif({ effort: 0 }).toBuffer()],
		['a JPEG that is cut off', async () => (await jpeg()).subarray(0, 700)],
		[
			'a JPEG with a hole',
			async () => Buffer.concat([(await jpeg(640, 480)).subarray(0, 1200), Buffer.from([0xff, 0xd9])]),
		],
		[
			'a PNG whose pixels are not there',
			async () => {
				const png = await drawing().png().toBuffer();
				return png.fill(0x55, png.indexOf('IDAT') + 4, png.length - 16);
			},
		],
		['a PNG of 51 megapixels', async () => png(10_000, 5_100)],
	])('%s', async (_what, make) => {
		const bytes = await make();
		expect(await examine(bytes)).toBe('broken');
		expect(await decoder.read(bytes, { examine: true, sketch: true })).toMatchObject({ problem: 'broken' });
	});
});

describe('the process', () => {
	test('is ended when one picture takes too long, and the next is decoded', async () => {
		const hasty = openDecoder({ ms: 150, msPerMegapixel: 0 });
		const small = await jpeg();
		const next = () => hasty.read(small, { examine: true });
		const [slow] = await Promise.all([hasty.read(png(7_000, 7_000), { jpeg: { quality: 90 } }), next()]);
		expect(slow.problem).toBe('slow');
		// On a busy machine even a small picture may take too long, and is then decoded at another attempt.
		await waitFor('the next picture', async () => (await next()).problem === null);
	});

	test('ends itself when a picture takes too much memory', async () => {
		const modest = openDecoder({ bytes: 1 });
		expect(await modest.read(png(7_000, 7_000), { jpeg: { quality: 90 } })).toMatchObject({
			problem: 'broken',
		});
	});

	test('gets no picture that nobody waits for any more', async () => {
		const stop = new AbortController();
		const picture = await jpeg();
		const first = decoder.read(picture, { examine: true });
		const second = decoder.read(picture, { examine: true }, stop.signal);
		stop.abort(new Error('gone'));
		await expect(second).rejects.toThrow('gone');
		expect(await first).toMatchObject({ problem: null });
	});

	test('does not gather pictures without end', async () => {
		const large = Buffer.alloc(30 * 1024 * 1024);
		const busy = openDecoder();
		const many = [1, 2, 3, 4].map(() => busy.read(large, { examine: true }));
		const outcomes = await Promise.allSettled(many);
		expect(outcomes.map(({ status }) => status)).toEqual([
			...['fulfilled', 'rejected', 'rejected', 'rejected'],
		]);
	});

	test('has room for an account whatever another one sends', async () => {
		const large = Buffer.alloc(30 * 1024 * 1024);
		const busy = openDecoder();
		const many = [1, 2].map(() => workFor({ owner: 'a' }, () => busy.read(large, { examine: true })));
		const other = workFor({ owner: 'b' }, () => busy.read(large, { examine: true }));
		expect((await Promise.allSettled([...many, other])).map(({ status }) => status)).toEqual([
			...['fulfilled', 'rejected', 'fulfilled'],
		]);
	});
});

describe('a picture that is slow to decode', () => {
	/** So that nothing but the structure is a reason. */
	const patient = openDecoder({ ms: 60_000, wallMs: 60_000 });

	test('is known by its structure', async () => {
		expect(await patient.read(slowJpeg(7000, 297), { examine: true })).toMatchObject({ problem: 'slow' });
	});

	test('is begun again as a long one, and gives all its versions', async () => {
		const eager = openDecoder({ quickMs: 0 });
		const made = await eager.read(await drawing(1200, 900).jpeg({ progressive: true }).toBuffer(), {
			examine: true,
			thumbWidth: 100,
		});
		expect(made).toMatchObject({ width: 1200, height: 900, problem: null });
		expect(await sharp(made.thumb).metadata()).toMatchObject({ width: 100 });
	});

	test('makes nobody else wait: pictures of another account come before its next one', async () => {
		const order: string[] = [];
		const read = (owner: string, bytes: Buffer) =>
			workFor({ owner }, () => patient.read(bytes, { examine: true })).then(() => order.push(owner));
		const slow = slowJpeg(3000, 20);
		const all = Array.from({ length: 5 }, () => read('slow', slow));
		const small = await jpeg();
		for (let n = 0; n < 5; n++) await read('other', small);
		await Promise.all(all);
		// The first slow ones may be through before the process of the others has started.
		expect(order.slice(-2)).toEqual(['slow', 'slow']);
	});

	test('is within the limits if it is an ordinary progressive photograph of 50 megapixels', async () => {
		const create = { width: 8160, height: 6120, channels: 3 as const, background: '#345' };
		const photograph = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
		const made = await decoder.read(photograph, { examine: true, jpeg: { quality: 90 } });
		expect(made).toMatchObject({ width: 8160, height: 6120, problem: 'blurred' });
		expect(made.jpeg?.length).toBeGreaterThan(0);
	});
});

/** Of 255, for each pixel. */
function meanDifference(one: Uint8Array = new Uint8Array(1), other: Uint8Array = new Uint8Array()): number {
	expect(one).toHaveLength(other.length);
	return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

/** A grey PNG that is small on the way in and large once it is unfolded. */
function png(width: number, height: number): Buffer {
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head[8] = 8;
	const parts = [
		['IHDR', head],
		['IDAT', deflateSync(Buffer.alloc((width + 1) * height))],
		['IEND', Buffer.alloc(0)],
	] as const;
	return Buffer.concat([
		Buffer.from('89504e470d0a1a0a', 'hex'),
		...parts.map(([name, data]) => pngChunk(name, data)),
	]);
}
