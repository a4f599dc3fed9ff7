/** What a phrase of a condition comes to. */
import type { KnownObject } from '@watchword/contract/known-objects';
import type { Condition } from '../sight/condition.ts';
import type { Where } from '../sight/zones.ts';
import type { Joint } from './joints.ts';
import { COMING_AND_GOING, type Meaning } from './lexicon.ts';
import type { PhraseContext, Said } from './phrase-parts.ts';
import type { Quantity } from './quantity.ts';

/** What a phrase is about, so that the next phrase can refer to it. */
export interface Subject {
	meaning: Meaning;
	negated: boolean;
	quantity: Quantity | null;
	/** What it is said to be at. */
	place: Meaning | null;
	/** It is said not to be there. */
	isElsewhere: boolean;
	/** What else is said to be there: "a cup or a bottle on the table". */
	alike: Meaning[];
	/** What is said of it that the detector cannot judge. */
	narrows: string[];
	/** What it is at, or has. */
	beside: Said['touches'][number] | null;
	where: Where | null;
}

export interface Phrase {
	condition: Condition;
	subject: Subject | null;
	/** The negation of the phrase before applies to it too: both must be true, whatever joins them. */
	sharesNegation: boolean;
	/** So does its number: "more than 3 cats and dogs". */
	sharesQuantity?: boolean;
}

export type Surroundings = PhraseContext & { before: Subject | null; joint: Joint | null };

export const COMERS: Meaning = group('person, animal or vehicle', COMING_AND_GOING);
export function group(label: string, kinds: readonly KnownObject[]): Meaning {
	return { label, kinds, plural: false, said: label };
}

export const alone = (condition: Condition): Phrase => ({ condition, subject: null, sharesNegation: false });
export const unknown = (words: string[]): Condition => ({ op: 'unknown', words });
