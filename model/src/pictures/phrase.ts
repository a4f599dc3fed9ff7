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

export class Phrase {
	words: Word[];
	kind: Kind | null = null;
	amount: Amount | null = null;
	/** Words that outlines do not show, such as "red": before the thing, or behind it. */
	before: Word[][] = [];
	behind: Word[][] = [];
	where: Place | undefined;
	beside: { how: 'on' | 'with' | 'near'; kind: Kind } | null = null;
	/** Others that are there too, or not: "with a ball", "without a person". */
	others: { kind: Kind; amount: Amount | null; isMissing: boolean }[] = [];
	/** What is left out: "except trucks". */
	except: { kind: Kind; words: Word[] }[] = [];
	/** How often it is negated, and by which word first. */
	nots = 0;
	by: 'no' | 'not' | 'nobody' | 'neither' | null = null;
	isEmpty = false;
	isGone = false;
	/** A place that it is about: "the office is empty". */
	place: Item | null = null;
	/** It says what somebody or something does or is. */
	hasVerb = false;
	article: 'a' | 'the' | null = null;
	/** It has a place of its own. */
	isPlaced = false;
	hours: Condition[] = [];
	/** They come before what is there: "at night a person". */
	isLedByHours = false;
	/** How long or by when, which one picture does not show. */
	times: Word[][] = [];
	texts: { words: string[]; on: Item | null } | null = null;
	taught: string | null = null;
	/** What shows a number. */
	meter: Item | null = null;
	trend: 'up' | 'down' | 'changed' | null = null;
	ago: number | null = null;
	isPercent = false;
	/** "Only people". */
	isOnly = false;
	/** Its words do not fit together. */
	isOpen = false;

	constructor(words: Word[]) {
		this.words = words;
	}

	/** Whether it names something, and does not only say more of what was named. */
	get isNamed(): boolean {
		const { kind, place, meter, texts, taught, before } = this;
		return [kind, place, meter, texts, taught].some((one) => one !== null) || before.length > 0;
	}

	/** Whether only its thing is named. */
	get isBare(): boolean {
		const { where, beside, behind, others, kind } = this;
		return !where && !beside && kind !== null && behind.length + others.length === 0;
	}
}

export const PERSON: Kind = { kinds: ['person'], isNarrow: false, least: 1 };

/** What may be somewhere that is not empty. */
export const ANYBODY: Kind = { kinds: ['person', 'bicycle', 'animal', 'vehicle'], isNarrow: false, least: 1 };

const COMES_AND_GOES = [
	...['person', 'animal', 'vehicle', 'bicycle'],
	...(KIND_GROUPS.animal ?? []),
	...(KIND_GROUPS.vehicle ?? []),
];

/** Other kinds, such as a couch, are mostly places. */
export const comesAndGoes = ({ kinds }: Kind) => kinds.every((kind) => COMES_AND_GOES.includes(kind));
