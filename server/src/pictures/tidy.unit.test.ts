import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawing, jpeg, phoneJpeg } from '../testing/images.ts';
import { slowJpeg } from '../testing/slow-jpeg.ts';
import { pngChunk } from './png.ts';
import { tidyPicture } from './tidy.ts';

const blank = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#345' } });
const images: Record<string, Buffer> = {};
beforeAll(async () => {
	images.jpeg = await jpeg(64, 48);
	images.progressive = await blank().jpeg({ progressive: true }).toBuffer();
	images.png = await blank().png().toBuffer();
	images.webp = await blank().webp().toBuffer();
	images.lossless = await blank().webp({ lossless: true }).toBuffer();
	images.alpha = await blank().ensureAlpha(0.5).webp().toBuffer();
	images.drawn = await drawing(40, 30).jpeg().toBuffer();
});
const get = (name: string) => images[name] as Buffer;

describe('an image', () => {
	test.each(['jpeg', 'progressive', 'png', 'webp', 'lossless', 'alpha'])(
		'of kind %s is known by its structure',
		(kind) => {
			expect(tidyPicture(get(kind))).toMatchObject({ width: 64, height: 48, presentable: true });
		},
	);

	test('from a phone is taken, and must be turned before it is shown', async () => {
		expect(tidyPicture(await phoneJpeg())).toMatchObject({
			type: 'image/jpeg',
			width: 400,
			height: 200,
			presentable: false,
		});
	});

	test('keeps its colour profile', async () => {
		const profiled = await blank().withIccProfile('p3').jpeg().toBuffer();
		expect(await sharp(tidyPicture(profiled).bytes).metadata()).toMatchObject({ hasProfile: true });
	});

	test('that moves is not shown as it is, and keeps its first frame alone', async () => {
		const frames = await Promise.all(
			['#f00', '#0f0'].map((colour) => drawing(32, 32, colour).png().toBuffer()),
		);
		const moving = await sharp(frames, { join: { animated: true } })
			.webp({ lossless: true })
			.toBuffer();
		expect(await sharp(moving, { animated: true }).metadata()).toMatchObject({ pages: 2 });
		const { bytes, presentable } = tidyPicture(moving);
		expect(presentable).toBe(false);
		expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
		expect(await pixelsOf(bytes)).toEqual(await pixelsOf(moving));
	});
});

describe('refused with a reason:', () => {
	test.each([
		['nothing', Buffer.alloc(0), 'The image is empty.'],
		['text', Buffer.from('<script>alert(1)</script>'), 'This is not a JPEG, PNG or WebP image.'],
		[
			'a GIF',
			Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'),
			'This is not a JPEG, PNG or WebP image.',
		],
		['only a start', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'The image is cut off.'],
	])('%s', (_what, bytes, reason) => expect(() => tidyPicture(bytes)).toThrow(reason));

	test.each(['jpeg', 'progressive', 'png', 'webp', 'lossless', 'alpha'])('a %s cut off anywhere', (kind) => {
		const whole = get(kind);
		for (let length = 1; length < whole.length; length++) {
			expect(() => tidyPicture(whole.subarray(0, length))).toThrow();
		}
	});

	test('one that says it is of another kind', () => {
		expect(() => tidyPicture(get('png'), 'image/jpeg')).toThrow(
			'The image says it is image/jpeg, but it is image/png.',
		);
		expect(tidyPicture(get('jpeg'), 'image/jpg').type).toBe('image/jpeg');
		expect(tidyPicture(get('jpeg'), 'application/octet-stream').type).toBe('image/jpeg');
	});

	test('one in more passes than its pixels may have, and the same in fewer is taken', () => {
		const reason = 'progressive or interlaced, in more steps than 7000 x 7000 pixels may have';
		expect(() => tidyPicture(slowJpeg(7000, 297))).toThrow(reason);
		expect(tidyPicture(slowJpeg(7000, 16))).toMatchObject({ passes: 16 });
		expect(tidyPicture(slowJpeg(1000, 297))).toMatchObject({ passes: 297 });
		const interlaced = (side: number, isSo: number) => {
			const bytes = Buffer.from(get('png'));
			bytes.writeUInt32BE(side, 16);
			bytes.writeUInt32BE(side, 20);
			bytes[28] = isSo;
			return bytes;
		};
		expect(() => tidyPicture(interlaced(7000, 1))).toThrow(reason);
		for (const [side, isSo] of [
			[7000, 0],
			[2000, 1],
		] as const)
			expect(tidyPicture(interlaced(side, isSo))).toMatchObject({ width: side });
	});

	test('one with more than 50 megapixels, by its header alone', () => {
		const huge = Buffer.from(get('png'));
		huge.writeUInt32BE(10_000, 16);
		huge.writeUInt32BE(5_001, 20);
		expect(() => tidyPicture(huge)).toThrow('10000 x 5001 pixels; at most 50 megapixels');
		const none = Buffer.from(get('png'));
		none.writeUInt32BE(0, 16);
		expect(() => tidyPicture(none)).toThrow('no width or no height');
	});
});

test('bytes of any kind are inspected or refused, never anything else', () => {
	const kinds = ['jpeg', 'png', 'webp', 'lossless'].map((kind) => fc.constant(kind));
	fc.assert(
		fc.property(
			fc.oneof(...kinds),
			fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
			(kind, changes) => {
				const bytes = Buffer.from(get(kind));
				for (const [at, value] of changes) bytes[at % bytes.length] = value;
				try {
					expect(tidyPicture(bytes).width).toBeGreaterThan(0);
				} catch (error) {
					expect(error).toMatchObject({ code: 'invalid-image' });
				}
			},
		),
		{ numRuns: 2000 },
	);
});

