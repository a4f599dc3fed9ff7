import type { PictureBox } from '@watchword/contract/boxes';
import { expect, test } from 'vitest';
import { LABEL_HEIGHT, placeLabels } from './box-labels.ts';

const SIZE = { width: 350, height: 260 };
const box = (left: number, top: number, fields: Partial<PictureBox> = {}): PictureBox => ({
	...{ picture: 0, name: 'person', score: 0.8, counted: true },
	...{ left, top, right: left + 0.2, bottom: top + 0.4 },
	...fields,
});

test('a name is above its box, and inside it at the upper edge of the picture', () => {
	const [above, inside] = placeLabels([box(0.1, 0.5), box(0.6, 0)], SIZE);
	expect(above).toMatchObject({ text: 'person', left: 35, top: 130 - LABEL_HEIGHT });
	expect(inside).toMatchObject({ text: 'person', top: 0 });
});

test('a faint one is asked, and gives way to what was counted', () => {
	const labels = placeLabels([box(0.1, 0.5, { counted: false }), box(0.1, 0.5)], SIZE);
	expect(labels.map(({ text }) => text)).toEqual(['person', 'person?']);
	expect(labels[0]?.top).toBe(130 - LABEL_HEIGHT);
});

test('boxes in one place share a name that says how many there are', () => {
	const crowd = Array.from({ length: 12 }, () => box(0.1, 0.5));
	const labels = placeLabels(crowd, { width: 100, height: 80 });
	const counted = labels.map(({ text }) => Number(/^(\d+) ×/.exec(text)?.[1] ?? 1));
	expect(counted.reduce((sum, one) => sum + one, 0)).toBe(12);
	expect(labels.length).toBeLessThan(12);
});

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('no name covers another one or hangs out of the picture (%i)', (seed) => {
	const next = numbers(seed);
	const width = 120 + next() * 1000;
	const boxes = Array.from({ length: 30 }, () => box(next() * 0.8, next() * 0.6, { counted: next() > 0.5 }));
	const labels = placeLabels(boxes, { width, height: width * 0.75 });
	for (const [index, one] of labels.entries()) {
		expect(one.left).toBeGreaterThanOrEqual(0);
		expect(one.left + one.width).toBeLessThanOrEqual(width + 1e-6);
		for (const other of labels.slice(index + 1)) {
			const apart =
				one.left >= other.left + other.width ||
				other.left >= one.left + one.width ||
				one.top >= other.top + LABEL_HEIGHT ||
				other.top >= one.top + LABEL_HEIGHT;
			expect(apart).toBe(true);
		}
	}
});
