/** What of a prompt is not understood, in its own words. */
import type { Condition, Part } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';

export const LONGEST_BEYOND = 80;

export const beyond = (words: readonly Word[]): Part => ({
	is: 'beyond',
	words: shortened(saidBy(trimmed(words)).replace(/^[\s,:–-]+|[\s,:]+$/g, '')) || '…',
});

export const isBeyond = (condition: Condition) => condition.is === 'beyond';

const shortened = (text: string) =>
	text.length <= LONGEST_BEYOND
		? text
		: `${text
				.slice(0, LONGEST_BEYOND - 1)
				.toWellFormed()
				.trimEnd()}…`;

/** Without joints and commas at both ends. */
export function trimmed(words: readonly Word[]): Word[] {
	const isLoose = (word: Word | undefined) =>
		word !== undefined && !word.quoted && /^(?:and|or|but|,|:|\(|\)|then)$/.test(word.text);
	let [from, to] = [0, words.length];
	while (from < to && isLoose(words[from])) from++;
	while (to > from && isLoose(words[to - 1])) to--;
	return words.slice(from, to);
}
