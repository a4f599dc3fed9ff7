import { numberIn } from './words.ts';

/** How many there must be. */
export interface Quantity {
	least: number;
	most: number;
	/** How a vague amount was taken; null where it was said exactly. */
	reading: string | null;
}

const ANY = Number.POSITIVE_INFINITY;

/** What may stand before a number, and what it makes of it. */
const BEFORE: [string, (n: number) => [least: number, most: number]][] = [
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
	['a couple of', 2],
	['a couple', 2],
	['a pair of', 2],
	['multiple', 2],
	['a few', 3],
	['several', 3],
	['a group of', 3],
	['a crowd of', 5],
	['a lot of', 5],
	['lots of', 5],
	['plenty of', 5],
	['many', 5],
	['dozens of', 24],
	['a dozen', 12],
];

/** The quantity that begins at `at`, and how many words it takes. */
export function readQuantity(
	words: readonly string[],
	at: number,
): { quantity: Quantity; length: number } | null {
	for (const [phrase, bounds] of BEFORE) {
		const length = phrase.split(' ').length;
		const n = startsWith(words, at, phrase) ? numberOrArticle(words[at + length], length > 1) : null;
		if (n !== null) return exact(bounds(n), length + 1);
	}
	const lower = words[at] === 'between' && words[at + 2] === 'and' ? numberIn(words[at + 1]) : null;
	const upper = numberIn(words[at + 3]);
	if (lower !== null && upper !== null) return exact([lower, upper], 4);

	const n = numberIn(words[at]);
	if (n !== null) {
		if (['or', 'and'].includes(words[at + 1] ?? '')) {
			const other = numberIn(words[at + 2]);
			if (words[at + 1] === 'or' && other !== null && other > n) return exact([n, other], 3);
			if (words[at + 2] === 'more') return exact([n, ANY], 3);
			if (words[at + 2] === 'fewer' || words[at + 2] === 'less') return exact([0, n], 3);
		}
		if (n === 0) return exact([0, 0], 1);
		const reading = n > 1 ? `“${words[at]}” is read as at least ${n}` : null;
		return { quantity: { least: n, most: ANY, reading }, length: 1 };
	}
	for (const [phrase, least] of VAGUE) {
		if (!startsWith(words, at, phrase)) continue;
		const reading = `“${phrase}” is read as at least ${least}`;
		return { quantity: { least, most: ANY, reading }, length: phrase.split(' ').length };
	}
	return null;
}

/** "At least a person"; but "under a car" is a place. */
const numberOrArticle = (word: string | undefined, orArticle: boolean) =>
	orArticle && (word === 'a' || word === 'an') ? 1 : numberIn(word);

const startsWith = (words: readonly string[], at: number, phrase: string) =>
	phrase.split(' ').every((word, index) => words[at + index] === word);

const exact = ([least, most]: [number, number], length: number) => ({
	quantity: { least: Math.max(0, least), most, reading: null },
	length,
});
