import sharp from 'sharp';
import { expect, test } from 'vitest';
import { examinePicture } from './examine.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#000', noise } })
	.jpeg()
	.toBuffer();

test('a picture is examined once, and again only for a sketch', async () => {
	const plain = examinePicture('one.jpg', bytes);
	expect(examinePicture('one.jpg', bytes)).toBe(plain);
	expect(await plain).toMatchObject({ width: 64, height: 48, problem: null });
	const sketched = examinePicture('one.jpg', bytes, { sketch: true });
	expect((await sketched).sketch).toHaveLength(64 * 64);
	expect(examinePicture('one.jpg', bytes)).toBe(sketched);
	expect(examinePicture('two.jpg', bytes)).not.toBe(sketched);
});

test('what was found is kept of the newest pictures, not of all', async () => {
	const first = examinePicture('first.jpg', bytes);
	const later = Array.from({ length: 256 }, (_, n) => examinePicture(`later-${n}.jpg`, bytes));
	expect(examinePicture('later-0.jpg', bytes)).toBe(later[0]);
	expect(examinePicture('first.jpg', bytes)).not.toBe(first);
	await Promise.all([first, ...later]);
});

test('a picture that seemed broken is examined again', async () => {
	expect(await examinePicture('broken.jpg', bytes.subarray(0, 300))).toMatchObject({ problem: 'broken' });
	expect(await examinePicture('broken.jpg', bytes)).toMatchObject({ problem: null });
});

test('an examination for which there was no room is made when it is asked for again', async () => {
	const tooMuch = Buffer.alloc(129 * 1024 * 1024);
	await expect(examinePicture('large.jpg', tooMuch)).rejects.toThrow('too many pictures');
	expect(await examinePicture('large.jpg', bytes)).toMatchObject({ problem: null });
});
