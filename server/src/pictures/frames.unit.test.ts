import { expect, test } from 'vitest';
import { drawFrames } from './frames.ts';

/** A grey picture with frames on it, as the rows of what is not grey any more. */
function draw(...frames: Parameters<typeof drawFrames>[3]): string[] {
	const [width, height] = [40, 20];
	const pixels = new Uint8Array(width * height * 3).fill(128);
	drawFrames(pixels, width, height, frames);
	return Array.from({ length: height }, (_, y) =>
		Array.from({ length: width }, (_, x) => (pixels[(y * width + x) * 3] === 128 ? '.' : '#')).join(''),
	);
}

test('a counted box is drawn whole, a faint one in dashes, and what is inside stays visible', () => {
	const box = { left: 0.25, top: 0.2, right: 0.75, bottom: 0.8 };
	const solid = draw({ ...box, dashed: false });
	expect(solid[4]).toBe(`${'.'.repeat(9)}${'#'.repeat(22)}${'.'.repeat(9)}`);
	expect(solid[10]).toBe(`${'.'.repeat(9)}####${'.'.repeat(14)}####${'.'.repeat(9)}`);
	const dashed = draw({ ...box, dashed: true });
	expect(dashed[4]).toMatch(/#\.+#/);
	expect(dashed.join('').replaceAll('.', '').length).toBeLessThan(solid.join('').replaceAll('.', '').length);
});

test('a box at the edges, of no size or beyond the picture harms nothing', () => {
	const all = { left: 0, top: 0, right: 1, bottom: 1, dashed: false };
	expect(draw(all)[0]).toBe('#'.repeat(40));
	expect(draw({ ...all, right: 0, bottom: 0 }, { ...all, left: -3, right: 7 })).toHaveLength(20);
});
