/** What is said once, of the last of several things, and holds for those before it too. */
import type { Item } from './items.ts';
import type { Joint } from './joints.ts';
import { COMING_AND_GOING } from './lexicon.ts';
import { BESIDE } from './phrase-parts.ts';

export interface Piece {
	/** What joins it to the one before; nothing for the first. */
	joint: Joint | null;
	items: Item[];
}

/** "A cat or a dog is on the bed", "cat or dog on the bed": what is said of the last subject is said of those before it too. */
export function sharePredicates(pieces: Piece[]): void {
	for (const [index, { items }] of pieces.entries()) {
		const link = items.findIndex(({ is }, at) => is === 'link' && items[at - 1]?.is === 'thing');
		const thing = items.findIndex(({ is }) => is === 'thing');
		const from = link < 0 && thing >= 0 && isPlaced(items.slice(thing + 1)) ? thing + 1 : link;
		if (from < 0) continue;
		for (const earlier of pieces.slice(0, index).reverse()) {
			if (isStrange(earlier) && earlier.items.at(-1)?.is === 'unknown') continue;
			if (earlier.items.at(-1)?.is !== 'thing') break;
			earlier.items.push(...items.slice(from));
		}
	}
}

/** "Plates", "on the windowsill": words that are not known, alone in a list. */
export const isStrange = ({ items }: Piece) =>
	items.some(({ is }) => ['unknown', 'place', 'spot'].includes(is)) &&
	items.every(({ is }) =>
		['unknown', 'place', 'spot', 'article', 'definite', 'relation', 'on', 'thing'].includes(is),
	);

/**
 * "A child and no adult in the pool", "a person with a dog in the garden": a zone at the end holds for all before it. So does
 * furniture for what is of one sort: "no cup and no bottle on the table"; "a person and no cup on the table" has a cup on it.
 */
export function sharePlace(pieces: Piece[]): void {
	const [last, ...earlier] = pieces.toReversed();
	const own = last?.items.findIndex(({ is }) => is === 'thing') ?? -1;
	const behind = last?.items.slice(own + 1) ?? [];
	const zone = last ? zoneAtEnd(last.items) : [];
	const isOn = own >= 0 && last?.joint !== 'with' && behind.length === 3 && isFurnished(behind);
	const place = isOn ? behind : zone;
	if (place.length === 0 || place.length === last?.items.length) return;
	for (const { items } of earlier) {
		const thing = items.at(-1);
		if (thing?.is !== 'thing' || items.some(({ is }) => is === 'zone')) return;
		if (isOn && comesAndGoes(thing) !== comesAndGoes(last?.items[own])) return;
		items.push(...place);
	}
}

const comesAndGoes = (item: Item | undefined) =>
	item?.is === 'thing' && item.meaning.kinds.some((kind) => COMING_AND_GOING.includes(kind));

/** "In the driveway", where that is all that stands behind the last thing. */
function zoneAtEnd(items: Item[]): Item[] {
	const thing = items.findLastIndex(({ is }) => is === 'thing');
	const rest = items.slice(thing + 1);
	const isZone = rest.at(-1)?.is === 'zone';
	return isZone &&
		rest.every(({ is }) => ['link', 'relation', 'on', 'article', 'definite', 'weak', 'zone'].includes(is))
		? rest
		: [];
}

/** "On the bed", "near the sheep", or strange words: they hold for all. "A dog or a man on a bike" has only the man on it. */
const isPlaced = (items: Item[]) =>
	items.some(({ is }) => is === 'unknown') || zoneAtEnd(items).length > 0 || isFurnished(items);

function isFurnished([relation, article, thing]: Item[]): boolean {
	return (
		(relation?.is === 'relation' || relation?.is === 'on') &&
		article?.is === 'definite' &&
		thing?.is === 'thing' &&
		(!comesAndGoes(thing) || BESIDE.test(relation.words))
	);
}
