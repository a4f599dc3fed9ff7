/** Phrases about what is empty, free or clear. */
import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';
import { type Condition, flat, negate } from '../sight/condition.ts';
import type { Item } from './items.ts';
import type { Meaning } from './lexicon.ts';
import { count, type Gathered } from './phrase-parts.ts';
import { alone, COMERS, group, type Phrase, unknown } from './phrase-result.ts';

/** "An empty chair", "are any tables free", "a bay is empty" may be one of several. */
export const isOneOf = (items: Item[]) =>
	items.some(({ is }, at) => {
		const before = items[at - 1]?.is ?? '';
		const isNamed =
			['empty', 'thing', 'place', 'zone'].includes(is) && items.some((one) => one.is === 'empty');
		return isNamed && (['article', 'number', 'quantity'].includes(before) || items[at - 1]?.words === 'no');
	});
export const SEATS: readonly KnownObject[] = ['chair', 'couch', 'bed', 'bench', 'dining table'];

/** "The bench is empty": it is there, and nobody is on it. Of several, one may be: "an empty chair". */
export function readEmptyThing(found: Gathered, meaning: Meaning, items: Item[], narrows: string[]): Phrase {
	// A table is "clear" if nothing is on it, not even a bottle.
	const isClear = found.empty.some(({ words }) => words === 'clear');
	if (!meaning.kinds.every((kind) => SEATS.includes(kind)) || found.denied || narrows.length > 0 || isClear) {
		const some = count(meaning, found.quantity, [...narrows, 'empty']);
		return alone(found.nots % 2 === 1 ? negate(some) : some);
	}
	const taken: Condition = { op: 'touch', what: COMERS, where: meaning };
	const free: Condition = isOneOf(items)
		? { op: 'or', parts: [negate(taken), unknown(['empty'])] }
		: negate(taken);
	const condition = flat('and', [count(meaning, found.quantity), free]);
	return alone(found.nots % 2 === 1 ? negate(condition) : condition);
}

export const PARKINGS = /^parking|^car ?park|^space$|^bay$/i;
/** A camera looks at one of these: "an empty car park". Of rooms, tables and parking spaces it may see several. */
export const WHOLE_PLACES =
	/^(?:parking lot|lot|car ?park|drive ?way|(?:front |back )?(?:yard|garden)|backyard|street|road|beach|field|garage|lobby|platform|playground|warehouse|pool)$/;

/** "Nothing on the stairs", "the way is clear", "the desk is empty": no object may be there either. */
export function leavesNothing({ empty, places }: Gathered, items: Item[]): boolean {
	if (empty.some(({ words }) => words === 'clear')) return true;
	const isOn = empty.some(({ words }) => words === 'nothing') && items.some(({ is }) => is === 'on');
	// Nobody is at an empty front desk.
	const isSurface =
		empty.some(({ words }) => words === 'empty') &&
		places.some((place) => /^(?:desk|counter|ledge|window ?sill)$/.test(place));
	return isOn || (isSurface && items.filter(({ is }) => is === 'place').length === 1);
}

/** What is seen may be in the way; what is not seen may be of no known kind, if it must be "clear". */
export function nothingElse(empty: Item[]): Condition {
	const words = empty.map((item) => item.words).join(' ');
	if (words === 'clear') return unknown([words]);
	return { op: 'or', parts: [negate(count(group('object', KNOWN_OBJECTS), null)), unknown([words])] };
}
