import { TOUR } from '@watchword/contract/constants';
import { expect, test } from 'vitest';
import { inView, placeFor, scrollFor, sideFor } from './geometry.ts';

const view = { x: 0, y: 0, width: 1000, height: 800 };
const box = (x: number, y: number, width = 100, height = 100) => ({ x, y, width, height });

test("'some' needs any part to be visible, 'all' the whole", () => {
	expect(inView(box(-50, 0), view, 'some')).toBe(true);
	expect(inView(box(-50, 0), view, 'all')).toBe(false);
	expect(inView(box(900, 700), view, 'all')).toBe(true);
	expect(inView(box(0, 800), view, 'some')).toBe(false);
});

test('the card keeps its side while there is room, then changes to the opposite side, then to the widest', () => {
	expect(sideFor('right', box(1000 - 100 - TOUR.flipThreshold, 0), view)).toBe('right');
	expect(sideFor('right', box(1000 - 100 - TOUR.flipThreshold + 1, 0), view)).toBe('left');
	expect(sideFor('top', box(450, 100), view)).toBe('bottom');
	expect(sideFor('right', box(8, 64, 240, 44), { ...view, width: 390 })).toBe('bottom');
});

test('the card is beside its target, within the window, and in the middle without one', () => {
	const size = { width: 300, height: 200 };
	expect(placeFor(size, box(450, 100), 'bottom', view)).toEqual({ x: 350, y: 200 + TOUR.cardGap });
	expect(placeFor(size, box(450, 500), 'top', view)).toEqual({ x: 350, y: 300 - TOUR.cardGap });
	expect(placeFor(size, box(0, 100), 'bottom', view)).toEqual({ x: 12, y: 200 + TOUR.cardGap });
	expect(placeFor(size, box(0, 700), 'right', view)).toEqual({ x: 100 + TOUR.cardGap, y: 588 });
	expect(placeFor(size, null, 'bottom', view)).toEqual({ x: 350, y: 300 });
});

test('a visible target is not scrolled; a hidden one is moved to the middle, a tall one to the top', () => {
	expect(scrollFor(box(0, TOUR.scrollMargin), view)).toBe(0);
	expect(scrollFor(box(0, TOUR.scrollMargin - 1), view)).not.toBe(0);
	expect(scrollFor(box(0, 1000), view)).toBe(650);
	expect(scrollFor(box(0, 1000, 100, 600), view)).toBe(1000 - TOUR.scrollMargin);
});
