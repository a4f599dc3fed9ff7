/** Phrases that say what else must not be there: "only the cat", "the dog is alone". */
import { flat, negate } from '../sight/condition.ts';
import type { Item } from './items.ts';
import { ANIMALS, COMING_AND_GOING, hasOneForm, isAnimal } from './lexicon.ts';
import { ANY, count } from './phrase-parts.ts';
import { alone, group, type Phrase, unknown } from './phrase-result.ts';

/** Reads the phrase without the word. */
type Read = (items: Item[]) => Phrase | null;

/** Where the "only" of "only the cat", "there is just a dog" stands; -1 if it has none. "Not only the cat" is another matter. */
export function soleAt(items: Item[]): number {
	const at = items.findIndex(({ is }) => is !== 'link' && is !== 'clause');
	const isSole = items[at]?.is === 'change' && /^(?:only|just|nothing but)$/.test(items[at]?.words ?? '');
	const named = items.slice(at + 1, at + 4).map(({ is }) => is);
	const isNamed = /^(?:(?:article|definite)(?: number)? )?thing\b/.test(named.join(' '));
	return isSole && isNamed ? at : -1;
}

/**
 * It is certain where nothing else that comes and goes is seen. Whether another cat or a person matters, nobody can say, unless
 * all that is there is named: "there are only dogs".
 */
export function readSole(items: Item[], word: string, read: Read): Phrase | null {
	const phrase = read(items);
	if (!phrase?.subject || phrase.subject.negated) return phrase && alone(unknown([word]));
	const { meaning: what, quantity } = phrase.subject;
	const isMany = what.plural || (hasOneForm(what.label) && items.every(({ is }) => is !== 'article'));
	const most = quantity?.least ?? (isMany ? ANY : 1);
	const others = COMING_AND_GOING.filter((kind) => !what.kinds.includes(kind));
	const none = [
		negate(count(group('other person, animal or vehicle', others), null)),
		...(most === ANY ? [] : [count(what, { least: 0, most, reading: null })]),
	];
	const isOfAll = isMany && (word === 'nothing but' || items.some(isSaidToBe));
	const sole = isOfAll ? flat('and', none) : flat('or', [flat('and', none), unknown([word])]);
	return { ...phrase, condition: flat('and', [phrase.condition, sole]) };
}

const ALONE = /^(?:(?:left )?alone|(?:by|on) (?:itself|himself|herself|its own|his own|her own))$/;

/** "The dog is alone": no person is with it. Whether a cat is company, nobody can say. Null if it is another matter. */
export function readAlone(items: Item[], read: Read): Phrase | null {
	const at = items.findIndex(({ words }) => ALONE.test(words));
	const isOnce = at >= 0 && !items.slice(at + 1).some(({ words }) => ALONE.test(words));
	const phrase = isOnce ? read(items.toSpliced(at, 1)) : null;
	const { meaning: what, negated, narrows, place } = phrase?.subject ?? {};
	const isDenied = items.some(({ is }) => is === 'not');
	if (!phrase || !what || negated || isDenied || narrows?.length || place || what.plural) return null;
	const one = (least: number) => count(what, { least, most: 1, reading: null });
	if (what.label === 'person') return { ...phrase, condition: one(1) };
	if (!what.kinds.every(isAnimal)) return null;
	const nobody = negate(count(group('person', ['person']), null));
	const others = ANIMALS.filter((kind) => !what.kinds.includes(kind));
	const noAnimal = flat('and', [one(0), negate(count(group('other animal', others), null))]);
	const sole = flat('or', [noAnimal, unknown(['alone'])]);
	return { ...phrase, condition: flat('and', [phrase.condition, nobody, sole]) };
}

const isSaidToBe = ({ is }: Item) => is === 'link' || is === 'clause';
