/** What the words around a thing make of it: how it is, a part of it, or another thing. */
import type { KnownObject } from '@watchword/contract/known-objects';
import type { Item } from './items.ts';
import { COMING_AND_GOING, hasOneForm, isAnimal, isVehicle, lookUp, type Meaning } from './lexicon.ts';

type Subject = Meaning | undefined;

/** "A cow on its side", "somebody on the ground" is how they are, and matters most of all. "On the shop floor" is a place. */
export function isPosture(subject: Subject, items: Item[], place: string): boolean {
	const isOwn = items.some(({ is, words }) => is === 'definite' && /^(?:its|his|her|their)$/.test(words));
	if (isOwn && /^(?:side|roof|back|front)$/.test(place)) return true;
	const isDown = /^(?:floor|ground)$/.test(place) && items.some(({ is }) => is === 'on');
	const isArea = items.some(({ words }) =>
		/^(?:shop|store|factory|ground|dance|warehouse|sales)$/.test(words.replace(place, '')),
	);
	const stands = ['person', 'horse', 'cow'] as const;
	return (
		isDown && !isArea && stands.some((kind) => subject?.kinds.includes(kind) && subject.kinds.length === 1)
	);
}

/** "A bus to the airport", "the train from the north": where it goes. "A bus comes to the stop" is there. */
export function isDestination(head: Item[], items: Item[]): boolean {
	const [first] = items;
	const what = head.at(-1);
	const goes = what?.is === 'thing' && what.meaning.kinds.every((kind) => LINES.includes(kind));
	return goes && what.to === first?.from && /^(?:to|from)$/.test(first.words);
}

const LINES: readonly KnownObject[] = ['bus', 'train', 'airplane', 'boat'];

/** Who stands on a chair does not sit on it. An animal on the table is on it either way. */
export const isClimbing = (subject: Subject, [first]: Item[]) =>
	subject?.label === 'person' && first?.words === 'standing on';

/** "At my car door", "on the bus roof": a part of something that can be seen. */
export function isPartOfThing(items: Item[], place: string): boolean {
	return (
		/^(?:door|doors|roof|window|windows|front|back|side)$/.test(place) &&
		items.some(({ is }) => is === 'thing')
	);
}

/** "The 42 bus", "a 10 year old boy", "a four-legged animal": the number does not count one thing. */
export function isDescription(items: Item[], { plural, label }: Meaning): boolean {
	const at = items.findIndex(({ is }) => is === 'number');
	const number = items[at];
	if (number?.is !== 'number' || number.quantity.least < 2 || plural || hasOneForm(label)) return false;
	const before = items.slice(0, at).some(({ is }) => is === 'article' || is === 'definite');
	return before || items.slice(at + 1).some(({ is }) => is === 'unknown' || is === 'state');
}

/**
 * A strange word before an object may make it another thing, of which the detector knows nothing: "a drip bag", "a cable tie".
 * So does an animal that it is for, and a child's scooter is a toy. A "glorbish dog" is still a dog.
 */
export function isOtherThing(items: Item[], { kinds }: Meaning): boolean {
	const [before, thing] = items.slice(-2);
	const isObject = !kinds.some((kind) => COMING_AND_GOING.includes(kind));
	if (isObject && before?.is === 'unknown' && before.to === thing?.from) return true;
	return items.some(({ words }) => {
		const owner = words.endsWith("'s") ? words.slice(0, -2) : '';
		if (CHILDREN.test(owner)) return kinds.some(isVehicle);
		return isObject && lookUp([owner], 0)?.meaning.kinds.every(isAnimal) === true;
	});
}

const CHILDREN = /^(?:child|kid|baby|toddler)$/;

/** People and animals always move; whether a car does, one picture cannot show. */
export const isMoving = (what: Meaning | undefined, items: Item[]) =>
	what?.kinds.every(isVehicle) === true && items.some(({ words }) => /^(?:moving|moves)$/.test(words));

/** Whoever parks or drives sits in a car, where the camera sees nobody. */
export function isDriving(subject: Subject, items: Item[]): boolean {
	const drives = items.some(({ words }) => /^(?:park|driv)/.test(words));
	return drives && subject?.label === 'person';
}
