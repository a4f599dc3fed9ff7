import { numberIn } from '../words.ts';
import { hasOneForm, lookUp } from './lexicon.ts';

/** How many there must be. */
export interface Quantity {
	least: number;
	most: number;
	/** How a vague amount was understood; null if it was exact. */
	reading: string | null;
	/** A number without a noun, which may also be a name: "table 4". */
	bare?: boolean;
}

const ANY = Number.POSITIVE_INFINITY;

/** Words before a number, and how they change it. */
const BEFORE: [string, (n: number) => [least: number, most: number]][] = [
	['a maximum of', (n) => [0, n]],
	['a minimum of', (n) => [n, ANY]],
	['min', (n) => [n, ANY]],
	['minimum', (n) => [n, ANY]],
	['maximum', (n) => [0, n]],
	['max', (n) => [0, n]],
	['not fewer than', (n) => [n, ANY]],
	['not less than', (n) => [n, ANY]],
	['no more than', (n) => [0, n]],
	['not more than', (n) => [0, n]],
	['no fewer than', (n) => [n, ANY]],
	['no less than', (n) => [n, ANY]],
	['more than', (n) => [n + 1, ANY]],
	['greater than', (n) => [n + 1, ANY]],
	['larger than', (n) => [n + 1, ANY]],
	['fewer than', (n) => [0, n - 1]],
	['less than', (n) => [0, n - 1]],
	['smaller than', (n) => [0, n - 1]],
	['at least', (n) => [n, ANY]],
	['minimum of', (n) => [n, ANY]],
	['at most', (n) => [0, n]],
	['maximum of', (n) => [0, n]],
	['up to', (n) => [0, n]],
	['exceeds', (n) => [n + 1, ANY]],
	['exceed', (n) => [n + 1, ANY]],
	['over', (n) => [n + 1, ANY]],
	['above', (n) => [n + 1, ANY]],
	['under', (n) => [0, n - 1]],
	['below', (n) => [0, n - 1]],
	['exactly', (n) => [n, n]],
	['precisely', (n) => [n, n]],
	['only', (n) => [n, n]],
	['just', (n) => [n, n]],
];

/** Amounts without a number. */
const VAGUE: [string, number][] = [
	['half a dozen', 6],
	['a couple of', 2],
	['a pair of', 2],
	['multiple', 2],
	['a few', 3],
	['several', 3],
	['a group of', 3],
	['a queue of', 3],
	['queue of', 3],
	['a line of', 3],
	['a crowd of', 5],
	['a lot of', 5],
	['lots of', 5],
	['plenty of', 5],
	['many', 5],
	['dozens of', 24],
	['a dozen', 12],
	['more than a few', 4],
	['numerous', 5],
	['loads of', 5],
	['tons of', 5],
];

const byStart = <T extends [string, ...unknown[]]>(phrases: T[]) =>
	Map.groupBy(phrases, ([phrase]) => phrase.split(' ')[0] ?? '');
const [BEFORE_BY_START, VAGUE_BY_START] = [byStart(BEFORE), byStart(VAGUE)];
/** The first words of all amounts that are no number: most words of a prompt begin none. */
const STARTS = new Set([
	...[...BEFORE, ...VAGUE].map(([phrase]) => phrase.split(' ')[0]),
	'between',
	'both',
	'all',
]);

