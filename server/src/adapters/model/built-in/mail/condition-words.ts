/** The words of a condition on a mail, and what each of them is for. */

import { CUES as ENGLISH_CUES, DEEDS as ENGLISH_DEEDS } from '../stance.ts';
import { fieldNamed } from './fields.ts';

export interface Test {
	where: 'subject' | 'sender' | 'mail';
	/** The mail should contain the words; otherwise they describe a property, which a search for words cannot judge. */
	says: boolean;
	/** The mail should be about this. Other words may mean the same, so missing words prove nothing. */
	loosely: boolean;
	not: boolean;
	/** "There is": it can be judged of what is known by its form. */
	exists: boolean;
	/** The mail should ask for this: "if they want a refund". */
	asks: boolean;
	/** The mail should say that something is so: "says that the office is closed". */
	isStatement: boolean;
	/** It names no one: "my bank", "a customer", "the sender is new". */
	isKind: boolean;
	/** It could be any of them: "my bank", but not "the bank". */
	isAnyone: boolean;
	terms: string[];
	/** The sign of a comparison, a date or a value that was taken out of the prompt. */
	sign?: string;
	/** The words that make it a question of meaning: "asks for". */
	beyond: string[];
}

const TOKEN =
	/["“«]([^"”»]{1,200})["”»]|[\w.+-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}|(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]{0,100}|[.,;:!?\n\ue000-\uf8ff]/gu;
const set = (words: string) => new Set(words.trim().split(/\s+/));
export const SIGN = /^[\ue000-\uf8ff]$/;
/** Words that introduce a condition, in English and German. */
export const CUES = new Set([...ENGLISH_CUES, 'wenn', 'falls', 'sobald']);
/** A condition that begins without one of them: “mentions a refund”. */
export const BARE =
	/^\s*(?:(?:the\s+|any\s+|an?\s+)?(?:e-?mails?|messages?|subject|sender|it)\s+)?(?:(?:that|which)\s+)?(?:(?:mention|contain|include|say)(?:s|ing)|is\s+(?:about|from)|about|from)\s/i;
export const SAYS =
	set(`contains contain containing mentions mention mentioning includes include including says say saying has
	have having states state reads names with`);
/** Words that are found show what a mail is about; missing words do not show that it is about something else. */
export const ABOUT = set('about regarding concerning refers re');
/** Words that ask for understanding, which a search for words cannot give. */
export const MEANS = set(`request complains complain complaining sounds sound seems seem
	feels angry upset unhappy happy urgent important polite rude interested confirms confirm cancels cancel offers offer promises
	threatens apologises apologizes agrees refuses accepts declines hopes`);
export const ASKS = set('asks ask asking asked requests requesting requested wants want wanting needs need');
export const IS_SAID = set(
	'mentioned appears appear occurs included contained stands found word words vorkommt wort enthält erwähnt',
);
export const WHERE = new Map<string, Test['where']>([
	...['subject', 'title', 'heading'].map((word) => [word, 'subject'] as const),
	...['from', 'sender'].map((word) => [word, 'sender'] as const),
	...['body', 'mail', 'mails', 'email', 'message', 'letter', 'text'].map((word) => [word, 'mail'] as const),
]);
export const NOT = set(
	"no not nicht kein keine keinen ohne without never neither nor doesn't don't isn't hasn't doesn’t don’t isn’t hasn’t",
);
export const NOISE =
	set(`a an the it its this that is are was were be does do of to in any some there content line term phrase
	something anything someone somebody anyone anybody everyone everybody those who which me my our your their please comes came sent i on for written also either us to you see get receive arrives only both
	der die das den dem ein eine einen einer ist es im in dabei kommt ankommt eintrifft eingeht sein seine mein meine ihr ihre beträgt liegt liegen kostet steigt`);
/** They can stand in a condition as well: “a refund and a return”, “does not say a price and mention a coupon”. */
const ALSO_FOUND = set('message call add include log record mention post return put');
/** What an automation or its letter is to do, behind a condition. */
export const DEEDS = new Set([
	...[...ENGLISH_DEEDS].filter((word) => !ALSO_FOUND.has(word)),
	...set(`then otherwise apologise apologize promise ask wish decline offer invite assure please bitte sag antworte schreib
	sende schick`),
]);
/** Words that join or deny conditions in ways that are not read: "if it mentions a refund although it is not from ACME". */
export const NOT_READ =
	set(`while whereas although though provided providing because fails hardly barely scarcely nobody nothing nowhere
	lacks omits obwohl während sofern solange entweder weder noch sonst denn nichts nirgends niemand kaum`);
/** What shows that words are a condition of their own, and not one more word to look for. */
const VERBS = set("is are was were does do did isn't aren't wasn't doesn't don't isn’t doesn’t don’t");
const JOINTS = set('and or but nor , unless except');
/** A word of a prompt, in small letters; or a quoted phrase. */
export interface Token {
	word: string;
	quoted: string | undefined;
	isCapital: boolean;
}

/** Names of things that are more than one word are one token. */
const NUMBER_NAME =
	/(?<![\p{L}])(phone|telephone|mobile|e-?mail|mail)\s+(?:numbers?|address(?:es)?)(?![\p{L}])/giu;
const CODE_NAME =
	/(?<![\p{L}])(?!(?:an?|the|any|my|our|your|its|their|no)\s)(\p{L}+)\s+(?:number|code|id)s?(?![\p{L}])/giu;

export function tokensOf(text: string): Token[] {
	const named = text
		.replace(NUMBER_NAME, (_, name: string) => (/mail/i.test(name) ? 'address' : 'phone'))
		.replace(CODE_NAME, (words, name: string) => (fieldNamed(words) ? `"${name} number"` : words));
	return [...named.matchAll(TOKEN)].map(([word, quoted]) => ({
		word: quoted === undefined ? word.toLowerCase() : '',
		quoted: quoted?.trim(),
		isCapital: /^\p{Lu}/u.test(word),
	}));
}

/** What joins the words before a place with those behind it. A comma of "a, b or c" is an "or". */
export function jointAt(tokens: readonly Token[], at: number): 'and' | 'or' | null {
	const word = tokens[at]?.word ?? '';
	if (word === 'or') return 'or';
	if (word === 'and' || word === 'but') return 'and';
	if (word !== ',') return null;
	const next = tokens.findIndex(({ word }, index) => index > at && word !== ',' && JOINTS.has(word));
	if (next === at + 1) return null;
	return tokens[next]?.word === 'or' && !beginsCondition(tokens, at + 1) && !beginsCondition(tokens, next + 1)
		? 'or'
		: 'and';
}

/** Whether a new condition begins here: "it mentions ..." and "mentions ..." do, "a voucher" goes on with the one before. */
export function beginsCondition(tokens: readonly Token[], at: number): boolean {
	const after = tokens.slice(at);
	const end = after.findIndex(({ word }, index) => index > 0 && JOINTS.has(word));
	const own = end < 0 ? after : after.slice(0, end);
	const first = own[0]?.word ?? '';
	if (CUES.has(first) || SUBJECTS.has(first)) return true;
	return own.some(
		({ word }, index) =>
			SIGN.test(word) ||
			VERBS.has(word) ||
			// "It does not mention a voucher or contain a coupon" goes on.
			((SAYS.has(word) || ASKS.has(word)) && (index > 0 || word.endsWith('s'))),
	);
}
/** Whether what begins here says what it is about: "and does not contain a coupon" is about the same as before. */
export function hasSubject(tokens: readonly Token[], at: number): boolean {
	const [first = '', second = ''] = tokens.slice(at, at + 2).map(({ word }) => word);
	if (NOT.has(first)) return CUES.has(second);
	return beginsCondition(tokens, at) && ![VERBS, SAYS, ASKS].some((words) => words.has(first));
}
const SUBJECTS = set('it they he she there someone somebody anyone anybody');

/** The last letter of a name: “option A”. */
export const isName = (tokens: readonly Token[], at: number) =>
	tokens[at]?.isCapital === true &&
	tokens[at].word.length === 1 &&
	!/^\p{L}/u.test(tokens[at + 1]?.word.replace(/^(?:and|or|but)$/, '') ?? '');
