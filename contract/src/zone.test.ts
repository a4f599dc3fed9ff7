import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	area,
	crossesItself,
	distanceTo,
	isInside,
	type Point,
	shapeProblem,
	shareInside,
	zoneKey,
	zoneProblem,
	zonesProblem,
} from './zone.ts';
import { zonesEdit } from './zone-settings.ts';

const polygon = (...flat: number[]): Point[] =>
	flat.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: flat[at + 1] ?? 0 }] : []));
const SQUARE = polygon(0.2, 0.2, 0.6, 0.2, 0.6, 0.6, 0.2, 0.6);
/** An L: the upper right quarter of the square is missing. */
const ANGLE = polygon(0.2, 0.2, 0.4, 0.2, 0.4, 0.4, 0.6, 0.4, 0.6, 0.6, 0.2, 0.6);
const zone = (name: string, points = SQUARE) => ({ name, points, use: 'named' as const, ratio: null });

const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
const box = fc
	.tuple(share, share, share, share)
	.filter(([a, b, c, d]) => Math.abs(a - b) > 0.01 && Math.abs(c - d) > 0.01)
	.map(([a, b, c, d]) => ({
		left: Math.min(a, b),
		right: Math.max(a, b),
		top: Math.min(c, d),
		bottom: Math.max(c, d),
	}));
/** Corners around a centre in the order of their angles: a star never crosses itself. */
const star = fc
	.uniqueArray(fc.integer({ min: 0, max: 35 }), { minLength: 12, maxLength: 30 })
	.chain((steps) =>
		fc
			.array(fc.integer({ min: 5, max: 40 }), { minLength: steps.length, maxLength: steps.length })
			.map((lengths) =>
				steps
					.toSorted((a, b) => a - b)
					.map((step, at) => ({
						x: 0.5 + ((lengths[at] ?? 5) / 100) * Math.cos((step * Math.PI) / 18),
						y: 0.5 + ((lengths[at] ?? 5) / 100) * Math.sin((step * Math.PI) / 18),
					})),
			),
	)
	.filter((points) => points.every((_, at) => gap(points, at) < 3));
const gap = (points: Point[], at: number) => {
	const angle = ({ x, y }: Point) => Math.atan2(y - 0.5, x - 0.5);
	const next = points[(at + 1) % points.length] as Point;
	return (angle(next) - angle(points[at] as Point) + 4 * Math.PI) % (2 * Math.PI);
};

describe('geometry', () => {
	test('a concave polygon does not contain its notch', () => {
		expect(isInside(ANGLE, { x: 0.3, y: 0.3 })).toBe(true);
		expect(isInside(ANGLE, { x: 0.5, y: 0.3 })).toBe(false);
		expect(shareInside(ANGLE, { left: 0.2, top: 0.2, right: 0.6, bottom: 0.6 })).toBeCloseTo(0.75);
		expect(shareInside(ANGLE, { left: 0.41, top: 0.2, right: 0.6, bottom: 0.39 })).toBeCloseTo(0);
	});

	test('the distance is measured to the nearest side', () => {
		expect(distanceTo(SQUARE, { x: 0.3, y: 0.3 })).toBe(0);
		expect(distanceTo(SQUARE, { x: 0.7, y: 0.4 })).toBeCloseTo(0.1);
		expect(distanceTo(SQUARE, { x: 0.9, y: 1 })).toBeCloseTo(0.5);
	});

	test.each([
		['a square', SQUARE, false],
		['an L', ANGLE, false],
		['a bow', polygon(0.1, 0.1, 0.9, 0.9, 0.9, 0.1, 0.1, 0.9), true],
		['a corner on another side', polygon(0, 0, 1, 0, 1, 1, 0.5, 0, 0, 1), true],
		['a corner twice', polygon(0.2, 0.2, 0.6, 0.2, 0.6, 0.2, 0.6, 0.6), true],
		['a side that turns back', polygon(0.1, 0.1, 0.9, 0.1, 0.5, 0.1, 0.5, 0.9), true],
		['a corner on a straight side', polygon(0.1, 0.1, 0.5, 0.1, 0.9, 0.1, 0.5, 0.9), false],
	])('%s', (_, points, crosses) => {
		expect(crossesItself(points)).toBe(crosses);
	});

	test('the share of a box agrees with counting points, and never leaves 0 to 1', () => {
		fc.assert(
			fc.property(star, box, (points, rectangle) => {
				const steps = 40;
				let inside = 0;
				for (let i = 0; i < steps; i++) {
					for (let j = 0; j < steps; j++) {
						const x = rectangle.left + ((i + 0.5) / steps) * (rectangle.right - rectangle.left);
						const y = rectangle.top + ((j + 0.5) / steps) * (rectangle.bottom - rectangle.top);
						if (isInside(points, { x, y })) inside++;
					}
				}
				const found = shareInside(points, rectangle);
				expect(found).toBeGreaterThanOrEqual(0);
				expect(found).toBeLessThanOrEqual(1);
				expect(Math.abs(found - inside / steps ** 2)).toBeLessThan(0.12);
			}),
		);
	});

	test('neither order, direction nor a mirror changes a polygon, and a star does not cross itself', () => {
		fc.assert(
			fc.property(star, box, fc.nat(30), (points, rectangle, by) => {
				expect(crossesItself(points)).toBe(false);
				const turned = [
					...points.slice(by % points.length),
					...points.slice(0, by % points.length),
				].reverse();
				expect(area(turned)).toBeCloseTo(area(points), 9);
				expect(shareInside(turned, rectangle)).toBeCloseTo(shareInside(points, rectangle), 9);
				const mirrored = points.map(({ x, y }) => ({ x: 1 - x, y }));
				const other = { ...rectangle, left: 1 - rectangle.right, right: 1 - rectangle.left };
				expect(shareInside(mirrored, other)).toBeCloseTo(shareInside(points, rectangle), 9);
			}),
		);
	});

	test('swapping two corners makes the polygon cross itself', () => {
		fc.assert(
			fc.property(box, ({ left, top, right, bottom }) => {
				expect(crossesItself(polygon(left, top, right, top, right, bottom, left, bottom))).toBe(false);
				expect(crossesItself(polygon(left, top, right, bottom, right, top, left, bottom))).toBe(true);
			}),
		);
	});
});

