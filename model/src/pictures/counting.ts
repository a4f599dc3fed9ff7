/** How many of some kinds are in a picture. */
import type { KnownObject } from '@watchword/contract/known-objects';
import { isCertainly, isInside, isUpperPart, mayBe, overlap, type Sighting } from './sighting.ts';

type Kinds = readonly KnownObject[];

/** The sightings that may be of some kinds. One that is a dog or a cat is sure to be an animal, but not to be a dog. */
export const of = (kinds: Kinds, seen: readonly Sighting[]) =>
	seen
		.filter((one) => mayBe(one, kinds))
		.map((one) => (isCertainly(one, kinds) ? one : { ...one, sure: false }));
export const isSure = ({ sure }: Sighting) => sure;

/** From this many on, with faint ones among them, others may be hidden behind them or too small to be seen. */
const CROWD = 8;
/** The edges of a faint outline are rough. */
const ROUGHLY = 0.8;

/** Those of a kind that are certain to be different ones, and those that may be further ones. */
export function apartFrom(
	kinds: Kinds,
	seen: readonly Sighting[],
): { certain: Sighting[]; possible: Sighting[] } {
	const all = of(kinds, seen);
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
export function range(kinds: Kinds, seen: readonly Sighting[]): [fewest: number, most: number] {
	const { certain, possible } = apartFrom(kinds, seen);
	const [fewest, most] = [certain.length, certain.length + possible.length];
	return [fewest, isCrowd(fewest, most) ? Math.max(most, Math.ceil(fewest * 1.5)) : most];
}

/** Of a crowd, not even the most that there may be is certain. */
export const isCrowd = (fewest: number, most: number) => fewest >= CROWD && most > fewest;

/** How many of a kind there are; null if it is not certain. */
export function exactCount(kinds: Kinds, seen: readonly Sighting[]): number | null {
	const [fewest, most] = range(kinds, seen);
	return fewest === most ? most : null;
}

/** The others of its kind that an outline goes around: it may be a group of them, and not one more. */
const around = (one: Sighting, others: readonly Sighting[], share?: number) =>
	others.filter((other) => other.object === one.object && isInside(other.box, one.box, share));

/** Those that are certain to be different ones: a person and the upper half of that person may be one. */
export const apart = (sure: readonly Sighting[]) => sure.filter((one) => around(one, sure).length === 0);

/** One object can be reported under two names that both fit, such as car and truck for a vehicle. */
function distinct(sightings: readonly Sighting[]): Sighting[] {
	const kept: Sighting[] = [];
	for (const one of sightings)
		if (
			!kept.some(
				(other) => other === one || (other.object !== one.object && overlap(other.box, one.box) > 0.7),
			)
		)
			kept.push(one);
	return kept;
}
