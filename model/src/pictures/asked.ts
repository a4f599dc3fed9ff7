/** What has to be found out about a picture to answer a question, and which kinds and places it names. */
import {
	type Condition,
	isGroup,
	type Part,
	type Place,
	partsOf,
	type ShownNumber,
} from '@watchword/contract/condition';
import { kindsNamed } from '@watchword/contract/kind-groups';
import type { KnownObject } from '@watchword/contract/known-objects';
import { type Zone, zoneKey } from '@watchword/contract/zone';
import { exactCount } from './counting.ts';
import type { PictureReading } from './reading.ts';
import type { Scene } from './scene.ts';
import type { Named } from './told.ts';
import { isLineIn, valueIn } from './writing.ts';
import { whereOf, within } from './zones.ts';

export interface Needs {
	objects: boolean;
	text: boolean;
	/** The earlier moments that it compares with, in minutes. */
	moments: number[];
}

const isCount = (part: Part): part is ShownNumber & { of: { kinds: string[] } } =>
	part.is === 'number' && typeof part.of !== 'string';

export function needsOf({ condition, wish }: PictureReading): Needs {
	const parts = partsOf(condition);
	const isText = (part: Part) => part.is === 'text' || (part.is === 'number' && !isCount(part));
	const text = wish?.tell === 'text' || parts.some(isText);
	const isOther = (part: Part) =>
		part.is !== 'hours' && part.is !== 'every' && (!isText(part) || 'inside' in part);
	return {
		objects: !text || parts.some(isOther) || wish?.tell === 'kinds',
		text,
		moments: parts.flatMap((part) => (part.is === 'number' && part.since ? [part.since.minutes] : [])),
	};
}

/** The kinds that it asks about, each with the place. */
export function placesAsked({ condition, wish }: PictureReading): (Named & { where: Place | undefined })[] {
	const named = (names: readonly string[], where: Place | undefined) => ({
		names,
		kinds: kindsNamed(names) ?? [],
		where,
	});
	return [
		...partsOf(condition).flatMap((part) =>
			part.is === 'seen'
				? [named(part.kinds, part.where)]
				: isCount(part)
					? [named(part.of.kinds, part.where)]
					: [],
		),
		// Each is told by itself: "2 cars and 1 person".
		...(wish?.tell === 'kinds' ? wish.kinds.map((kind) => named([kind], wish.where)) : []),
	];
}

/** Every kind that it names, wanted or not. */
export const kindsOf = (reading: PictureReading): KnownObject[] => [
	...placesAsked(reading).flatMap(({ kinds }) => kinds),
	...partsOf(reading.condition).flatMap((part) =>
		part.is === 'seen' && part.beside ? (kindsNamed(part.beside.kinds) ?? []) : [],
	),
];

/** The kinds that a condition requires. */
export function wanted(condition: Condition): KnownObject[] {
	if (condition.not) return [];
	if (isGroup(condition)) return [...new Set(condition.of.flatMap(wanted))];
	return condition.is === 'seen' && condition.most !== 0 ? (kindsNamed(condition.kinds) ?? []) : [];
}

/** The zones that decide: those where it looks only or never, and those that are named. */
export function usedZones({ condition, wish }: PictureReading, zones: readonly Zone[]): readonly Zone[] {
	const places = [...partsOf(condition), ...(wish ? [wish] : [])].flatMap((one) =>
		'where' in one && one.where && 'zone' in one.where ? [zoneKey(one.where.zone)] : [],
	);
	return zones.filter(({ use, name }) => use !== 'named' || places.includes(zoneKey(name)));
}

/** The number that a picture shows, if it is asked for and certain. It is kept with the run. */
export function numberShown(
	{ condition, wish }: PictureReading,
	{ sightings, written, ratio }: Scene,
	zones: readonly Zone[],
): number | null {
	const read = (noun: string, place: Place | undefined) => {
		const { where } = whereOf(place, zones);
		const lines = written?.lines.filter((line) => !where || isLineIn(line, where.zone, ratio)) ?? [];
		return written ? valueIn({ ...written, lines }, noun) : null;
	};
	const count = (names: readonly string[], place: Place | undefined) => {
		const [kinds, { where, problem }] = [kindsNamed(names), whereOf(place, zones)];
		return kinds && !problem ? exactCount(kinds, within(sightings, where, ratio)) : null;
	};
	const parts = partsOf(condition);
	const number = parts.find((part) => part.is === 'number');
	if (number)
		return typeof number.of === 'string'
			? read(number.of, number.where)
			: count(number.of.kinds, number.where);
	if (wish?.tell === 'text') return wish.number === false ? null : read(wish.on, wish.where);
	if (wish?.tell === 'kinds') return wish.kinds.length > 0 ? count(wish.kinds, wish.where) : null;
	// "More than two people" counts them; "a person" only asks whether there is one. Of red cars, only some are counted.
	const [seen, ...others] = parts.filter((part) => part.is === 'seen');
	const isNumber = seen && others.length === 0 && !seen.beside && (seen.least > 1 || (seen.most ?? 0) > 0);
	const isWhole = parts.every((part) => part.is !== 'beyond' && part.is !== 'taught');
	return isNumber && isWhole ? count(seen.kinds, seen.where) : null;
}
