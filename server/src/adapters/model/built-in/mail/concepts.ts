/** What everyday mails are about, in English and German: how a prompt asks for it, and how a mail says it. */

export interface Concept {
	name: string;
	/** How a prompt names it. */
	asked: RegExp;
	/** How a mail says that it is so. */
	said: RegExp;
	/** Other words that may speak of it: a mail that has none of them, and does not say it, is not about it. */
	near: RegExp;
	/** Words that only look like it: “fire brigade”. They are taken out before anything is looked for. */
	beside?: RegExp;
	/** Only a person writes it to the reader, so no newsletter and no program does. */
	isPersonal?: true;
	/** It is asked for, so a prompt that does not say so means something else. */
	isWish?: true;
	/** A question may say it: “could we meet on Friday instead?” */
	isAsked?: true;
	/** It is of some thing, which a prompt may name: “an order is delayed”. */
	isOfThing?: true;
	/** The things that it can be of, if a prompt names it by words that mean something else of others. */
	of?: RegExp;
}

export const any = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

/** Words between two others. None of them denies it: “the invoice is not yet paid”. */
const withoutDenials = (said: string) =>
	said.replace(/\\S\+ ?\)/g, (gap) => `(?!(?:not|never|no|nicht|kein\\p{L}*|nie)(?!\\p{L}))${gap}`);

type Row = [
	name: string,
	asked: string,
	said: string,
	near: string,
	more?: Pick<Concept, 'isPersonal' | 'isWish' | 'isAsked' | 'isOfThing'> & { beside?: string; of?: string },
];
export const concepts = (rows: readonly Row[]): Concept[] =>
	rows.map(([name, asked, said, near, { beside, of, ...more } = {}]) => ({
		name,
		asked: any(asked),
		said: any(withoutDenials(said)),
		near: any(near),
		...(of && { of: any(of) }),
		...(beside && { beside: new RegExp(any(beside).source, 'giu') }),
		...more,
	}));
