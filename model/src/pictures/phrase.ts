/** What one phrase of a sentence says: what it is about, how many, where, and which of it. */
import type { Condition, Place } from '@watchword/contract/condition';
import { KIND_GROUPS } from '@watchword/contract/kind-groups';
import type { Word } from '../reading/words.ts';
import type { Amount, Item } from './item.ts';
import type { Kind, Vocabulary } from './vocabulary.ts';

/** What the sentences before have named. */
export interface Context {
	vocabulary: Vocabulary;
	/** "It", "them", "more than 3". */
	about: Kind | null;
	/** What is read: "it is above 40". */
	read: string | null;
	where: Place | undefined;
}

export interface Phrase {
	words: readonly Word[];
	kind: Kind | null;
	article: 'a' | 'the' | null;
	amount: Amount | null;
	/** Words that outlines do not show, such as "red". */
	which: Word[][];
	/** So many of them stand before the thing. */
	before: number;
	where: Place | undefined;
	/** A place without an outline, which is what the camera looks at. */
	placed: string | null;
	beside: { how: 'on' | 'with' | 'near'; kind: Kind } | null;
	/** Others that are there too, or not: "with a ball", "without a person". */
	others: { kind: Kind; amount: Amount | null; isMissing: boolean }[];
	/** What is left out: "except trucks". */
	except: { kind: Kind; words: readonly Word[] }[];
	/** The word that negates it. */
	not: 'no' | 'not' | 'nobody' | 'neither' | null;
	isGone: boolean;
	isEmpty: boolean;
	/** A place that it is about: "the office is empty". */
	place: Item | null;
	/** It says what somebody or something does or is. */
	hasVerb: boolean;
	/** "Comes", which nothing does that stands still, and "lies", which matters unless it says where. */
	does: readonly Word[] | null;
	lies: readonly Word[] | null;
	hours: Condition[];
	/** The hours come before what is there: "at night a person". */
	isLedByHours: boolean;
	/** How long or by when, which one picture does not show. */
	times: (readonly Word[])[];
	texts: string[] | null;
	/** What has something written on it, or shows a number. */
	surface: Item | null;
	taught: string | null;
	trend: 'up' | 'down' | 'changed' | null;
	ago: number | null;
	isPercent: boolean;
	/** "Only people". */
	isOnly: boolean;
	/** Its words do not fit together: it is beyond. */
	isOpen: boolean;
}

export const phraseOf = (words: readonly Word[]): Phrase => ({
	words,
	kind: null,
	article: null,
	amount: null,
	which: [],
	before: 0,
	where: undefined,
	placed: null,
	beside: null,
	others: [],
	except: [],
	not: null,
	isGone: false,
	isEmpty: false,
	place: null,
	hasVerb: false,
	does: null,
	lies: null,
	hours: [],
	isLedByHours: false,
	times: [],
	texts: null,
	surface: null,
	taught: null,
	trend: null,
	ago: null,
	isPercent: false,
	isOnly: false,
	isOpen: false,
});

/** Whether it names something, and does not only say more of what was named. */
export const isNamed = ({ kind, place, surface, texts, taught, isOpen }: Phrase) =>
	isOpen || [kind, place, surface, texts, taught].some((one) => one !== null);

/** Whether only its thing is named. */
export const isBare = ({ kind, where, beside, others, which, except, placed, isGone }: Phrase) =>
	kind !== null &&
	!where &&
	!placed &&
	!beside &&
	!isGone &&
	which.length + others.length + except.length === 0;

export const PERSON: Kind = { kinds: ['person'], isNarrow: false, least: 1 };

/** What may be somewhere that is not empty. */
export const ANYBODY: Kind = { kinds: ['person', 'bicycle', 'animal', 'vehicle'], isNarrow: false, least: 1 };

const COMES_AND_GOES = [...ANYBODY.kinds, ...(KIND_GROUPS.animal ?? []), ...(KIND_GROUPS.vehicle ?? [])];

/** Other kinds, such as a couch, are mostly places. */
export const comesAndGoes = ({ kinds }: Kind) => kinds.every((kind) => COMES_AND_GOES.includes(kind));
