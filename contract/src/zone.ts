/** Zones: named parts of what a camera sees. The geometry is here, without schemas, so that the portal can use it too. */
import { normalised } from './normalised.ts';

export const ZONE_USES = ['named', 'only', 'never'] as const;
export type ZoneUse = (typeof ZONE_USES)[number];

/** A place in a picture, as shares of its width and height from the upper left corner. */
export interface Point {
	x: number;
	y: number;
}

export interface Zone {
	name: string;
	/** The corners of a polygon; the last one is joined to the first. */
	points: Point[];
	/** `only`: nothing outside counts. `never`: nothing inside counts. */
	use: ZoneUse;
	/** Width divided by height of the picture it was drawn on; null if that is not known. */
	ratio: number | null;
}

export interface Rectangle {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export const ZONES_MAX = 16;
export const ZONE_POINTS_MAX = 32;
export const ZONE_NAME_MAX = 40;
/** A thousandth of the picture: about 30 by 20 pixels of a small one. Nothing smaller can be recognised. */
export const ZONE_LEAST_AREA = 0.001;

/** Letters and digits, with single spaces, hyphens and apostrophes between them. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[ '’-][\p{L}\p{M}\p{N}]+)*$/u;

/** Two names that read the same are the same: case and hyphens make no difference. */
export const zoneKey = (name: string) =>
	normalised(name, 'NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
		.trim();

/** What is wrong with a zone, in words that say what to change; null if nothing is. */
export function zoneProblem({ name, points }: Pick<Zone, 'name' | 'points'>): string | null {
	if (name.length > ZONE_NAME_MAX) return `The name may have at most ${ZONE_NAME_MAX} characters.`;
	if (!NAME.test(name) || !/\p{L}/u.test(name))
		return 'Give it a name of letters, digits and single spaces, such as driveway.';
	return shapeProblem(points);
}

/** What is wrong with the shape of a zone. */
export function shapeProblem(points: readonly Point[]): string | null {
	if (points.length < 3) return 'A zone needs at least 3 corners.';
	if (points.length > ZONE_POINTS_MAX) return `A zone may have at most ${ZONE_POINTS_MAX} corners.`;
	if (!points.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1))
		return 'Every corner must be inside the picture: x and y from 0 to 1.';
	if (crossesItself(points)) return 'Its sides cross or touch each other. Move or remove a corner.';
	if (area(points) < ZONE_LEAST_AREA) return 'It is too small. Move its corners apart.';
	return null;
}

/** What is wrong with the zones of one device, and which of them it is about. */
export function zonesProblem(
	zones: readonly Pick<Zone, 'name' | 'points'>[],
): { at: number | null; problem: string } | null {
	if (zones.length > ZONES_MAX) return { at: null, problem: `A device may have at most ${ZONES_MAX} zones.` };
	const keys = new Set<string>();
	for (const [at, zone] of zones.entries()) {
		const problem = zoneProblem(zone);
		if (problem) return { at, problem };
		const key = zoneKey(zone.name);
		if (keys.has(key))
			return { at, problem: `Another zone has the name ${zone.name} already. Choose another one.` };
		keys.add(key);
	}
	return null;
}

/** A picture whose shape differs by a tenth was turned or cropped: its fractions mean other places. */
const OTHER_SHAPE = Math.log(1.1);

/** Whether a zone was drawn on a picture of this shape; an unknown shape counts as the same. */
export const fitsShape = (zone: Pick<Zone, 'ratio'>, ratio: number | undefined) =>
	ratio === undefined || zone.ratio === null || Math.abs(Math.log(ratio / zone.ratio)) < OTHER_SHAPE;

/** Ten-thousandths of a picture are finer than any camera, and short to store. */
export const roundedPoint = ({ x, y }: Point): Point => ({ x: fine(x), y: fine(y) });
const fine = (share: number) => Math.round(share * 10_000) / 10_000;

/** The area of a polygon that does not cross itself, as a share of the picture. */
export function area(points: readonly Point[]): number {
	return Math.abs(sidesOf(points).reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0)) / 2;
}

