/** Changes to the zones while they are drawn. Each returns a new list, so that a change can be undone. */
import { type Point, roundedPoint, ZONE_POINTS_MAX, type Zone, zoneKey } from '@watchword/contract/zone';

type Zones = readonly Zone[];

/** A name that no other zone has. */
export function freeName(zones: Zones): string {
	const taken = new Set(zones.map(({ name }) => zoneKey(name)));
	let number = zones.length + 1;
	while (taken.has(`area ${number}`)) number++;
	return `Area ${number}`;
}

export const withZone = (zones: Zones, points: Point[], ratio: number | null): Zone[] => [
	...zones,
	{ name: freeName(zones), points: points.map(roundedPoint), use: 'named', ratio: shapeOf(ratio) },
];

export const changeZone = (zones: Zones, at: number, change: Partial<Zone>): Zone[] =>
	zones.map((zone, index) => (index === at ? { ...zone, ...change } : zone));

/** Moves a corner. A zone that was changed belongs to the picture it was changed on. */
export function moveCorner(
	zones: Zones,
	at: number,
	corner: number,
	to: Point,
	ratio: number | null,
): Zone[] {
	const inside = roundedPoint({ x: bounded(to.x), y: bounded(to.y) });
	const points = zones[at]?.points.map((point, index) => (index === corner ? inside : point)) ?? [];
	return changeZone(zones, at, { points, ratio: shapeOf(ratio) });
}

/** Adds a corner in the middle of the side after a corner. */
export function addCorner(zones: Zones, at: number, corner: number): Zone[] {
	const points = zones[at]?.points ?? [];
	const [a, b] = [points[corner], points[(corner + 1) % points.length]];
	if (!a || !b || points.length >= ZONE_POINTS_MAX) return [...zones];
	const middle = roundedPoint({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
	return changeZone(zones, at, { points: points.toSpliced(corner + 1, 0, middle) });
}

export function removeCorner(zones: Zones, at: number, corner: number): Zone[] {
	const points = zones[at]?.points ?? [];
	return points.length > 3 ? changeZone(zones, at, { points: points.toSpliced(corner, 1) }) : [...zones];
}

export const isSame = (one: Zone | Zones | undefined, other: Zone | Zones) =>
	JSON.stringify(one) === JSON.stringify(other);

/**
 * The zones as changed here, combined with what was saved elsewhere since `before`. A zone that was changed or removed here
 * stays so. If both sides drew a zone of the same name, both stay, and saving asks for another name.
 */
export function withSaved(mine: Zones, before: Zones, saved: Zones): Zones {
	if (isSame(before, saved)) return mine;
	const byName = (zones: Zones) => new Map(zones.map((zone) => [zoneKey(zone.name), zone]));
	const [here, then, now] = [byName(mine), byName(before), byName(saved)];
	const kept = mine.flatMap((zone) => {
		const key = zoneKey(zone.name);
		return isSame(then.get(key), zone) ? (now.get(key) ?? []) : zone;
	});
	const isAdded = (zone: Zone, key: string) => !then.has(key) && !isSame(here.get(key), zone);
	return [...kept, ...saved.filter((zone) => isAdded(zone, zoneKey(zone.name)))];
}

/** In the middle of the picture, and a little offset from the previous one. */
export function rectangle(zones: Zones): Point[] {
	const shift = (zones.length % 4) * 0.04;
	const [near, far] = [0.3 + shift, 0.6 + shift];
	return [
		{ x: near, y: near },
		{ x: far, y: near },
		{ x: far, y: far },
		{ x: near, y: far },
	];
}

/** How far an arrow key moves a corner. */
export const STEP = { fine: 0.01, coarse: 0.05 };
export const ARROWS: Record<string, Point> = {
	ArrowLeft: { x: -1, y: 0 },
	ArrowRight: { x: 1, y: 0 },
	ArrowUp: { x: 0, y: -1 },
	ArrowDown: { x: 0, y: 1 },
};

const bounded = (share: number) => Math.max(0, Math.min(1, share));
const shapeOf = (ratio: number | null) => ratio && Math.round(ratio * 1000) / 1000;