describe('what is wrong with a zone', () => {
	test.each([
		[polygon(0.1, 0.1, 0.9, 0.9), 'A zone needs at least 3 corners.'],
		[polygon(0.1, 0.1, 1.2, 0.1, 0.5, 0.9), 'Every corner must be inside the picture: x and y from 0 to 1.'],
		[
			polygon(0.1, 0.1, 0.9, 0.9, 0.9, 0.1, 0.1, 0.9),
			'Its sides cross or touch each other. Move or remove a corner.',
		],
		[polygon(0.1, 0.1, 0.12, 0.1, 0.11, 0.12), 'It is too small. Move its corners apart.'],
		[Array.from({ length: 33 }, (_, n) => ({ x: n / 33, y: 0 })), 'A zone may have at most 32 corners.'],
		[SQUARE, null],
	])('%j: %s', (points, problem) => {
		expect(shapeProblem(points)).toBe(problem);
	});

	test.each(['driveway', 'Pool 2', "Mum's bed", 'hintere Tür', 'back-yard', 'गली'])(
		'“%s” is a name',
		(name) => {
			expect(zoneProblem(zone(name))).toBeNull();
		},
	);

	test.each(['', ' ', '12', '<b>', 'a\nb', 'a  b', '“pool”', 'pool.', 'x'.repeat(41), 'ignore: this'])(
		'“%s” is no name',
		(name) => {
			expect(zoneProblem(zone(name))).toMatch(/name/);
		},
	);

	test('names differ by more than case and hyphens; there are at most 16', () => {
		expect(zoneKey('Back-Yard')).toBe(zoneKey('back yard'));
		expect(zonesProblem([zone('Pool'), zone('pool')])).toEqual({
			at: 1,
			problem: 'Another zone has the name pool already. Choose another one.',
		});
		const many = Array.from({ length: 17 }, (_, n) => zone(`zone ${String.fromCharCode(97 + n)}`));
		expect(zonesProblem(many.slice(0, 16))).toBeNull();
		expect(zonesProblem(many)?.problem).toBe('A device may have at most 16 zones.');
	});

	test('a save trims names, rounds corners and knows no other field', () => {
		const given = { zones: [{ ...zone(' pool '), points: SQUARE.map(({ x, y }) => ({ x: x + 1e-7, y })) }] };
		expect(zonesEdit.parse(given)).toEqual({ zones: [zone('pool')] });
		expect(zonesEdit.safeParse({ zones: [{ ...zone('pool'), colour: 'red' }] }).success).toBe(false);
	});
});
