import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ChangeDetector } from './change.ts';

/** A grey scene with a person-sized dark figure in it, or without. */
function scene(at: number | null, brightness = 120): Promise<Buffer> {
	const background = { r: brightness, g: brightness, b: brightness };
	const figure = { create: { width: 90, height: 260, channels: 3, background: '#202020' } } as const;
	return sharp({ create: { width: 1280, height: 720, channels: 3, background } })
		.composite(at === null ? [] : [{ input: figure, left: at, top: 300 }])
		.jpeg()
		.toBuffer();
}

async function changes(pictures: Promise<Buffer>[]): Promise<boolean[]> {
	const detector = new ChangeDetector();
	const found: boolean[] = [];
	for (const picture of pictures) found.push(await detector.isChanged(await picture));
	return found;
}

test('a person who arrives, moves on or leaves is a change each time; one who stays is a single change', async () => {
	expect(await changes([scene(null), scene(200), scene(700), scene(700), scene(null)])).toEqual([
		false,
		true,
		true,
		false,
		true,
	]);
});

test('a quiet scene and a cloud are no change', async () => {
	expect(await changes([scene(200), scene(200), scene(null, 120).then(() => scene(200))])).toEqual([
		false,
		false,
		false,
	]);
	expect(await changes([scene(null, 120), scene(null, 90), scene(null, 140)])).toEqual([false, false, false]);
});
