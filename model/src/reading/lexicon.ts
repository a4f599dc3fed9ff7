/** Phrases and what they mean. */
import type { Word } from './words.ts';

/** Shorter words are too often one letter away from another word: a goat is no boat. */
const SHORTEST = 5;
/** A longer one is no word. */
const LONGEST = 40;

interface Found<Meaning> {
	meaning: Meaning;
	length: number;
}

export class Lexicon<Meaning> {
	/** Phrases by their first word, the longest first. */
	readonly #phrases = new Map<string, { words: string[]; meaning: Meaning }[]>();
	readonly #words = new Set<string>();
	/** Words that are no slips, and are not meant by one either. */
	readonly #real: ReadonlySet<string>;
	/** What was found in the words that were looked at last, which are looked at again and again. */
	#looked: readonly Word[] = [];
	#found: (Found<Meaning> | null)[] = [];
	/** Known words by their first letter and their length. */
	readonly #alike = new Map<string, string[]>();

	/** Phrases are words with spaces between them, in lower case; of two that are the same, the first counts. */
	constructor(entries: Iterable<readonly [phrase: string, meaning: Meaning]>, real: Iterable<string> = []) {
		for (const [phrase, meaning] of entries) {
			const words = phrase.replaceAll('-', ' ').split(' ');
			const [first = ''] = words;
			const others = this.#phrases.get(first);
			if (others) others.push({ words, meaning });
			else this.#phrases.set(first, [{ words, meaning }]);
			for (const word of words) this.#words.add(word);
		}
		for (const phrases of this.#phrases.values()) phrases.sort((a, b) => b.words.length - a.words.length);
		for (const word of this.#words) {
			if (word.length < SHORTEST) continue;
			const alike = this.#alike.get(keyOf(word));
			if (alike) alike.push(word);
			else this.#alike.set(keyOf(word), [word]);
		}
		this.#real = new Set(real);
	}

	/** The longest phrase that begins at a word. */
	at(words: readonly Word[], from: number): Found<Meaning> | null {
		if (words !== this.#looked) [this.#looked, this.#found] = [words, []];
		const known = this.#found[from];
		if (known !== undefined) return known;
		const found = this.#find(words, from);
		this.#found[from] = found;
		return found;
	}

	#find(words: readonly Word[], from: number): Found<Meaning> | null {
		const found = this.#phrases
			.get(words[from]?.text ?? '')
			?.find((phrase) =>
				phrase.words.every((word, at) => words[from + at]?.text === word && !words[from + at]?.quoted),
			);
		return found ? { meaning: found.meaning, length: found.words.length } : null;
	}

	knows(word: string): boolean {
		return this.#words.has(word);
	}

	words(): string[] {
		return [...this.#words];
	}

	/** The words, where one that is not known is one slip away from exactly one that is: "bicylce". */
	repaired(words: readonly Word[]): Word[] {
		return words.map((word) => {
			if (
				word.quoted ||
				word.text.length < SHORTEST - 1 ||
				word.text.length > LONGEST ||
				this.#words.has(word.text) ||
				this.#real.has(word.text)
			)
				return word;
			const [meant, ...others] = this.#nearest(word.text);
			return meant !== undefined && others.length === 0 ? { ...word, text: meant } : word;
		});
	}

	/** Hardly anyone mistypes the first letter: a jacket is no racket. */
	#nearest(word: string): string[] {
		const lengths = [word.length - 1, word.length, word.length + 1];
		return lengths
			.flatMap((length) => this.#alike.get(keyOf(word, length)) ?? [])
			.filter((known) => isOneSlip(word, known));
	}
}

const keyOf = (word: string, length = word.length) => `${word[0]}${length}`;

/** These make other words: “ausfüllt” is no “ausfällt”. */
const UMLAUTS = /^[äöü]$/;

/** Whether one letter is missing, too many, wrong, or has changed places with the next. */
function isOneSlip(word: string, known: string): boolean {
	let at = 0;
	while (at < word.length && word[at] === known[at]) at++;
	const [own, other] = [word.slice(at), known.slice(at)];
	if (UMLAUTS.test(own.charAt(0)) && UMLAUTS.test(other.charAt(0))) return false;
	return (
		own.slice(1) === other.slice(1) ||
		own.slice(1) === other ||
		own === other.slice(1) ||
		(own[0] === other[1] && own[1] === other[0] && own.slice(2) === other.slice(2))
	);
}