/** Whether a point is inside a polygon. On its border, either answer may be given. */
export function isInside(points: readonly Point[], { x, y }: Point): boolean {
	let inside = false;
	for (const [a, b] of sidesOf(points)) {
		if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
	}
	return inside;
}

/** Whether two sides of a polygon meet anywhere but in the corner they share, or a side turns back on the one before. */
export function crossesItself(points: readonly Point[]): boolean {
	const sides = sidesOf(points);
	const last = sides.length - 1;
	return sides.some(([a, b], i) => {
		const [, c] = sides[(i + 1) % sides.length] ?? [b, a];
		if (turn(a, b, c) === 0 && (c.x - b.x) * (a.x - b.x) + (c.y - b.y) * (a.y - b.y) >= 0) return true;
		return sides.some((other, j) => j > i + 1 && !(i === 0 && j === last) && meet(a, b, other[0], other[1]));
	});
}

/** The part of a rectangle that lies inside a polygon, from 0 to 1. */
export function shareInside(points: readonly Point[], box: Rectangle): number {
	const { left, top, right, bottom } = box;
	const whole = (right - left) * (bottom - top);
	if (whole <= 0) return isInside(points, { x: left, y: top }) ? 1 : 0;
	let cut = [...points];
	cut = cutAt(cut, 'x', left, 1);
	cut = cutAt(cut, 'x', right, -1);
	cut = cutAt(cut, 'y', top, 1);
	cut = cutAt(cut, 'y', bottom, -1);
	return Math.min(1, area(cut) / whole);
}

/** How far a point is from a polygon; 0 inside it. */
export function distanceTo(points: readonly Point[], point: Point): number {
	if (isInside(points, point)) return 0;
	return Math.min(
		...sidesOf(points).map(([a, b]) => {
			const [dx, dy] = [b.x - a.x, b.y - a.y];
			const length = dx * dx + dy * dy;
			const along = length > 0 ? ((point.x - a.x) * dx + (point.y - a.y) * dy) / length : 0;
			const at = Math.max(0, Math.min(1, along));
			return Math.hypot(point.x - a.x - at * dx, point.y - a.y - at * dy);
		}),
	);
}

const sidesOf = (points: readonly Point[]) =>
	points.map((point, index): [Point, Point] => [point, points[(index + 1) % points.length] ?? point]);

/** The part of a polygon on one side of a line that is parallel to an axis. */
function cutAt(points: readonly Point[], axis: 'x' | 'y', line: number, side: 1 | -1): Point[] {
	const keeps = (point: Point) => (point[axis] - line) * side >= 0;
	return sidesOf(points).flatMap(([a, b]) => {
		const kept = keeps(a) ? [a] : [];
		if (keeps(a) === keeps(b)) return kept;
		const along = (line - a[axis]) / (b[axis] - a[axis]);
		return [...kept, { x: a.x + along * (b.x - a.x), y: a.y + along * (b.y - a.y) }];
	});
}

/** To which side of the line from a to b the point c lies: 1, -1, or 0 on the line. */
const turn = (a: Point, b: Point, c: Point) =>
	Math.sign(round((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)));
/** Corners have four digits, so anything below this is only the error of the arithmetic. */
const round = (value: number) => (Math.abs(value) < 1e-12 ? 0 : value);

function meet(a: Point, b: Point, c: Point, d: Point): boolean {
	if (turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)) return true;
	return (
		(turn(a, b, c) === 0 && isBetween(a, b, c)) ||
		(turn(a, b, d) === 0 && isBetween(a, b, d)) ||
		(turn(c, d, a) === 0 && isBetween(c, d, a)) ||
		(turn(c, d, b) === 0 && isBetween(c, d, b))
	);
}

const isBetween = (a: Point, b: Point, c: Point) =>
	Math.min(a.x, b.x) <= c.x &&
	c.x <= Math.max(a.x, b.x) &&
	Math.min(a.y, b.y) <= c.y &&
	c.y <= Math.max(a.y, b.y);
