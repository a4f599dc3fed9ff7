/** What has been read of a condition on a mail, and how a test of it ends. */
import { hasSubject, type Test, type Token } from './condition-words.ts';

/** What has been read so far. */
export interface Reading {
	tokens: readonly Token[];
	either: Test[][];
	/** The alternatives that the next test belongs to. */
	open: Test[][];
	/** Those that a word has joined with "or": “a refund or an invoice”. */
	joined: Test[][];
	/** The test that is being read. It takes what it leaves out from the one before it. */
	test: Test;
	/** "From ACME, unless it mentions an order": what follows must not hold. */
	isException: boolean;
	lastTerm: number;
	lastNot: number;
	/** A word that makes the condition one that is not read. */
	unread: string | null;
}

/** Reads the word at a place if it is its own kind of word. Says whether it was. */
export type Step = (reading: Reading, at: number) => boolean;

export const nothing = () => ({
	not: false,
	exists: false,
	asks: false,
	isStatement: false,
	isKind: false,
	isAnyone: false,
	terms: [],
	beyond: [],
});
export const ANYWHERE = { where: 'mail', says: false, loosely: false } as const;
export const wordAt = ({ tokens }: Reading, at: number) => tokens[at]?.word ?? '';

export function finish(reading: Reading): void {
	const { test, open, isException } = reading;
	if (test.terms.length > 0 || test.beyond.length > 0) for (const all of open) all.push(test);
	reading.test = { ...test, ...nothing(), not: isException };
}

/** A condition of its own leaves nothing out. */
export function finishBefore(reading: Reading, next: number): void {
	finish(reading);
	if (hasSubject(reading.tokens, next)) reading.test = { ...reading.test, ...ANYWHERE };
}

export function giveUp(reading: Reading, word: string): true {
	reading.unread = word;
	return true;
}
