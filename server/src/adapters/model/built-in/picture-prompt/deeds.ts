/** What a customer wants done about a condition: "send me ...", "and describe ...", "then ...". */
import { DEEDS, isQuietDeed } from '../stance.ts';

/** Where one part of a sentence may end and the next begin. */
export const BREAKS = [',', 'and', 'but', ':', 'or'];

/** Words like "and please also" before a verb. */
export const MOST_FILLERS = 8;

/** Where a condition ends because the customer says what to do about it: ", send me ...", "and describe ...", "then ...". */
export function deedIn(words: readonly string[]): number {
	return words.findIndex((word, at) => {
		if (word === 'then' || word === 'otherwise') return at > 0;
		// "... please email me": no comma is needed before that.
		if (
			at > 0 &&
			!/^(?:not|never)$/.test(words[at - 1] ?? '') &&
			DEEDS.has(word) &&
			(word === 'send' ? /^(?:me|us|an?|mail|email|messages?|alerts?)$/ : /^(?:me|us)$/).test(
				words[at + 1] ?? '',
			)
		)
			return true;
		return BREAKS.includes(word) && word !== 'or' && isDeed(deedAfter(words, at));
	});
}

/** The words behind a joint that may say what to do. */
export function deedAfter(words: readonly string[], at: number): string[] {
	let from = at + 1;
	while (
		from <= at + MOST_FILLERS &&
		(/^(?:and|please|kindly|pls|plz|then|also|,|just|but)$/.test(words[from] ?? '') ||
			(words[from] === 'do' && !/^(?:not|nothing)$/.test(words[from + 1] ?? '')))
	)
		from++;
	return words.slice(from, from + 6);
}

export const isDeed = (words: readonly string[]) => {
	const [first = '', second = '', third = ''] = words;
	if (first === 'do')
		return second === 'nothing' || (second === 'not' && (DEEDS.has(third) || VERBS.test(third)));
	return DEEDS.has(first) || isQuietDeed(words);
};

const VERBS = /^(?:disturb|bother|contact|annoy|interrupt)$/;
