/** A mail as it is judged, and what is known around it. All its words were written by strangers. */
import type { FieldType, Value } from '@watchword/contract/field';
import type { MailMark } from '@watchword/contract/mail-mark';
import { normalised } from '@watchword/contract/normalised';
import type { Clock } from '../pictures/hours.ts';

export interface JudgedMail {
	from: string;
	subject: string;
	/** Of the mail, its attachments and the pages that came with it. */
	text: string;
	/** The address of the author, if it is confirmed. */
	sender: { address: string | null; checks: string };
	/** The names of the attached files, where they are known. */
	attachments?: readonly string[];
	/** Of its header, where that was read. */
	marks?: readonly MailMark[];
	/** Some of the mail was not read, so nothing counts as absent. */
	partly?: boolean;
}

/** A value that the mail gives under a label, with the words around it. */
export type Called = { evidence: string; said?: string; behind?: string } & (
	| { value: NonNullable<Value> }
	| { unsure: string }
);

export interface Given {
	/** The day on the calendar of the customer, as midnight in UTC. */
	today: Date | null;
	clock: Clock | null;
	valuesCalled(label: string, type: FieldType, texts: readonly string[]): Called[];
	/** Every amount of money in a text. */
	amountsIn(text: string): { said: string; amount: number; currency: string | null }[];
}

/** What one part of the condition came to, and the fact that decided it, which quotes the mail. */
export interface Finding {
	held: boolean | null;
	told: string;
	quote?: string;
}

/** A text and the same in small letters without accents, of the same length. */
export interface Folded {
	text: string;
	plain: string;
}

/** The texts of a mail in the form in which they are searched. */
export interface OpenMail extends JudgedMail {
	subjectFolded: Folded;
	/** Without what it quotes of an earlier mail. */
	own: Folded;
	/** What it quotes: somebody else said that. */
	earlier: Folded;
}

const LONGEST = 100_000;

export function openMail(mail: JudgedMail): OpenMail {
	const lines = mail.text.slice(0, LONGEST).split('\n');
	const isQuoted = (line: string) => /^\s*>/.test(line);
	return {
		...mail,
		partly: mail.partly || mail.text.length > LONGEST,
		subjectFolded: folded(mail.subject),
		own: folded(lines.filter((line) => !isQuoted(line)).join('\n')),
		earlier: folded(lines.filter(isQuoted).join('\n')),
	};
}

function folded(given: string): Folded {
	const text = normalised(given, 'NFC')
		.replace(/[^\S\n]+/g, ' ')
		.replace(/ ?\n[\s]*/g, '\n');
	return { text, plain: fold(text) };
}

/** Small letters without accents. Each character stays one, so that places in both texts are the same. */
export const fold = (text: string) =>
	text.replace(/[^\0-\x7f]|[A-Z]/gu, (char) => {
		const plain = SAME[char] ?? normalised(char, 'NFD').charAt(0).toLowerCase();
		return plain.length === char.length ? plain : char;
	});
const SAME: Record<string, string> = { ß: 's', '’': "'", '‘': "'", '–': '-', '—': '-' };

/** Nothing matches an empty list. */
export const anyOf = (patterns: readonly string[], before = '(?:', after = ')') =>
	patterns.length === 0 ? /$^/ : new RegExp(`${before}${patterns.join('|')}${after}`, 'u');
/** As whole words. */
export const anyWhole = (patterns: readonly string[]) =>
	anyOf(patterns, '(?<![\\p{L}\\p{N}])(?:', ')(?![\\p{L}\\p{N}])');

const MOST_QUOTED = 200;

/** The sentence or line around a place of a text. */
export function quoteAt(text: string, from: number, to: number): string {
	const before = text.slice(Math.max(0, from - MOST_QUOTED), from);
	const start = from - before.length + (/(?:^|.*(?:[.!?] |\n))/su.exec(before)?.[0].length ?? 0);
	const after = text.slice(to, to + MOST_QUOTED);
	const end = to + (/[.!?](?= |\n|$)|\n/u.exec(after)?.index ?? after.length);
	return text
		.slice(start, Math.min(end + 1, start + MOST_QUOTED))
		.trim()
		.toWellFormed();
}
