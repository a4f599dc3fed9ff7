/** The words of one language for prompts about pictures. They are data: lists of phrases in lower case, with commas between. */
import type { Comparison, DayPart, PicturePart } from '@watchword/contract/condition';

/** "dog~s" stands for "dog, dogs", and "man/men" for both words. */
type Names = string;

export interface PictureWords {
	/** Names of kinds and groups. */
	kinds: Record<string, Names>;
	/** Names for some of a kind: a burglar is a person, but a picture does not show which. */
	narrower: Record<string, Names>;
	/** Names for several kinds, which are given with commas between. */
	groups: Record<string, Names>;
	narrowerGroups: Record<string, Names>;
	/** People named by what they have with them. */
	having: Record<string, Names>;
	/** Words for so many people. */
	several: Record<number, { all: Names; some: Names }>;
	numbers: Record<string, number>;
	/** Amounts without a number. */
	vague: Record<number, string>;
	/** Before a number: "more than"; and behind it: "or more". */
	compare: Record<Comparison['compare'], string>;
	after: Partial<Record<Comparison['compare'], string>>;
	/** "between 2 and 5": the words before, and those between the numbers. */
	between: { before: string; joint: string };
	hours: {
		parts: Record<DayPart, string>;
		/** From Sunday. */
		days: readonly string[];
		/** "weekends" and so on, by the days from Sunday. */
		spans: Record<string, string>;
		before: string;
		/** Before the first of two times, and between them. */
		from: string;
		to: string;
		after: string;
		until: string;
		at: string;
		noon: string;
		midnight: string;
		/** Behind a time: "22 Uhr". */
		clock: string;
	};
	parts: Record<PicturePart, string>;
	/** Behind a part: "of the picture". */
	ofPicture: string;
	moments: {
		named: Record<string, number>;
		units: Record<string, number>;
		ago: string;
		before: string;
		last: string;
	};
	roles: Partial<Record<Role, string>>;
	/** Ends of words that say what somebody does: "digging"; and behind "a dog": "digs". Empty where a thing is always one word. */
	doing: string;
	does: string;
	/** Words that are no slips of known ones: a house is no horse. */
	real: string;
	/** Prompts, and how they are read. */
	examples: readonly (readonly [prompt: string, reading: string])[];
}

/** What a word does in a sentence. */
export const ROLES = [
	/** Adds nothing to the meaning. */
	'skip',
	'a',
	'the',
	'be',
	/** What somebody has done is not seen. */
	'has',
	/** What somebody does that makes no difference to being there. */
	'does',
	/** What things and animals do where they are, and people do not. */
	'lies',
	'it',
	'no',
	'not',
	'neither',
	'nobody',
	'nothing',
	'gone',
	'empty',
	/** "The number of". */
	'counted',
	/** Where one thing is to another: touching it, or close to it. */
	'on',
	'at',
	'near',
	'outside',
	/** Somebody has it: "holding". */
	'holds',
	/** Somebody leaves it there: "parked". */
	'puts',
	'with',
	'without',
	'and',
	'or',
	'but',
	'comma',
	'who',
	'only',
	'except',
	/** What a picture of known kinds does not show: "red". */
	'state',
	/** Could turn the meaning round: "toy", "almost". */
	'doubt',
	/** Places that a camera looks at; of those that are close, cars far away are not in them. */
	'place',
	'close',
	/** Small places, surfaces and containers: a picture does not show what is in or on them. */
	'spot',
	/** A fence, and words for one of its sides. */
	'border',
	'side',
	'zone',
	/** What has something written on it: words, a number, either, or a number plate. */
	'sign',
	'meter',
	'display',
	'plate',
	'says',
	'shows',
	'text',
	/** What is written, and not what it is written on: "the number on the meter". */
	'content',
	'unit',
	/** "After closing time": hours that nobody knows. */
	'moment',
	'percent',
	'up',
	'down',
	'changed',
	'than',
	/** Frames of sentences. */
	'please',
	'tell',
	'me',
	'mail',
	'about',
	'if',
	'unless',
	'otherwise',
	'never',
	'ignore',
	'deed',
	'watch',
	'count',
	'describe',
	'read',
	'what',
	'asks',
	'aside',
	'limits',
	'every',
] as const;
export type Role = (typeof ROLES)[number];
