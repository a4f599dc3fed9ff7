/**
 * The words of a prompt. Reading is made of three small tools, and knows no language:
 * - `sentencesOf(prompt)` gives the words, sentence by sentence. `saidBy(words)` is how they stand in the prompt.
 * - `new Lexicon(entries)` finds the longest known phrase at a word (`at`), and repairs the spelling of its words (`repaired`).
 * - `new Pattern('[please] (tell|mail) me if {condition}')` takes a whole sentence apart (`match`).
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
	'"(?<q1>[^"\\n]{1,200})"|“(?<q2>[^”“\\n]{1,200})[”“]|„(?<q3>[^“”"\\n]{1,200})[“”"]|[«»](?<q4>[^«»\\n]{1,200})[«»]|(?<![\\p{L}\\p{N}])[\'‘](?<q5>[^\'’\\n]{1,200})[\'’](?![\\p{L}\\p{N}])';
/** Dots in these end no sentence. */
const SHORTENED =
	'(?<short>(?:[ap]\\.\\s?m|e\\.\\s?g|i\\.\\s?e|z\\.\\s?b|d\\.\\s?h|u\\.\\s?a|etc|approx|bzw|ca|dr|prof|evtl|ggf|inkl|exkl|mr|mrs|nr|no(?=\\.\\s?\\d))\\.)';
const ADDRESS =
	// “E.ON” is one word.
	'\\p{L}\\.\\p{L}{2,}(?!\\p{L})|[\\p{L}\\p{N}._%+-]{0,64}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63})+|[\\p{L}\\p{N}-]{2,63}(?:\\.[\\p{L}\\p{N}-]{2,63}){0,3}\\.(?:com|net|org|de|eu|at|ch|uk|us|io|info|example|test)(?![\\p{L}\\p{N}])';
const TOKEN = new RegExp(
	`(?<gap>[^\\S\\n]+)|${QUOTED}|(?<![\\p{L}\\p{N}])(?:${ADDRESS}|${SHORTENED})|(?<time>\\d{1,2}:\\d{2})|(?<number>\\d{1,12}(?:[.,']\\d{1,12})*)|(?<word>o['’]clock(?!\\p{L})|\\p{L}[\\p{L}\\p{M}]*?(?=n['’]t(?!\\p{L}))|n['’]t(?!\\p{L})|['’](?:s|m|d|ll|re|ve)(?!\\p{L})|\\p{L}[\\p{L}\\p{M}]*)|(?<end>[.!?…。！？\\n]+)|(?<sign>\\S)`,
	'giu',
);
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
	for (const found of text.matchAll(TOKEN)) {
		const [said] = found;
		const groups = found.groups ?? {};
		if (groups.gap !== undefined) {
			gap = true;
			continue;
		}
		if (groups.end !== undefined) {
			end(/[?？]/.test(said));
			continue;
		}
		if (ORNAMENT.test(said)) continue;
		if (said === ';') {
			end(false);
			continue;
		}
		const next = text[found.index + said.length] ?? ' ';
		// A hyphen joins words; a dash is a comma.
		if (DASH.test(said) && !gap && /\p{L}|\p{N}/u.test(next)) {
			gap = false;
			if (/^\d/.test(words.at(-1)?.text ?? '') && /\d/.test(next)) words.push({ text: '-', said, gap });
			continue;
		}
		const quote = groups.q1 ?? groups.q2 ?? groups.q3 ?? groups.q4 ?? groups.q5;
		words.push(
			quote === undefined
				? { text: plain(said), said, gap }
				: { text: quote.trim().toLowerCase(), said: quote.trim(), gap, quoted: true },
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

/** How words stand in the prompt. */
export const saidBy = (words: readonly Word[]): string =>
	words
		.map(({ said, gap, quoted }, at) => `${at > 0 && gap ? ' ' : ''}${quoted ? `“${said}”` : said}`)
		.join('');
