import type { Verdict } from './pen.ts';

/** What the process of the model is asked. Everything in it is data, also what strangers wrote. */
export interface Asked {
	/** The folder of the model, and how its parts are stored there. */
	folder: string;
	dtype: Record<string, string>;
	/** The process ends itself if it takes more memory. */
	mostBytes: number;
	/** What comes before and after the content, which is cut off if there is too much of it. */
	before: string;
	content: string;
	mostTokens: number;
	after: string;
	/** JPEG files. */
	pictures: Uint8Array[];
	/** Say more than the one sentence that decides. */
	explains: boolean;
	/** Write a mail if the condition is met. */
	writesMail: boolean;
	fields: { id: string; name: string; choices: string[] }[];
}

export interface Told {
	evidence: string;
	verdict: Verdict;
	/** How likely the verdict is among the three, from 0 to 1. */
	likelihood: number;
	information: string;
	subject: string;
	mail: string;
	/** The words for each field, by its id. */
	fields: Record<string, string>;
	tokensIn: number;
	tokensOut: number;
	/** Not all of the content was read. */
	wasCut: boolean;
}

/** Why there is no answer: a sentence for customers, and the cause for the log. */
export interface Unable {
	unable: string;
	cause: string;
}
