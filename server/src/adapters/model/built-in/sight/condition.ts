import {
	type Box,
	isCertainly,
	isClose,
	isInside,
	isSameGround,
	isUpperPart,
	mayBe,
	overlap,
	type Sighting,
	touch,
} from '../detector/sighting.ts';
import { type Clock, type Hours, isWithin } from '../picture-prompt/hours.ts';
import { COMING_AND_GOING, isVehicle, type Meaning } from '../picture-prompt/lexicon.ts';
import type { Scene } from './scene.ts';
import { judgeTaught, type TaughtToo, type TaughtWords } from './taught.ts';
import { judgeWritten, type NumberTest, type TextTest } from './written.ts';
import { type Where, within } from './zones.ts';

/** A condition on what is seen. */
export type Condition =
	/** `only` says which of them count, in words the detector cannot judge: "red", "wearing a hat". Any that is seen may be one. `in` is a zone. */
	| { op: 'count'; what: Meaning; least: number; most: number; only?: string[]; close?: string; in?: Where }
	/** So many of the first kind overlap something of the second: they carry it (`held`), or it is their place. */
	| {
			op: 'touch';
			what: Meaning;
			where: Meaning;
			least?: number;
			held?: boolean;
			/** Said as "near" or "behind": outlines that lie beside each other may do. */
			near?: boolean;
			only?: string[];
			in?: Where;
	  }
	/** The picture is from these hours. */
	| { op: 'time'; hours: Hours }
	/** What is written in the picture. */
	| TextTest
	| NumberTest
	/** What the detector cannot judge, in the customer's words. */
	| { op: 'unknown'; words: string[] }
	/** What the customer's examples decide. */
	| TaughtWords<Condition>
	| TaughtToo<Condition>
	| { op: 'not'; part: Condition }
	| { op: 'and' | 'or'; parts: Condition[] };

/** Joins conditions into one, without needless nesting. */
export function flat(op: 'and' | 'or', parts: Condition[]): Condition {
	const [only] = parts;
	if (only && parts.length === 1) return only;
	return { op, parts: parts.flatMap((part) => (part.op === op ? part.parts : [part])) };
}

/** The opposite of a condition; two negations cancel out. */
export function negate(part: Condition): Condition {
	return part.op === 'not' ? part.part : { op: 'not', part };
}

/** True, false, or null if the unknown parts could decide either way. */
export function evaluate(condition: Condition, scene: Scene, clock: Clock | null = null): boolean | null {
	const seen = scene.sightings;
	switch (condition.op) {
		case 'count': {
			const { least, most, only } = condition;
			const [fewest, greatest] = range(condition.what, withinReach(condition, scene));
			if (greatest < least) return false;
			// Anything between none and all of the seen ones may be meant.
			if (only) return least === 0 && greatest <= most ? true : null;
			if (fewest > most) return false;
			return fewest >= least && greatest <= most ? true : null;
		}
		case 'touch': {
			const { least = 1, held, only } = condition;
			const places = of(condition.where, seen);
			const things = of(condition.what, within(seen, condition.in, scene.ratio));
			if (things.length < least) return false;
			const meeting = (
				some: readonly Sighting[],
				where: readonly Sighting[],
				meets: (a: Box, b: Box) => boolean = touch,
			) => some.filter((one) => where.some(({ box }) => box !== one.box && meets(one.box, box))).length;
			const isOnGround =
				condition.near && condition.where.kinds.some((kind) => COMING_AND_GOING.includes(kind));
			const besides = (a: Box, b: Box) => touch(a, b) && (!isOnGround || isSameGround(a, b));
			if (meeting(apart(things.filter(isSure)), places.filter(isSure), besides) >= least)
				return only ? null : true;
			if (meeting(things, places) >= least) return null;
			// A dog on a leash or a ball in the air does not overlap its person. But if there is none, nobody has one.
			if (held) return places.length > 0 ? null : false;
			if (condition.near && things.some((one) => places.some((place) => isClose(one.box, place.box))))
				return null;
			// A place that was not recognised may still be there.
			return places.some(isSure) ? false : null;
		}
		case 'time':
			return isWithin(condition.hours, clock);
		case 'text':
		case 'number':
			return judgeWritten(condition, shownBy(scene)).held;
		case 'unknown':
			return null;
		case 'taught':
		case 'agree':
			return judgeTaught(condition, scene, (part) => evaluate(part, scene, clock));
		case 'not': {
			const held = evaluate(condition.part, scene, clock);
			return held === null ? null : !held;
		}
		default: {
			// One false part decides an "and", one true part an "or", whatever the unknown ones would say.
			const deciding = condition.op === 'or';
			const held = condition.parts.map((part) => evaluate(part, scene, clock));
			if (held.includes(deciding)) return deciding;
			// "A cat or a dog": what is one of them, but not certain which, is enough.
			const any = anyOf(condition.parts.map((part) => (deciding ? part : negate(part))));
			if (any && evaluate(any, scene, clock)) return deciding;
			return held.includes(null) ? null : !deciding;
		}
	}
}

