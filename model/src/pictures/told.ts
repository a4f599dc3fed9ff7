/** What was seen, in words: "2 cars and 1 person". */

import { inWords } from '@watchword/contract/in-words';
import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';
import { isCrowd, range } from './counting.ts';
import { counted } from './names.ts';
import type { Sighting } from './sighting.ts';

/** Sightings by kind, the surest kind first. What may be one of several has all their names: "cat or dog". */
function byKind(sightings: readonly Sighting[]): [string, number[]][] {
	const kinds = new Map<string, number[]>();
	for (const one of sightings) {
		const name = nameOfKind(one);
		kinds.set(name, [...(kinds.get(name) ?? []), one.confidence]);
	}
	return [...kinds];
}

export const nameOfKind = ({ object, oneOf }: Sighting) => (oneOf ? inWords(oneOf, 'or') : object);

/** More scores than these are told by the highest and the lowest. */
const MOST_SCORES = 4;

/** "1 person (0.71) and 2 cars (0.64, 0.52)". */
export function listed(sightings: readonly Sighting[]): string {
	const words = byKind(sightings).map(([kind, sure]) => {
		const scores =
			sure.length > MOST_SCORES
				? [`${score(Math.max(...sure))} to ${score(Math.min(...sure))}`]
				: sure.map(score);
		return `${counted(sure.length, kind)} (${scores.join(', ')})`;
	});
	return inWords(words, 'and');
}

const score = (confidence: number) => confidence.toFixed(2);

export const short = (sightings: readonly Sighting[]) =>
	byKind(sightings)
		.map(([kind, sure]) => counted(sure.length, kind))
		.join(', ');

export function inThePicture(sightings: readonly Sighting[]): string {
	if (sightings.length === 0) {
		return `None of the ${KNOWN_OBJECTS.length} kinds of object the built-in model knows is in the picture.`;
	}
	const words = byKind(sightings).map(([kind, sure]) => counted(sure.length, kind));
	return `In the picture: ${inWords(words, 'and')}.`;
}

/** Some kinds of a condition by the names it gives them: a dog or an animal. */
export interface Named {
	names: readonly string[];
	kinds: readonly KnownObject[];
}

/** "2 dogs", or "2 to 4 dogs" where some are faint. */
export function amountOf({ names, kinds }: Named, sightings: readonly Sighting[]): string {
	const [fewest, most] = range(kinds, sightings);
	if (fewest === most) return counted(most, names);
	const from = isCrowd(fewest, most) ? `${fewest} or more, perhaps` : `${fewest} to`;
	return `${from} ${counted(most, names)}`;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
