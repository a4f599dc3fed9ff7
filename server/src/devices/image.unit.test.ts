import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { jpeg, phoneJpeg } from '../testing/images.ts';
import { inspectImage } from './image.ts';

const blank = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#345' } });
const images: Record<string, Buffer> = {};
beforeAll(async () => {
	images.jpeg = await jpeg(64, 48);
	images.progressive = await blank().jpeg({ progressive: true }).toBuffer();
	images.png = await blank().png().toBuffer();
	images.webp = await blank().webp().toBuffer();
	images.lossless = await blank().webp({ lossless: true }).toBuffer();
	images.alpha = await blank().ensureAlpha(0.5).webp().toBuffer();
});
const get = (name: string) => images[name] as Buffer;

describe('an image', () => {
	test.each(['jpeg', 'progressive', 'png', 'webp', 'lossless', 'alpha'])(
		'of kind %s is known by its structure',
		(kind) => {
			expect(inspectImage(get(kind))).toMatchObject({ width: 64, height: 48, clean: true });
		},
	);

	test('from a phone is taken, and known to carry more than its pixels', async () => {
		expect(inspectImage(await phoneJpeg())).toMatchObject({
			type: 'image/jpeg',
			width: 400,
			height: 200,
			clean: false,
		});
	});

	test('with a text or place in a PNG or WebP is not clean', async () => {
		const exif = { IFD0: { Copyright: 'someone' } };
		expect(inspectImage(await blank().withExif(exif).png().toBuffer()).clean).toBe(false);
		expect(inspectImage(await blank().withExif(exif).webp().toBuffer()).clean).toBe(false);
	});

	test('keeps its colour profile without being unclean', async () => {
		const profiled = await blank().withIccProfile('p3').jpeg().toBuffer();
		expect(inspectImage(profiled).clean).toBe(true);
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
	])('%s', (_what, bytes, reason) => expect(() => inspectImage(bytes)).toThrow(reason));

	test.each(['jpeg', 'progressive', 'png', 'webp', 'lossless', 'alpha'])('a %s cut off anywhere', (kind) => {
		const whole = get(kind);
		for (let length = 1; length < whole.length; length++) {
			expect(() => inspectImage(whole.subarray(0, length))).toThrow();
		}
	});

	test('one that says it is of another kind', () => {
		expect(() => inspectImage(get('png'), 'image/jpeg')).toThrow(
			'The image says it is image/jpeg, but it is image/png.',
		);
		expect(inspectImage(get('jpeg'), 'image/jpg').type).toBe('image/jpeg');
		expect(inspectImage(get('jpeg'), 'application/octet-stream').type).toBe('image/jpeg');
	});

	test('one with more than 50 megapixels, by its header alone', () => {
		const huge = Buffer.from(get('png'));
		huge.writeUInt32BE(10_000, 16);
		huge.writeUInt32BE(5_001, 20);
		expect(() => inspectImage(huge)).toThrow('10000 x 5001 pixels; at most 50 megapixels');
		const none = Buffer.from(get('png'));
		none.writeUInt32BE(0, 16);
		expect(() => inspectImage(none)).toThrow('no width or no height');
	});

	test('a picture with something else behind it is never passed on as it is', () => {
		const archive = Buffer.from('PK\u0003\u0004 an archive');
		expect(() => inspectImage(Buffer.concat([get('jpeg'), archive]))).toThrow('The image is cut off.');
		expect(inspectImage(Buffer.concat([get('png'), archive])).clean).toBe(false);
		expect(inspectImage(Buffer.concat([get('webp'), archive])).clean).toBe(false);
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
					expect(inspectImage(bytes).width).toBeGreaterThan(0);
				} catch (error) {
					expect(error).toMatchObject({ code: 'invalid-image' });
				}
			},
		),
		{ numRuns: 2000 },
	);
});
