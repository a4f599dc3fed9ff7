import type { Condition, Place } from '@watchword/contract/condition';

/** What a prompt on pictures asks for. */
export interface PictureReading {
	/** What decides. A prompt that only asks to be told something has none: every picture. */
	condition: Condition;
	/** What the answer is to tell besides. */
	wish: Wish | null;
}

export type Wish =
	/** How many there are of some kinds; of none, everything that is there. */
	| { tell: 'kinds'; kinds: string[]; where?: Place }
	/** What is written there: a number, words, or either (null). */
	| { tell: 'text'; on: string; number: boolean | null; where?: Place };
