/** What a language file has for prompts about mails. Words are lower case; patterns are those of reading/pattern.ts. */
import type { ATTACHMENT_KINDS, Comparison, MAIL_KINDS } from '@watchword/contract/condition';

type Kind = (typeof MAIL_KINDS)[number];

/** What a pattern says of the words in its slot {x}. */
/** A name after “the sender is” has a capital letter, or is an address: “angry” is none. */
export type SlotMeaning = 'sender' | 'named' | 'subject' | 'text' | 'anywhere' | 'about';

export type ValueType = 'date' | 'amount' | 'number';

export interface PromptWords {
	/**
	 * How a phrase is written in all patterns: "as soon as" is "if". The words by which sentences are taken apart are the same in
	 * all languages: and, or, but, not, no, without, only, unless, except, otherwise, if, when, whether, then, i, me, mail, mails.
	 */
	same: Record<string, string>;
	/** Words that change nothing. */
	noise: string;
	/** The first word of a question for yes or no, and of another one. */
	asks: string;
	wonders: string;
	articles: string;
	/** "My bank" is a sender that no address shows. */
	owners: string;
	nobody: string;
	/** Only names begin with a capital letter, so “Boss” is one. */
	areNamesCapital: boolean;
	pronouns: string;
	/** Words that begin what is known of a thing: "an invoice | from ACME". */
	joins: string;
	/** “Must be paid” says of nothing that it was. */
	modal: string;
	be: string;
	/** Verbs behind a list of words. */
	ends: string;
	lists: Record<string, string>;
	parts: readonly (readonly [pattern: string, means: SlotMeaning])[];
	/** Patterns without a slot that are about one kind of mail. */
	kindParts: readonly (readonly [pattern: string, kind: Kind])[];
	every: readonly string[];
	/** What a value is asked for with: "tell me when it is due". */
	wished: readonly string[];
	/** Before a thing: "there is", "I get". */
	got: readonly string[];
	/** Behind a thing: "arrives". */
	comes: readonly string[];
	/** Somebody of {x}: "anyone at ACME". */
	someone: readonly string[];
	kinds: Record<Kind, readonly string[]>;
	/** Ends of words that are such a mail: “Stromrechnung”. */
	compounds: Partial<Record<string, Kind>>;
	attachments: Record<(typeof ATTACHMENT_KINDS)[number], readonly string[]>;
	attached: readonly string[];
	/** Names of mails that are no such kind, and what such a mail says. */
	named: Record<string, readonly string[]>;
	/** Words for the same, also in the other language. */
	meanings: readonly (readonly string[])[];
	/** Words of `meanings` that alone may mean something else, such as a name. */
	ambiguous: string;
	/** Words that are too wide to be searched for. */
	wide: string;
	/** What can happen to a thing: how prompts say it, and how mails report it. `opposite` is what its negation is. */
	events: Record<
		string,
		{
			said: readonly string[];
			before?: readonly string[];
			shown: readonly string[];
			opposite?: string;
			/** Only to these things. */
			of?: readonly string[];
		}
	>;
	/** Parts of a name that the mail need not say: "job" of "backup job". */
	generic: string;
	comparisons: Record<Comparison['compare'], readonly string[]>;
	/** Behind a number: "500 or more". */
	orMore: Record<string, Comparison['compare']>;
	rangeJoint: string;
	units: Record<string, string>;
	percent: string;
	/** Words of a number that belong to no label, and labels of the whole. */
	aroundNumber: string;
	totals: string;
	/** Mails that have a total: “a quote over 500 euros”. */
	worth: string;
	anAmount: string;
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
		months: readonly string[];
	};
	orders: Record<'about' | 'moves' | 'wants' | 'retells' | 'writes' | 'quiet' | 'tells', readonly string[]>;
	/** Begins where something is sent: "to my accountant". */
	targets: readonly string[];
	/** Words that may choose some mails or persons, so that they are no plain wish. */
	chooses: string;
	/** "The rest", "everything else". */
	rest: readonly string[];
	/** The last words of what can be asked for, or with "-" their endings: "order number". */
	fields: string;
	/** End the name of a value: "the total | for May". */
	valueEnds: string;
	/** Questions for a value, with the names it may have. */
	questions: readonly (readonly [pattern: string, names: readonly string[], type?: ValueType])[];
	greetings: readonly string[];
}
