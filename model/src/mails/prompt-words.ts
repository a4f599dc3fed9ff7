/** What a language file of prompts about mails has. Forms are as `phrasesOf` reads them, words are divided by spaces. */
import type { ATTACHMENT_KINDS, Comparison, MAIL_KINDS } from '@watchword/contract/condition';

/** What the words behind or before a mark are. */
export type Mark =
	/** Adds nothing: "it is", "arrives". */
	| 'filler'
	/** Filler that ends the words of another mark: "that". */
	| 'link'
	/** A name follows. Of "the sender is ..." only one that looks like a name. */
	| 'sender'
	| 'named'
	/** A name stands before: "Ann writes". */
	| 'wrote'
	/** Words of the subject or of the text, before or behind. */
	| 'subject'
	| 'text'
	/** Words to look for follow, with others that mean the same; or exactly these. */
	| 'says'
	| 'about'
	| 'word'
	/** Words to look for stand before or behind. */
	| 'contains'
	/** Of a file: "attached". */
	| 'attached'
	/** Where something is sent: "to my accountant". */
	| 'target';

export type ValueType = 'amount' | 'date' | 'number';
type Kind = (typeof MAIL_KINDS)[number];
export type Order = 'about' | 'moves' | 'wants' | 'retells' | 'writes' | 'answers' | 'quiet' | 'tells';

export interface PromptWords {
	/**
	 * How a phrase is written in all forms: "as soon as" is "if". The words by which sentences are taken apart are the same in
	 * all languages: and, or, but, not, no, without, only, unless, otherwise, if, when, whether, then, i, you, me, mail, mails.
	 */
	same: Record<string, string>;
	/** Words that change nothing. */
	noise: string;
	/** The first word of a question for yes or no, and of another one. */
	asks: string;
	wonders: string;
	articles: string;
	/** Articles that mean this mail: "the attachment"; those behind which a name may have one letter more: “den Stadtwerken”. */
	definite: string;
	dative: string;
	/** Before names. */
	titles: string;
	/** "My bank" is a sender that no address shows. */
	owners: string;
	nobody: string;
	/** Only names begin with a capital letter, so “Boss” is one. */
	areNamesCapital: boolean;
	/** "Rechnungen bitte speichern": an order may stand behind its object. */
	areVerbsLast: boolean;
	pronouns: string;
	be: string;
	/** Words of a clause that is about every mail. */
	everything: string;
	/** Forms of `marks` and the others may name them: `<goods>`. */
	lists: Record<string, string>;
	marks: Record<Mark, readonly string[]>;
	kinds: Record<Kind, readonly string[]>;
	/** Ends of words that are such a mail: “Stromrechnung”. */
	compounds: Partial<Record<string, Kind>>;
	attachments: Record<(typeof ATTACHMENT_KINDS)[number], readonly string[]>;
	/** Parts that every mail has, or that are meant of this one: "save the attachment". */
	ofMail: string;
	/** Names of mails that are no such kind, and what such a mail says. */
	named: Record<string, readonly string[]>;
	/** Words for the same, also in the other language. */
	meanings: readonly (readonly string[])[];
	/** Words of `meanings` that alone may mean something else, such as a name. */
	ambiguous: string;
	/** Words that are too wide to be searched for. */
	wide: string;
	/** What can happen to a thing: how prompts say it behind and before the thing, and how mails report it. */
	events: Record<
		string,
		{
			said: readonly string[];
			before?: readonly string[];
			shown: readonly string[];
			/** What its negation is. */
			opposite?: string;
			/** Only to these things; and what mails call all of them. */
			of?: readonly string[];
			names?: readonly string[];
		}
	>;
	/** Parts of a name that the mail need not say: "job" of "backup job". */
	generic: string;
	comparisons: Record<Comparison['compare'], readonly string[]>;
	/** Behind a number: "500 or more". */
	orMore: Record<string, Comparison['compare']>;
	units: Record<string, string>;
	percent: string;
	/** Words before or behind a number that belong to no label, and labels of the whole. */
	aroundNumber: string;
	totals: string;
	/** Names of one amount, and what makes a percentage a discount: "20% off". */
	amounts: string;
	off: string;
	/** Mails that have a total: “a quote over 500 euros”. */
	worth: string;
	dates: {
		labels: Record<string, string>;
		within: readonly string[];
		lengths: Record<string, number>;
		numbers: Record<string, number>;
		before: readonly string[];
		until: readonly string[];
		after: readonly string[];
		from: readonly string[];
		on: readonly string[];
		points: Record<string, number>;
		/** Words of a date that say nothing: "the 1st of May". */
		around: string;
		months: readonly string[];
	};
	orders: Record<Order, readonly string[]>;
	/** "Say ..." tells what to write, so "say whether ..." is no condition. */
	content: string;
	/** Words that may choose some mails or persons, so that they are no plain wish. */
	chooses: string;
	/** "The rest", "everything else". */
	rest: readonly string[];
	/** What a value is asked for with: "tell me when it is due". */
	wished: readonly string[];
	/** The last words of what can be asked for, or with "-" their endings: "order number". */
	fields: string;
	/** End the name of a value: "the total | for May". */
	valueEnds: string;
	/** Questions for a value, with the names it may have; patterns with slots. */
	questions: readonly (readonly [pattern: string, names: readonly string[], type?: ValueType])[];
	greetings: readonly string[];
}