/** No tool writes this by itself, so where it is found it survived. */
const SECRET = 'here-is-where-I-live';

const pixelsOf = (bytes: Buffer) => sharp(bytes).autoOrient().ensureAlpha().raw().toBuffer();

/** Something to hide, as each format holds it, and where it may stand. */
const secrets = fc.record({
	exif: fc.boolean(),
	orientation: fc.integer({ min: 1, max: 8 }),
	comment: fc.boolean(),
	late: fc.boolean(),
	behind: fc.constantFrom('nothing', 'text', 'zeros', 'a line break', 'another picture'),
	filler: fc.string({ maxLength: 40 }),
});
type Secrets = typeof secrets extends fc.Arbitrary<infer T> ? T : never;

describe('whatever else is in the file is removed, and the pixels stay', () => {
	const check = (kinds: string[], hide: (bytes: Buffer, what: Secrets) => Buffer) =>
		fc.assert(
			fc.asyncProperty(fc.constantFrom(...kinds), secrets, async (kind, what) => {
				const withExif = sharp(get(kind), { failOn: 'none' });
				if (what.exif) withExif.withExif({ IFD0: { Copyright: SECRET } });
				const format = kind === 'png' ? 'png' : kind === 'webp' || kind === 'lossless' ? 'webp' : 'jpeg';
				const options = { progressive: kind === 'progressive', lossless: true };
				const made = await withExif
					.withMetadata({ orientation: what.orientation })
					.toFormat(format, options)
					.toBuffer();
				const hidden = hide(made, what);
				const { bytes, presentable } = tidyPicture(hidden);
				expect(bytes.includes(SECRET)).toBe(false);
				expect(presentable).toBe(what.orientation === 1);
				expect(await pixelsOf(bytes)).toEqual(await pixelsOf(made));
				// What is tidy stays as it is.
				expect(tidyPicture(bytes).bytes.equals(bytes)).toBe(true);
			}),
			{ numRuns: 60 },
		);
	const behind = ({ behind, filler }: Secrets, picture: Buffer) =>
		({
			nothing: Buffer.alloc(0),
			text: Buffer.from(SECRET + filler),
			zeros: Buffer.alloc(100),
			'a line break': Buffer.from('\r\n'),
			'another picture': Buffer.concat([picture, Buffer.from(SECRET)]),
		})[behind];

	test('in a JPEG: segments before, between and after scans, and what follows the end marker', () => {
		const segment = (marker: number, text: string) => {
			const data = Buffer.from(text);
			return Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data]);
		};
		return check(['drawn', 'jpeg', 'progressive'], (bytes, what) => {
			const extra = Buffer.concat([
				...(what.comment ? [segment(0xfe, SECRET + what.filler)] : []),
				segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
				segment(0xed, `Photoshop 3.0\0${SECRET}`),
				segment(0xe0, `JFXX\0${SECRET}`),
			]);
			// Between two scans of a progressive picture there are only tables.
			const scan = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
			const at = what.late ? (bytes.lastIndexOf(Buffer.from([0xff, 0xc4]), scan) ?? 2) : 2;
			return Buffer.concat([bytes.subarray(0, at), extra, bytes.subarray(at), behind(what, bytes)]);
		});
	});

	test('in a PNG: texts, times and places before and after the pixels, and what follows the end', () => {
		const chunk = (name: string, text: string) => pngChunk(name, Buffer.from(text));
		return check(['png'], (bytes, what) => {
			const extra = Buffer.concat([
				...(what.comment ? [chunk('tEXt', `Comment\0${SECRET}`)] : []),
				chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${SECRET}`),
				chunk('prVt', SECRET),
			]);
			const end = bytes.length - 12;
			const at = what.late ? end : 33;
			return Buffer.concat([bytes.subarray(0, at), extra, bytes.subarray(at), behind(what, bytes)]);
		});
	});

	test('in a WebP: EXIF, XMP and unknown chunks, and what follows the end', () => {
		const chunk = (name: string, data: Buffer) => {
			const head = Buffer.alloc(8);
			head.write(name);
			head.writeUInt32LE(data.length, 4);
			return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
		};
		return check(['webp', 'lossless'], (bytes, what) => {
			const extra = Buffer.concat([
				chunk('XMP ', Buffer.from(SECRET)),
				...(what.comment ? [chunk('NOTE', Buffer.from(SECRET + what.filler))] : []),
			]);
			const whole = Buffer.concat([bytes, extra]);
			whole.writeUInt32LE(whole.length - 8, 4);
			return Buffer.concat([whole, behind(what, bytes)]);
		});
	});
});

test('a picture of countless small pieces is refused, whether they are needed or not', () => {
	const [png, jpeg] = [get('png'), get('jpeg')];
	const head = 33;
	for (const name of ['tEXt', 'IDAT']) {
		const pieces = Array<Buffer>(30_000).fill(pngChunk(name, Buffer.alloc(0)));
		const whole = Buffer.concat([png.subarray(0, head), ...pieces, png.subarray(head)]);
		expect(() => tidyPicture(whole)).toThrow('damaged');
	}
	for (const marker of [0xe1, 0xdb]) {
		const pieces = Array<Buffer>(30_000).fill(Buffer.from([0xff, marker, 0, 2]));
		const whole = Buffer.concat([jpeg.subarray(0, 2), ...pieces, jpeg.subarray(2)]);
		expect(() => tidyPicture(whole)).toThrow('damaged');
	}
});
