import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openDecoder } from './decoder.ts';
import { showsNothingNew } from './same.ts';

const decoder = openDecoder();

const WIDTH = 1280;
const HEIGHT = 720;

/** A yard with a wall and a window, as a camera with some noise takes it. */
async function yard({
	light = 1,
	person = null as { x: number; height: number } | null,
	seed = 1,
	quality = 80,
} = {}) {
	const parts = [
		`<rect width="${WIDTH}" height="${HEIGHT}" fill="#7d8a6a"/><rect y="0" width="${WIDTH}" height="300" fill="#b9b2a3"/>`,
		'<rect x="200" y="80" width="160" height="140" fill="#3c4a55"/>',
		person
			? `<rect x="${person.x}" y="${500 - person.height}" width="${person.height / 3}" height="${person.height}" fill="#20304a"/>`
			: '',
	];
	const svg = Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${parts.join('')}</svg>`,
	);
	const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
	let state = seed;
	for (let index = 0; index < data.length; index++) {
		state = (state * 1103515245 + 12345) & 0x7fffffff;
		data[index] = Math.max(0, Math.min(255, (data[index] ?? 0) * light + (state % 17) - 8));
	}
	return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
		.jpeg({ quality })
		.toBuffer();
}

const sketch = async (picture: Buffer) =>
	(await decoder.read(picture, { sketch: true })).sketch ?? Buffer.alloc(0);

test.each([
	['noise and another compression', true, { seed: 9, quality: 60 }],
	['a cloud', true, { light: 0.92 }],
	['a person near by', false, { person: { x: 600, height: 300 } }],
	['a person at the far end', false, { person: { x: 900, height: 90 } }],
])('after an empty yard, %s: nothing new is %s', async (_, nothingNew, change) => {
	const empty = await sketch(await yard());
	expect(showsNothingNew(empty, await sketch(await yard(change)))).toBe(nothingNew);
});

test('a person who went on is something new', async () => {
	const [here, there] = [
		await yard({ person: { x: 500, height: 200 } }),
		await yard({ person: { x: 700, height: 200 } }),
	];
	expect(showsNothingNew(await sketch(here), await sketch(there))).toBe(false);
});
