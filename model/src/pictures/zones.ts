/** Which sightings are in a place. */
import { PICTURE_PARTS, type PicturePart, type Place } from '@watchword/contract/condition';
import { inWords } from '@watchword/contract/in-words';
import { distanceTo, fitsShape, shareInside, type Zone, zoneKey } from '@watchword/contract/zone';
import type { Box, Sighting } from './sighting.ts';

/** Where something must be: in a zone, in it or close to it, or not in it. */
export interface Where {
	zone: Zone;
	side: 'in' | 'near' | 'outside';
}

type Position = 'in' | 'edge' | 'out';

const OPPOSITE = { in: 'out', edge: 'edge', out: 'in' } as const;
/** The part of the foot of a box that must be inside, and the part that may be, where it is clearly in or out. */
const FOOT = { in: 0.75, out: 0.25 };
/** The same for the whole box: almost all of it inside is in, and less than half may still be out. */
const WHOLE = { in: 0.9, out: 0.5 };
/** Near is half of the object's own height; up to one and a half of it may be. */
const NEAR = { in: 0.5, out: 1.5 };
/**
 * Where a box is. Zones are mostly drawn on the ground, and what stands there touches it with its foot, the lower middle of
 * its box; its head is often outside. Something that hangs or lies may have no foot in the zone, so a box that is almost
 * whole inside counts too. What neither shows clearly is on the edge.
 */
export function positionOf(box: Box, { zone, side }: Where, ratio: number | undefined): Position {
	if (!fitsShape(zone, ratio)) return 'edge';
	const loose = PART_ZONES.has(zone) ? LOOSE_PARTS[zone.name.split(' ')[0] ?? ''] : undefined;
	const place = loose?.(box) ?? placeOf(box, zone);
	if (side === 'in') return place;
	if (side === 'outside') return OPPOSITE[place];
	if (place !== 'out') return 'in';
	const height = box.bottom - box.top;
	// Measured in heights of the picture, since a share of its width is longer than one of its height.
	const scale = ratio ?? zone.ratio ?? 4 / 3;
	const at = { x: ((box.left + box.right) / 2) * scale, y: box.bottom };
	const away = distanceTo(
		zone.points.map(({ x, y }) => ({ x: x * scale, y })),
		at,
	);
	return away <= height * NEAR.in ? 'in' : away <= height * NEAR.out ? 'edge' : 'out';
}

function placeOf(box: Box, zone: Zone): Position {
	const width = box.right - box.left;
	const height = box.bottom - box.top;
	const foot = {
		left: box.left + width / 4,
		right: box.right - width / 4,
		top: box.bottom - height * 0.15,
		bottom: box.bottom,
	};
	const standing = shareInside(zone.points, foot);
	const whole = shareInside(zone.points, box);
	const [isIn, isOut] = isHigh(zone)
		? [whole >= FOOT.in, whole <= FOOT.out]
		: [standing >= FOOT.in || whole >= WHOLE.in, standing <= FOOT.out && whole < WHOLE.out];
	return isIn ? 'in' : isOut ? 'out' : 'edge';
}

/** The sightings that are there. One on the edge may or may not be, like one that is seen faintly. */
export function within(
	sightings: readonly Sighting[],
	where: Where | undefined,
	ratio: number | undefined,
): readonly Sighting[] {
	if (!where) return sightings;
	return sightings.flatMap((one) => {
		const position = positionOf(one.box, where, ratio);
		if (position === 'out') return [];
		return [position === 'in' ? one : { ...one, sure: false }];
	});
}

/** The sightings of a device that is told where to look only, or never to look. */
export function lookedAt(
	sightings: readonly Sighting[],
	zones: readonly Zone[],
	ratio: number | undefined,
): readonly Sighting[] {
	const only = zones.filter(({ use }) => use === 'only');
	const never = zones.filter(({ use }) => use === 'never');
	return sightings.flatMap((one) => {
		const at = (zone: Zone) => positionOf(one.box, { zone, side: 'in' }, ratio);
		const wanted: Position[] = only.length > 0 ? only.map(at) : ['in'];
		const unwanted = never.map(at);
		if (unwanted.includes('in') || wanted.every((position) => position === 'out')) return [];
		const isSure = wanted.includes('in') && !unwanted.includes('edge');
		return [isSure ? one : { ...one, sure: false }];
	});
}

