import { COMING_AND_GOING, lookUp, type Meaning } from './lexicon.ts';
import { type Quantity, readQuantity } from './quantity.ts';
import {
	ARTICLES,
	CHANGES,
	EMPTY_WORDS,
	LINKS,
	NEGATIONS,
	NOTHING,
	PASSED_OVER,
	PLACES,
	RELATIONS,
} from './words.ts';

export type Joint = 'and' | 'or' | 'but' | 'with' | 'comma' | 'unless';

/** What a stretch of words does in a condition. Words that do nothing leave no item. */
export type Item = { from: number; to: number } & (
	| { is: 'object'; meaning: Meaning; words: string; reading: string | null }
	| { is: 'quantity'; quantity: Quantity; words: string }
	| { is: 'joint'; joint: Joint }
	| { is: 'not' | 'article' | 'link' | 'clause' }
	| { is: 'nothing' | 'relation' | 'place' | 'passed over' | 'change' | 'unknown'; words: string }
);

const PERSON: Meaning = { label: 'person', kinds: ['person'], plural: false, said: 'person' };
/** What a place is empty of when it is simply empty; a bench or a flower pot does not fill a yard. */
export const COMERS: Meaning = {
	label: 'person, animal or vehicle',
	kinds: COMING_AND_GOING,
	plural: false,
	said: 'empty',
};
const CROWD: Quantity = {
	least: 5,
	most: Number.POSITIVE_INFINITY,
	reading: '“crowd” is read as at least 5 people',
};

const JOINTS: Record<string, Joint> = {
	and: 'and',
	plus: 'and',
	or: 'or',
	nor: 'or',
	but: 'but',
	with: 'with',
	',': 'comma',
	':': 'comma',
	unless: 'unless',
};

/** Reads words into items, from left to right, the longest first. */
export function toItems(words: readonly string[]): Item[] {
	const items: Item[] = [];
	let at = 0;
	while (at < words.length) {
		const from = at;
		const [taken, ...read] = readAt(words, at);
		at += taken;
		items.push(...read.map((item) => ({ ...item, from, to: at })));
	}
	return items;
}

/** An item without its place; distributes over the union. */
type Bare<T> = T extends unknown ? Omit<T, 'from' | 'to'> : never;

function readAt(words: readonly string[], at: number): [taken: number, ...Bare<Item>[]] {
	const word = words[at] ?? '';
	const next = words[at + 1];
	const text = (length: number) => words.slice(at, at + length).join(' ');

	if (word === 'there' && (LINKS.has(next ?? '') || next === 'will')) return [1, { is: 'clause' }];
	if (word === 'if' || word === 'when' || word === 'whenever') return [1, { is: 'clause' }];
	if (word === 'nobody') {
		if (next === 'but' || next === 'except') return [2, { is: 'unknown', words: text(2) }];
		return [1, { is: 'not' }, { is: 'object', meaning: PERSON, words: word, reading: null }];
	}
	if (word === 'crowd' || word === 'crowds') {
		return [
			1,
			{ is: 'quantity', quantity: CROWD, words: word },
			{ is: 'object', meaning: PERSON, words: word, reading: null },
		];
	}
	if (NOTHING.has(word) && next === 'of') return [2, { is: 'not' }];
	if (word === 'nothing' && next === 'but') return [2, { is: 'unknown', words: text(2) }];
	if (NOTHING.has(word)) return [1, { is: 'nothing', words: word }];

	const quantity = readQuantity(words, at);
	if (quantity) {
		return [quantity.length, { is: 'quantity', quantity: quantity.quantity, words: text(quantity.length) }];
	}
	const found = lookUp(words, at);
	if (found) {
		const { meaning, length, reading } = found;
		return [length, { is: 'object', meaning, words: text(length), reading }];
	}
	if (word === 'without') return [1, { is: 'joint', joint: 'with' }, { is: 'not' }];
	const joint = JOINTS[word];
	if (joint && Object.hasOwn(JOINTS, word)) return [1, { is: 'joint', joint }];
	if (NEGATIONS.has(word)) return [1, { is: 'not' }];
	if (CHANGES.has(word)) return [1, { is: 'change', words: word }];
	if (ARTICLES.has(word)) return [1, { is: 'article' }];
	if (LINKS.has(word)) return [1, { is: 'link' }];
	if (RELATIONS.has(word)) return [1, { is: 'relation', words: word }];
	if (PASSED_OVER.has(word)) return [1, { is: 'passed over', words: word }];
	if (PLACES.has(word)) {
		const length = words.slice(at).findIndex((later) => !PLACES.has(later));
		const taken = length < 0 ? words.length - at : length;
		return [taken, { is: 'place', words: text(taken) }];
	}
	if (EMPTY_WORDS.has(word) || /^[^\p{L}\p{N}]$/u.test(word)) return [1];
	return [1, { is: 'unknown', words: word }];
}
