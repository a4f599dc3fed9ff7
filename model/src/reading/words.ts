/**
 * The words of a prompt. Reading is made of three small tools, and knows no language:
 * - `sentencesOf(prompt)` gives the words, sentence by sentence. `saidBy(words)` is how they stand in the prompt.
 * - `new Lexicon(entries)` finds the longest known phrase at a word (`at`), and repairs the spelling of its words (`repaired`).
 * - `phrasesOf('(tell|mail) me [now]')` writes a short form out, and `formOf('how much is {x}')` finds what stands in it.
 */
import { normalised } from '@watchword/contract/normalised';

export interface Word {
	/** In lower case, with plain apostrophes and without accents typed as marks. */
	text: string;
	/** As it stands in the prompt. */
	said: string;
	/** A space is before it. */
	gap: boolean;
	/** The whole of what stands between quotation marks, as one word. */
	quoted?: true;
}

export interface Sentence {
	words: Word[];
	/** It ends with a question mark. */
	asks: boolean;
}

const QUOTED =
	'"[^"\\n]{1,200}"|“[^”“\\n]{1,200}[”“]|„[^“”"\\n]{1,200}[“”"]|[«»][^«»\\n]{1,200}[«»]|(?<![\\p{L}\\p{N}])[\'‘][^\'’\\n]{1,200}[\'’](?![\\p{L}\\p{N}])';
/** Dots in these end no sentence. */
const SHORTENED =
	'(?:[ap]\\.\\s?m|e\\.\\s?g|i\\.\\s?e|z\\.\\s?b|d\\.\\s?h|u\\.\\s?a|etc|approx|bzw|ca|dr|prof|evtl|ggf|inkl|exkl|mr|mrs|nr|no(?=\\.\\s?\\d))\\.';
const ADDRESS =
	// “E.ON” is one word.
	'\\p{L}\\.\\p{L}{2,}(?!\\p{L})|[\\p{L}\\p{N}._%+-]{0,64}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63})+|[\\p{L}\\p{N}-]{2,63}(?:\\.[\\p{L}\\p{N}-]{2,63}){0,3}\\.(?:com|net|org|de|eu|at|ch|uk|us|io|info|example|test)(?![\\p{L}\\p{N}])';
const TOKEN = new RegExp(
	`[^\\S\\n]+|${QUOTED}|(?<![\\p{L}\\p{N}])(?:${ADDRESS}|${SHORTENED})|\\d{1,2}:\\d{2}|\\d{1,12}(?:[.,']\\d{1,12})*|o['’]clock(?!\\p{L})|\\p{L}[\\p{L}\\p{M}]*?(?=n['’]t(?!\\p{L}))|n['’]t(?!\\p{L})|['’](?:s|m|d|ll|re|ve)(?!\\p{L})|\\p{L}[\\p{L}\\p{M}]*|[.!?…。！？\\n]+|\\S`,
	'giu',
);
const GAP = /^[^\S\n]/;
const END = /^[.!?…。！？\n]+$/;
const IS_QUOTED = /^["“„«»'‘].+["”“«»'’]$/;
/** What only shows how a text is set. */
const ORNAMENT = /^[*_#•·`\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]$/u;
const DASH = /^[–—-]$/;

/** Some characters stand for a whole phrase, which is what is read. */
export const isLonger = (prompt: string, most: number): boolean =>
	prompt.length > most || normalised(prompt, 'NFKC').length > most;

/** Splits a prompt into its sentences. Line breaks and semicolons end one too. */
export function sentencesOf(prompt: string): Sentence[] {
	const sentences: Sentence[] = [];
	let words: Word[] = [];
	let gap = true;
	const end = (asks: boolean) => {
		if (words.length > 0) sentences.push({ words, asks });
		else if (asks && sentences.length > 0)
			sentences[sentences.length - 1] = { ...(sentences.at(-1) as Sentence), asks };
		words = [];
		gap = true;
	};
	const text = normalised(prompt, 'NFKC');
	let at = 0;
	for (const said of text.match(TOKEN) ?? []) {
		at += said.length;
		if (GAP.test(said)) {
			gap = true;
			continue;
		}
		if (END.test(said)) {
			end(/[?？]/.test(said));
			continue;
		}
		if (ORNAMENT.test(said)) continue;
		if (said === ';') {
			end(false);
			continue;
		}
		const next = text[at] ?? ' ';
		// A hyphen joins words; a dash is a comma.
		if (DASH.test(said) && !gap && /\p{L}|\p{N}/u.test(next)) {
			gap = false;
			if (/^\d/.test(words.at(-1)?.text ?? '') && /\d/.test(next)) words.push({ text: '-', said, gap });
			continue;
		}
		const quote = IS_QUOTED.test(said) ? said.slice(1, -1).trim() : null;
		words.push(
			quote === null
				? { text: plain(said), said, gap }
				: { text: quote.toLowerCase(), said: quote, gap, quoted: true },
		);
		gap = false;
	}
	end(false);
	return sentences;
}

const plain = (said: string) => {
	const text = said.toLowerCase().replace(/[‘’ʼ]/g, "'");
	return DASH.test(text) ? ',' : /^[ap]\.\s?m\.$/.test(text) ? text.replace(/[.\s]/g, '') : text;
};

/** Without some words at both ends. */
export function trimmed(words: readonly Word[], isLoose: RegExp): Word[] {
	const isWanted = ({ text, quoted }: Word) => quoted || !isLoose.test(text);
	const from = words.findIndex(isWanted);
	return from < 0 ? [] : words.slice(from, words.findLastIndex(isWanted) + 1);
}

/** How words stand in the prompt. */
export const saidBy = (words: readonly Word[]): string =>
	words
		.map(({ said, gap, quoted }, at) => `${at > 0 && gap ? ' ' : ''}${quoted ? `“${said}”` : said}`)
		.join('');
