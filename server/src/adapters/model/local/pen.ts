import type { Answer } from '@watchword/contract/verdict';

export type Verdict = Answer['verdict'];

/** A text that is being written: it yields the next token, and goes on when `scores` are those of the token after it. */
export type Writing<T> = Generator<number, T, void>;

/** The tokens of a model, as a pen needs them. */
export interface Letters {
	encode(text: string): number[];
	decode(tokens: number[]): string;
	/** Tokens that are no text, such as the end of an answer. */
	special: ReadonlySet<number>;
}

/** What a word is chosen by: the likelihood of each choice among all of them. */
interface Chosen<Choice extends string> {
	choice: Choice;
	likelihood: number;
	/** How much likelier it is than the next one. */
	margin: number;
}

/**
 * Writes the answer of a language model token by token, so that it always has the form that was asked for: some words are given,
 * some are chosen among a few by their likelihood, and the rest is the model's own, up to a length.
 */
export class Pen {
	/** The scores of all tokens for the place that is written next. */
	scores: ArrayLike<number> = [];
	readonly #letters: Letters;

	constructor(letters: Letters) {
		this.#letters = letters;
	}

	/** Writes given words. */
	*say(words: string): Writing<void> {
		yield* this.#letters.encode(words);
	}

	/** Lets the model write one line of its own, at most so many tokens; a sentence ends with its mark. */
	*write(most: number, ends: 'line' | 'sentence' | 'text'): Writing<string> {
		const tokens: number[] = [];
		let text = '';
		while (tokens.length < most) {
			const token = this.#likeliest(tokens.length === 0);
			if (token === null) break;
			const longer = this.#letters.decode([...tokens, token]);
			if (ends !== 'text' && text.trim() !== '' && /\n/.test(longer.trimStart())) break;
			tokens.push(token);
			text = longer;
			yield token;
			if (ends === 'sentence' && /\S{2}\s.*[.!?]["')]?$/.test(text.trim())) break;
			if (repeats(tokens)) break;
		}
		// Half of a letter may be left where the text was cut off.
		return text.replace(/\ufffd+$/, '').trim();
	}

	/** Lets the model choose one of these. Their first different tokens decide. */
	*choose<Choice extends string>(choices: readonly Choice[]): Writing<Chosen<Choice>> {
		// With the end of the line, no choice is the beginning of another.
		let left = choices.map((choice) => ({ choice, tokens: this.#letters.encode(`${choice}\n`) }));
		let [likelihood, margin] = [1, 1];
		for (let at = 0; ; at++) {
			const [first] = left;
			if (!first) throw new Error('there is nothing to choose from');
			if (left.length === 1) {
				yield* first.tokens.slice(at);
				return { choice: first.choice, likelihood, margin };
			}
			const next = [...new Set(left.flatMap(({ tokens }) => tokens[at] ?? []))];
			const shares = sharesOf(next.map((token) => this.scores[token] ?? Number.NEGATIVE_INFINITY));
			const [best = 0, second = 0] = [...shares].sort((a, b) => b - a);
			const token = next[shares.indexOf(best)];
			if (token === undefined) return { choice: first.choice, likelihood, margin };
			if (next.length > 1) {
				margin = Math.min(margin, likelihood * (best - second));
				likelihood *= best;
			}
			left = left.filter(({ tokens }) => tokens[at] === token);
			yield token;
		}
	}

	/** The likeliest token; null for the end of the text, which is not at its beginning. */
	#likeliest(isFirst: boolean): number | null {
		const { scores } = this;
		let best = -1;
		for (let token = 0; token < scores.length; token++) {
			if (isFirst && this.#letters.special.has(token)) continue;
			if (best < 0 || Number(scores[token]) > Number(scores[best])) best = token;
		}
		return best < 0 || this.#letters.special.has(best) ? null : best;
	}
}

/** Small models fall into loops: the same few tokens at least three times in a row. */
function repeats(tokens: number[]): boolean {
	for (let period = 1; period <= 12; period++) {
		const length = period * Math.max(3, Math.ceil(9 / period));
		const last = tokens.slice(-length);
		if (last.length === length && last.every((token, at) => token === last[at % period])) return true;
	}
	return false;
}

/** Scores as shares of one. */
function sharesOf(scores: number[]): number[] {
	const highest = Math.max(...scores);
	const weights = scores.map((score) => Math.exp(score - highest));
	const sum = weights.reduce((total, weight) => total + weight, 0);
	return weights.map((weight) => (sum > 0 ? weight / sum : 1 / scores.length));
}