/** “Looking only in the zone “driveway””; null if it looks everywhere. */
export function lookingWords(zones: readonly Zone[]): string | null {
	const named = (use: Zone['use'], word: 'and' | 'or') => {
		const names = zones.filter((zone) => zone.use === use).map(({ name }) => `“${name}”`);
		return names.length > 0 ? `the zone${names.length > 1 ? 's' : ''} ${inWords(names, word)}` : null;
	};
	const [only, never] = [named('only', 'and'), named('never', 'or')];
	if (!only && !never) return null;
	return `looking ${[only && `only in ${only}`, never && `never in ${never}`].filter(Boolean).join(', ')}`;
}

/** A corner is less than a quarter of the picture: what is near the middle is in none. */
const CORNER = 0.4;
/** Parts without an edge that everybody would draw alike: between what is clearly in and clearly out, it may be either. */
const LOOSE_PARTS: Record<string, (box: Box) => Position> = {
	middle: inMiddle,
	foreground: inForeground,
	background: (box) => OPPOSITE[inForeground(box)],
};
/** The parts of every picture, for "a car on the left", "a bird in the top right corner" and "in the middle of the picture". */
const PARTS = new Map(PICTURE_PARTS.map((name) => [name, partOf(name)]));
const PART_ZONES = new Set([...PARTS.values()].map(({ zone }) => zone));
/** "Top" and "bottom" are about the whole of what is seen, not about where it stands. */
const isHigh = (zone: Zone) => PART_ZONES.has(zone) && /^(?:top|bottom)/.test(zone.name);

/** The outline of a place; nothing for the whole picture, or why nothing is judged there. */
export function whereOf(
	place: Place | undefined,
	zones: readonly Zone[],
): { where?: Where; problem?: string } {
	if (!place || 'view' in place) return {};
	if ('part' in place) {
		const where = PARTS.get(place.part);
		return where ? { where } : { problem: `“${place.part}” is no part of a picture` };
	}
	const zone = zones.find(({ name }) => zoneKey(name) === zoneKey(place.zone));
	if (!zone)
		return { problem: `there is no zone “${place.zone}” any more; draw it again, or choose another place` };
	return zone.use === 'never'
		? { problem: `“${place.zone}” is a zone where it never looks` }
		: { where: { zone, side: place.side } };
}

/** In the middle third of the width and the middle half of the height, or around the very middle. */
function inMiddle({ left, right, top, bottom }: Box): Position {
	const [aside, high] = [Math.abs((left + right) / 2 - 0.5), Math.abs((top + bottom) / 2 - 0.5)];
	if (aside <= 1 / 6 && high <= 1 / 4) return 'in';
	const isAround = left <= 0.5 && right >= 0.5 && top <= 0.5 && bottom >= 0.5;
	return isAround || (aside <= 0.3 && high <= 0.4) ? 'edge' : 'out';
}

/** What is near the camera is large in the picture. */
function inForeground({ left, right, top, bottom }: Box): Position {
	const [height, area] = [bottom - top, (right - left) * (bottom - top)];
	if (height >= 0.6 || area >= 0.25) return 'in';
	return height <= 0.25 && area <= 0.04 ? 'out' : 'edge';
}

function partOf(name: PicturePart): Where {
	const has = (side: string) => name.split(' ').includes(side);
	const [what, size] =
		name in LOOSE_PARTS ? ['', 1] : name.includes(' ') ? [' corner', CORNER] : [' half', 0.5];
	const [left, right] = [has('right') ? 1 - size : 0, has('left') ? size : 1];
	const [top, bottom] = [has('bottom') ? 1 - size : 0, has('top') ? size : 1];
	const points = [
		{ x: left, y: top },
		{ x: right, y: top },
		{ x: right, y: bottom },
		{ x: left, y: bottom },
	];
	return { zone: { name: `${name}${what} of the picture`, points, use: 'named', ratio: null }, side: 'in' };
}

const zoneName = (zone: Zone) => (PART_ZONES.has(zone) ? `the ${zone.name}` : `the zone “${zone.name}”`);
export const whereWords = (where: Where | undefined) =>
	where ? ` ${where.side} ${zoneName(where.zone)}` : '';

/** Why a sighting may or may not be there. */
export function edgeDoubt({ zone }: Where, label: string, ratio: number | undefined): string {
	return fitsShape(zone, ratio)
		? `the ${label} may be inside or outside ${zoneName(zone)}`
		: `the picture has another shape than the one ${zoneName(zone)} was drawn on; draw the zone again`;
}
