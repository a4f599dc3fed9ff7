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

test('the same decoding makes the form a model looks at, which is kept of the newest pictures only', async () => {
	const square = { side: 32, background: '#808080' };
	const examine = (name: string) => examinePicture(name, bytes, { square });
	const first = await examine('squared.jpg');
	expect(first.square?.data).toHaveLength(32 * 32 * 3);
	for (let n = 0; n < 16; n++) await examine(`squared-${n}.jpg`);
	expect(await examine('squared.jpg')).toMatchObject({ problem: null });
	expect(await examine('squared.jpg')).not.toHaveProperty('square');
	expect(await examine('squared-15.jpg')).toHaveProperty('square');
});

test('pictures that wait long for their examination keep their form until a run can take it', async () => {
	const square = { side: 32, background: '#808080' };
	const waiting = Array.from({ length: 16 }, (_, n) => examinePicture(`waited-${n}.jpg`, bytes, { square }));
	for (const made of waiting) expect(await made).toHaveProperty('square');
});

test('an examination for which there was no room is made when it is asked for again', async () => {
	const tooMuch = Buffer.alloc(129 * 1024 * 1024);
	await expect(examinePicture('large.jpg', tooMuch)).rejects.toThrow('too many pictures');
	expect(await examinePicture('large.jpg', bytes)).toMatchObject({ problem: null });
});