/** At least one of several kinds, where each is asked for in the same place. */
function anyOf(parts: Condition[]): Condition | null {
	const asked = parts.flatMap((part) =>
		part.op === 'count' && part.least === 1 && part.most === Number.POSITIVE_INFINITY && !part.only
			? [part]
			: [],
	);
	const [first] = asked;
	const same = asked.filter((part) => part.in === first?.in);
	if (!first || same.length < 2) return null;
	const what = { ...first.what, kinds: same.flatMap(({ what }) => what.kinds) };
	// "A car or truck in the driveway": the place was said once.
	const close = same.find((part) => part.close)?.close;
	return { ...first, what, ...(close && { close }) };
}

/** A car of less than this share of the picture is some twenty metres away. */
const FAR = 0.015;

/** A car in "my driveway" is near the camera that was put up for it. One that is far away may stand on the street. */
export function withinReach(
	{ close, in: where }: { close?: string; in?: Where },
	scene: Scene,
): readonly Sighting[] {
	const seen = within(scene.sightings, where, scene.ratio);
	if (!close) return seen;
	return seen.map((one) => {
		const { left, top, right, bottom } = one.box;
		const isFar = isVehicle(one.object) && (right - left) * (bottom - top) < FAR;
		return isFar ? { ...one, sure: false } : one;
	});
}

/** The sightings that may be of some kinds. One that is a dog or a cat is sure to be an animal, but not to be a dog. */
export const of = ({ kinds }: Meaning, seen: readonly Sighting[]) =>
	seen
		.filter((one) => mayBe(one, kinds))
		.map((one) => (isCertainly(one, kinds) ? one : { ...one, sure: false }));
export const isSure = ({ sure }: Sighting) => sure;

/** From this many on, with faint ones among them, others may be hidden behind them or too small to be seen. */
const CROWD = 8;

/** Those of a kind that are certain to be different ones, and those that may be further ones. */
export function apartFrom(
	what: Meaning,
	seen: readonly Sighting[],
): { certain: Sighting[]; possible: Sighting[] } {
	const all = of(what, seen);
	const sure = all.filter(isSure);
	const faint = all.filter(
		(one) =>
			!one.sure &&
			around(one, sure, ROUGHLY).length < 2 &&
			!sure.some(({ object, box }) => object === one.object && isUpperPart(one.box, box)),
	);
	const certain = distinct(apart(sure));
	const possible = distinct([...certain, ...sure, ...faint]).slice(certain.length);
	return { certain, possible: possible.map((one) => ({ ...one, sure: false })) };
}

/** How many of a kind there are, from those that are sure to those that are faint too. */
export function range(what: Meaning, seen: readonly Sighting[]): [fewest: number, most: number] {
	const { certain, possible } = apartFrom(what, seen);
	const [fewest, most] = [certain.length, certain.length + possible.length];
	return [fewest, isCrowd(fewest, most) ? Math.max(most, Math.ceil(fewest * 1.5)) : most];
}

/** Of a crowd, not even the most that there may be is certain. */
export const isCrowd = (fewest: number, most: number) => fewest >= CROWD && most > fewest;

/** What the conditions on writing need of a picture. */
export const shownBy = ({ written, earlier, sightings }: Scene) => ({
	written,
	earlier,
	count: (what: Meaning) => exactCount(what, sightings),
	linesOn: (what: Meaning) =>
		(written?.lines ?? []).filter((line) => of(what, sightings).some(({ box }) => isInside(line.box, box))),
});

/** How many of a kind there are; null if it is not certain. */
export function exactCount(what: Meaning, seen: readonly Sighting[]): number | null {
	const [fewest, most] = range(what, seen);
	return fewest === most ? most : null;
}

/** The others of its kind that an outline goes around: it may be a group of them, and not one more. */
const around = (one: Sighting, others: readonly Sighting[], share?: number) =>
	others.filter((other) => other.object === one.object && isInside(other.box, one.box, share));

/** The edges of a faint outline are rough. */
const ROUGHLY = 0.8;

/** Those that are certain to be different ones: a person and the upper half of that person may be one. */
const apart = (sure: readonly Sighting[]) => sure.filter((one) => around(one, sure).length === 0);

/** One object can be reported under two names that both fit, such as car and truck for a vehicle. */
function distinct(sightings: readonly Sighting[]): Sighting[] {
	const kept: Sighting[] = [];
	for (const one of sightings) {
		if (
			!kept.some(
				(other) => other === one || (other.object !== one.object && overlap(other.box, one.box) > 0.7),
			)
		)
			kept.push(one);
	}
	return kept;
}