/** The quantity that begins at `at`, and how many words it takes. */
export function readQuantity(
	words: readonly string[],
	at: number,
): { quantity: Quantity; length: number } | null {
	const first = words[at] ?? '';
	const isNumber = numberIn(first) !== null;
	if (!STARTS.has(first) && !isNumber) return null;
	for (const [phrase, bounds] of BEFORE_BY_START.get(first) ?? []) {
		if (!startsWith(words, at, phrase)) continue;
		const length = phrase.split(' ').length;
		const n = wholeNumber(words, at + length) ?? (length > 1 ? article(words, at + length) : null);
		if (n !== null) return exact(bounds(n.value), length + n.length);
	}
	const lower = words[at] === 'between' && words[at + 2] === 'and' ? numberIn(words[at + 1]) : null;
	const upper = numberIn(words[at + 3]);
	if (lower !== null && upper !== null) return exact([lower, upper], 4);

	const number = wholeNumber(words, at);
	if (number && !(words[at] === 'dozen' && words[at + 1] === 'of')) {
		const { value, length } = number;
		const [joint = '', next = ''] = words.slice(at + length, at + length + 2);
		if (joint === 'or' || joint === 'to' || joint === 'and') {
			const other = numberIn(next);
			if (joint !== 'and' && other !== null && other > value) return exact([value, other], length + 2);
			if (['more', 'up', 'above', 'over'].includes(next)) return exact([value, ANY], length + 2);
			if (['fewer', 'less', 'under'].includes(next)) return exact([0, value], length + 2);
		}
		if (value === 0) return exact([0, 0], length);
		const reading =
			value > 1 ? `“${words.slice(at, at + length).join(' ')}” is read as at least ${value}` : null;
		return { quantity: { least: value, most: ANY, reading, bare: true }, length };
	}
	if (words[at] === 'both' || words[at] === 'all') {
		const from = behindOf(words, at + 1);
		// "All three horses", "all three of my cats".
		const all = words[at] === 'both' ? { value: 2, length: 0 } : wholeNumber(words, from);
		const end = behindOf(words, from + (all?.length ?? 0));
		const what = lookUp(words, end)?.meaning;
		// "Both a dog and a cat" is only a list.
		const isMany = what?.plural || (what && hasOneForm(what.label));
		return all && all.value > 1 && isMany ? exact([all.value, ANY], end - at) : null;
	}
	for (const [phrase, least] of VAGUE_BY_START.get(first) ?? []) {
		// "As many people as chairs" compares.
		if (!startsWith(words, at, phrase) || (phrase === 'many' && words[at - 1] === 'as')) continue;
		// A pair of scissors is one thing.
		if (phrase === 'a pair of' && lookUp(words, at + 1)) continue;
		const reading = `“${phrase}” is read as at least ${least}`;
		return { quantity: { least, most: ANY, reading }, length: phrase.split(' ').length };
	}
	return null;
}

/** Where the words behind "of the", "my" begin. */
function behindOf(words: readonly string[], at: number): number {
	const length = words.slice(at, at + 2).findIndex((word) => !/^(?:of|the|my|our)$/.test(word));
	return at + (length < 0 ? 2 : length);
}

/** "At least a person"; but "under a car" is a place. */
const article = (words: readonly string[], at: number) => {
	if (words[at] !== 'a' && words[at] !== 'an') return null;
	return words[at + 1] === 'dozen' ? { value: 12, length: 2 } : { value: 1, length: 1 };
};

/** "3", "three", "twenty five", "two dozen", "two hundred". */
function wholeNumber(words: readonly string[], at: number): { value: number; length: number } | null {
	const first = numberIn(words[at]);
	if (first === null) return null;
	const next = /^\p{L}/u.test(words[at + 1] ?? '') ? numberIn(words[at + 1]) : null;
	if (next !== null && (next === 12 || next === 100) && words[at + 1] !== 'twelve') {
		return { value: first * next, length: 2 };
	}
	const isTens = /^\p{L}/u.test(words[at] ?? '') && first >= 20 && first < 100;
	if (isTens && next !== null && next > 0 && next < 10) return { value: first + next, length: 2 };
	return { value: first, length: 1 };
}

/** What follows a number and its thing: "twenty people or more". */
const BOUNDS: [string, 'least' | 'most' | 'exact'][] = [
	['or more', 'least'],
	['and more', 'least'],
	['or above', 'least'],
	['and up', 'least'],
	['or over', 'least'],
	['at least', 'least'],
	['minimum', 'least'],
	['or fewer', 'most'],
	['or less', 'most'],
	['at most', 'most'],
	['maximum', 'most'],
	['max', 'most'],
	['exactly', 'exact'],
];

const BOUND_STARTS = new Set(BOUNDS.map(([phrase]) => phrase.split(' ')[0]));

/** The bound that begins at `at`. */
export function readBound(words: readonly string[], at: number) {
	if (!BOUND_STARTS.has(words[at] ?? '')) return null;
	const found = BOUNDS.find(([phrase]) => startsWith(words, at, phrase));
	return found ? { bound: found[1], length: found[0].split(' ').length } : null;
}

/** A quantity with the bound that was said behind it. */
export function bounded(quantity: Quantity, bound: 'least' | 'most' | 'exact'): Quantity {
	const { least } = quantity;
	if (bound === 'least') return { least, most: ANY, reading: null };
	return { least: bound === 'most' ? 0 : least, most: least, reading: null };
}

const startsWith = (words: readonly string[], at: number, phrase: string) =>
	phrase.startsWith(words[at] ?? '.') && phrase.split(' ').every((word, index) => words[at + index] === word);

const exact = ([least, most]: [number, number], length: number) => ({
	quantity: { least: Math.max(0, least), most, reading: null },
	length,
});
