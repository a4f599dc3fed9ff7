/** How a table of results is filtered: names. Without packages, so that the portal needs no schema library for them. */
import type { FieldType } from './field.ts';

export const COMPARISONS = ['equals', 'contains', 'at-least', 'at-most', 'empty', 'filled'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Which comparisons a field of each type allows. */
export const COMPARISONS_OF: { [T in FieldType]: readonly Comparison[] } = {
	text: ['contains', 'equals', 'empty', 'filled'],
	number: ['equals', 'at-least', 'at-most', 'empty', 'filled'],
	amount: ['equals', 'at-least', 'at-most', 'empty', 'filled'],
	date: ['equals', 'at-least', 'at-most', 'empty', 'filled'],
	'yes-no': ['equals', 'empty', 'filled'],
	choice: ['equals', 'empty', 'filled'],
};

/** A feed gives programs at most this many of the newest rows. */
export const FEED_ROWS = 5000;
