/** What the readers of one clause tell each other. */
import type { Condition } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import type { SlotMeaning } from './prompt-words.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Around {
	voc: Vocabulary;
	today: Date;
	/** How many more clauses are read: a prompt with more is beyond. */
	left: { clauses: number };
}

/** What the next words of a list are: in "the subject contains urgent or important", also words of the subject. */
export interface Frame {
	means: SlotMeaning | 'thing' | 'event';
	not: boolean;
	/** To which something happens: "the flight is cancelled or delayed". */
	to?: Word[];
}

export interface Read {
	condition: Condition;
	frame: Frame | null;
}
