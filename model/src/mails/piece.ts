/** What stands between "and", "or" and commas, taken apart. */
import type { Condition } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Around {
	voc: Vocabulary;
	today: Date;
	/** How many more pieces are read: a prompt with more is beyond. */
	left: { pieces: number };
}

/** What a part is made of, and so what the next words of a list are: in "from Ann or Bob", also a sender. */
export type Slot = 'sender' | 'named' | 'subject' | 'text' | 'word' | 'about' | 'thing' | 'event' | 'other';

export interface Chunk {
	slot: Slot;
	/** Null for an event whose thing is named before or behind: "cancelled or delayed". */
	condition: Condition | null;
	not: boolean;
	event?: { name: string; of: readonly Word[] };
	/** Its words stand before its mark, and so may others: "Ann or Bob | writes". */
	isBehind?: boolean;
}

export interface Piece {
	/** Words without a mark: a member of a list. */
	bare: Word[];
	isNot: boolean;
	/** They stand behind "that": "Ann writes that she is ill". */
	isLinked: boolean;
	chunks: Chunk[];
}
