/** How a table of results is filtered: names. Free of packages, so that the portal carries no schema library for them. */
import type { FieldType } from './field.ts';

export const COMPARISONS = ['equals', 'contains', 'at-least', 'at-most', 'empty', 'filled'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What can be asked of a field of each type. */
export const COMPARISONS_OF: { [T in FieldType]: readonly Comparison[] } = {
	text: ['contains', 'equals', 'empty', 'filled'],
	number: ['equals', 'at-least', 'at-most', 'empty', 'filled'],
	amount: ['equals', 'at-least', 'at-most', 'empty', 'filled'],
	date: ['equals', 'at-least', 'at-most', 'empty', 'filled'],
	'yes-no': ['equals', 'empty', 'filled'],
	choice: ['equals', 'empty', 'filled'],
};

/** Programs read at most so many of the newest rows from a feed. */
export const FEED_ROWS = 5000;
