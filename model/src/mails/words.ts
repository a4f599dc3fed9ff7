/** What a language file of mails has. Words are lower case and without accents, as `fold` writes; patterns are for `iu`. */
import type { MAIL_KINDS } from '@watchword/contract/condition';

export interface KindWords {
	/** How a subject names such a mail. */
	titles: string[];
	/** Labels of a number or code that it has: "invoice number". */
	numbers: string[];
	/** Labels of its amounts. */
	amounts: string[];
	/** Labels of its dates. */
	dates: string[];
	/** Beginnings or parts of the names of its files. */
	files: string[];
	/** Sentences that only such a mail has. */
	sentences: string[];
	/** A mail of this kind has one of these words, in any form. */
	words: string[];
}

export interface MailWords {
	/** Very common words, by which the language of a mail is known. */
	common: string[];
	/** Endings that do not change what a word means, and those that may. */
	endings: { sure: string[]; doubtful: string[] };
	/** Parts of a company's name that its address leaves out. */
	company: string[];
	/** Names of a whole that has one total. */
	wholes: string[];
	/** Words before a number that make it a limit or a guess. */
	limits: string[];
	/** Words at the beginning of a sentence that speaks of earlier. */
	earlier: string[];
	/** Other ways to say what a percentage is of. */
	percents: Record<string, string[]>;
	/** Patterns of the names that things of a kind have. */
	ownNames: Record<string, string[]>;
	/** Words that may stand between a thing and what happened to it. */
	between: string[];
	/** Words that say that all is well. */
	fine: string[];
	/** Words of a sentence that denies something or only imagines it. */
	denies: string[];
	/** Subjects that speak of a mail of some kind without being one. */
	speaks: string[];
	kinds: Record<(typeof MAIL_KINDS)[number], KindWords>;
}
