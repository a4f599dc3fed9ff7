/** A word or a phrase of a prompt, with what it may mean. */
import type { Comparison, Hours, PicturePart } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import type { Kind, Vocabulary } from './vocabulary.ts';
import type { Role } from './words.ts';

export interface Amount extends Comparison {
	/** Only a number was said: "two" is at least two. */
	isBare?: true;
	/** "Over" may be a place, and "between 2 and 4" a time. */
	isLoose?: true;
}

export interface Item {
	words: readonly Word[];
	roles: readonly Role[];
	kind?: Kind | undefined;
	part?: PicturePart | undefined;
	amount?: Amount;
	/** "Or more", behind a number. */
	bound?: Comparison['compare'];
	/** Null for how long, or for a moment such as "at 3 pm", which is a minute or an hour. */
	hours?: Hours | null;
	/** A name of a zone. */
	zone?: string;
	/** So many minutes ago. */
	ago?: number;
	/** What must be written there. */
	texts?: string[];
	/** Words that the examples decide. */
	taught?: string;
}

export const is = (item: Item | undefined, ...roles: Role[]) =>
	item?.roles.some((role) => roles.includes(role)) ?? false;
export const textOf = ({ words }: Item) => words.map(({ text }) => text).join(' ');

/** What a word may mean, with nothing else of it. */
export const rolesAt = (words: readonly Word[], at: number, { names }: Vocabulary): Item => ({
	words: [],
	roles: names.at(words, at)?.meaning.roles ?? [],
});

export const wordsOf = (items: readonly Item[]): Word[] => items.flatMap(({ words }) => [...words]);
