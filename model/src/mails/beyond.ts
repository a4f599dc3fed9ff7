/** What of a prompt is not understood, in its own words. */
import type { Condition, Part } from '@watchword/contract/condition';
import { saidBy, trimmed as trimmedOf, type Word } from '../reading/words.ts';

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
export const trimmed = (words: readonly Word[]) => trimmedOf(words, /^(?:and|or|but|,|:|\(|\)|then)$/);
