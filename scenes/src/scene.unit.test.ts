import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawScene, type Scene } from './scene.ts';

const noon = new Date(2026, 4, 12, 13, 0, 7);
const midnight = new Date(2026, 4, 12, 23, 58, 7);
const draw = (change: Partial<Scene> = {}) =>
	drawScene({ place: 'driveway', at: noon, who: [], seed: 'test', ...change });

async function brightness(picture: Buffer): Promise<number> {
	const { channels } = await sharp(picture).stats();
	return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

test('the same seed and time make the same picture', async () => {
	const [one, two] = await Promise.all([draw({ who: ['person'] }), draw({ who: ['person'] })]);
	expect(one.equals(two)).toBe(true);
	expect(one.equals(await draw({ who: ['person'], seed: 'another' }))).toBe(false);
});

test('a picture is a JPEG of a size a camera sends', async () => {
	for (const place of ['driveway', 'garden', 'porch'] as const) {
		const picture = await draw({ place, who: ['person', 'dog', 'car'] });
		const { format, width, height } = await sharp(picture).metadata();
		expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1280, height: 960 });
		expect(picture.length).toBeGreaterThan(40_000);
		expect(picture.length).toBeLessThan(180_000);
	}
});

test('it is dark at night', async () => {
	expect(await brightness(await draw({ at: midnight }))).toBeLessThan(100);
	expect(await brightness(await draw({ at: noon }))).toBeGreaterThan(120);
});

test('snow lies on the ground', async () => {
	const [snow, rain] = [await draw({ weather: 'snow' }), await draw({ weather: 'rain' })];
	expect(await brightness(snow)).toBeGreaterThan((await brightness(rain)) + 20);
});

test('people and objects are visible in the picture', async () => {
	const size = { width: 1280, height: 960 };
	const pixels = async (who: Scene['who']) =>
		sharp(await draw({ who }))
			.raw()
			.toBuffer();
	const empty = await pixels([]);
	for (const someone of ['person', 'dog', 'car'] as const) {
		const there = await pixels([someone]);
		let changed = 0;
		for (let i = 0; i < there.length; i += 3) if (Math.abs((there[i] ?? 0) - (empty[i] ?? 0)) > 24) changed++;
		expect(changed / (size.width * size.height)).toBeGreaterThan(0.008);
	}
});
