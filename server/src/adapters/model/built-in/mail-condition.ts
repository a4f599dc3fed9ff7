import type { Sender } from '../../../ports.ts';
import { signOf, withoutSigns } from './clause.ts';
import { type Comparison, compare, takeComparisons } from './compare.ts';
import { extractFacts, type Fact, READ_CHARACTERS, withoutQuotes } from './extract.ts';
import { fieldNamed } from './fields.ts';
import { runOnSender } from './mail-sender.ts';
import { isSaid, languageOf, mayBeSaid } from './mail-words.ts';
import { judgeStatement, type Statement, takeStatements } from './statement.ts';
import { type DateTest, judgeDate, type Today, takeDateTests } from './when.ts';

export interface MailText {
	from: string;
	subject: string;
	text: string;
	/** The sender, if the address is confirmed. */
	sender: Sender;
	/** The names of the files that came with it, where they are known. */
	attachments?: readonly string[];
	/** Some of the mail was not read, so missing words prove nothing. */
	partly?: boolean;
}

/** The condition on a mail, and whether it is true; null if words alone cannot show it. */
export interface MailJudgement {
	held: boolean | null;
	/** Each test in words, with its outcome. */
	tests: string[];
	terms: string[];
}

interface Test {
	where: 'subject' | 'sender' | 'mail';
	/** The mail should contain the words; otherwise they describe a property, which a search for words cannot judge. */
	says: boolean;
	/** The mail should be about this. Other words may mean the same, so missing words prove nothing. */
	loosely: boolean;
	not: boolean;
	/** "There is": it can be judged of what is known by its form. */
	exists: boolean;
	/** It names no one: "my bank", "a customer", "the sender is new". */
	isKind: boolean;
	terms: string[];
	/** The sign of a comparison, a date or a value that was taken out of the prompt. */
	sign?: string;
	/** The words that make it a question of meaning: "asks for". */
	beyond: string[];
}

const TOKEN =
	/["“«]([^"”»]{1,200})["”»]|[\w.+-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]{0,100}|[.,;:!?\n\ue000-\uf8ff]/gu;
const set = (words: string) => new Set(words.trim().split(/\s+/));
const SIGN = /^[\ue000-\uf8ff]$/;
const CUES = set('if when whenever whether once unless wenn falls sobald');
/** A condition that begins without one of them: “mentions a refund”. */
const BARE =
	/^\s*(?:(?:the\s+|any\s+|an?\s+)?(?:e-?mails?|messages?|subject|sender|it)\s+)?(?:(?:that|which)\s+)?(?:(?:mention|contain|include|say)(?:s|ing)|is\s+(?:about|from)|about|from)\s/i;
const SAYS =
	set(`contains contain containing mentions mention mentioning includes include including says say saying has
	have having states state reads names with enthält erwähnt`);
/** Words that are found show what a mail is about; missing words do not show that it is about something else. */
const ABOUT = set('about regarding concerning refers re');
/** Words that ask for understanding, which a search for words cannot give. */
const MEANS =
	set(`asks ask asking requests request requesting wants want wanting complains complain complaining sounds sound seems seem
	feels angry upset unhappy happy urgent important polite rude interested confirms confirm cancels cancel offers offer promises
	threatens apologises apologizes agrees refuses accepts declines needs need hopes`);
const IS_SAID = set(
	'mentioned appears appear occurs included contained stands found word words vorkommt wort',
);
const WHERE = new Map<string, Test['where']>([
	...['subject', 'title', 'heading'].map((word) => [word, 'subject'] as const),
	...['from', 'sender'].map((word) => [word, 'sender'] as const),
	...['body', 'mail', 'mails', 'email', 'message', 'letter', 'text'].map((word) => [word, 'mail'] as const),
]);
const NOT = set(
	"no not nicht kein keine keinen ohne without never neither nor doesn't don't isn't hasn't doesn’t don’t isn’t hasn’t",
);
const NOISE =
	set(`a an the it its this that is are was be does do of to in any some there content line term phrase
	someone who which me my our your their please comes came sent i on for written also you see get receive arrives only both
	der die das den dem ein eine einen einer ist es im in dabei beträgt liegt kostet steigt`);
const DETERMINERS = set('a an the my our your their any some one');
const DEEDS =
	set(`email mail send notify alert tell inform warn text let report write reply respond answer forward save
	store keep extract quote list summarise summarize give say ignore then otherwise note confirm acknowledge remind mark tag
	label thank provide apologise apologize promise ask wish explain decline offer invite assure draft compose please bitte sag
	antworte schreib sende schick`);
/** Things that can be found by their form, like words. */
const FORMS = new Map<string, Fact>([
	['amount', 'amount'],
	['price', 'amount'],
	['date', 'date'],
	['time', 'time'],
	['phone', 'phone'],
	['link', 'link'],
	['address', 'address'],
]);

interface MailCondition {
	either: Test[][];
	comparisons: Comparison[];
	dates: DateTest[];
	statements: Statement[];
	unless: boolean;
}

/** A word of a prompt, in small letters; or a quoted phrase. */
interface Token {
	word: string;
	quoted: string | undefined;
	isCapital: boolean;
}

/** Reads the condition of a prompt on a mail; null if the prompt has none. */
function readCondition(prompt: string, texts: readonly string[] = []): MailCondition | null {
	const asked = withoutSigns(prompt.slice(0, 5000)).replace(GERMAN_ABOUT, 'it is about $1');
	// "When will it arrive?" is a question.
	if (/^\s*when\s*(?:\?|(?:is|was|are|were|do|does|did|will|can|should)\b[^,.]*\?)/i.test(asked)) return null;
	const dated = takeDateTests(asked);
	const compared = takeComparisons(dated.rest);
	const { rest, statements } = takeStatements(compared.rest, texts);
	const { comparisons } = compared;
	const { dates } = dated;
	const tokens = tokensOf(rest);
	const cue = tokens.findIndex(({ word }) => CUES.has(word));
	const isBare = BARE.test(prompt) || (comparisons.length > 0 && tokens.every(({ word }) => SIGN.test(word)));
	if (cue < 0 && !isBare) return null;
	const end = tokens.findIndex(({ word }, at) => at > cue && endsCondition(word, tokens[at + 1]?.word));
	const either = readTests(tokens.slice(cue + 1, end < 0 ? tokens.length : end));
	return { either, comparisons, dates, statements, unless: tokens[cue]?.word === 'unless' };
}

/** “Wenn es um eine Rechnung geht”. */
const GERMAN_ABOUT = /(?<!\p{L})es\s+um\s+(?:eine?n?r?|die|den|das)?\s*([\p{L} -]{2,40}?)\s+geht(?!\p{L})/giu;

/** Names of things that are more than one word are one token. */
const NUMBER_NAME =
	/(?<![\p{L}])(phone|telephone|mobile|e-?mail|mail)\s+(?:numbers?|address(?:es)?)(?![\p{L}])/giu;
const CODE_NAME = /(?<![\p{L}])(\p{L}+)\s+(?:number|code|id)s?(?![\p{L}])/giu;

function tokensOf(text: string): Token[] {
	const named = text
		.replace(NUMBER_NAME, (_, name: string) => (/mail/i.test(name) ? 'address' : 'phone'))
		.replace(CODE_NAME, (words, name: string) => (fieldNamed(words) ? `"${name} number"` : words));
	return [...named.matchAll(TOKEN)].map(([word, quoted]) => ({
		word: quoted === undefined ? word.toLowerCase() : '',
		quoted: quoted?.trim(),
		isCapital: /^\p{Lu}/u.test(word),
	}));
}

/** Judges the condition of a prompt on a mail; null if the prompt has none. */
export function judgeMail(prompt: string, mail: MailText, today: Today | null = null): MailJudgement | null {
	const condition = readCondition(prompt, [mail.subject, mail.text]);
	if (!condition) return null;
	const { either, comparisons, dates, statements, unless } = condition;
	const tests: string[] = [];
	const language = languageOf(prompt);
	const judged = new Map<string, boolean | null>([
		...comparisons.map((one, at) => [signOf('comparison', at), compare(one, mail, tests)] as const),
		...dates.map((one, at) => [signOf('date', at), judgeDate(one, mail, today, tests)] as const),
		...statements.map((one, at) => [signOf('statement', at), judgeStatement(one, tests)] as const),
	]);
	const outcomeOf = (test: Test) => {
		if (test.sign === undefined) return run(test, mail, language, tests);
		const held = judged.get(test.sign) ?? null;
		// What was not read may say otherwise.
		return held === null || (!held && mail.partly) ? null : held !== test.not;
	};
	const outcomes = either.map((all) => {
		const held = all.map(outcomeOf);
		return held.includes(false) ? false : held.includes(null) ? null : true;
	});
	const met = outcomes.includes(true)
		? true
		: outcomes.length === 0 || outcomes.includes(null)
			? null
			: false;
	const held = met !== null && unless ? !met : met;
	return { held, tests, terms: either.flat().flatMap(({ terms }) => terms) };
}

const endsCondition = (word: string, next = '') =>
	/^[.!?;:\n]$/.test(word) || word === 'then' || ((word === ',' || word === 'and') && DEEDS.has(next));

/** Alternatives, each a list of tests that must all be true. A test takes what it leaves out from the test before it. */
function readTests(tokens: readonly Token[]): Test[][] {
	const either: Test[][] = [[]];
	const nothing = { not: false, exists: false, isKind: false, terms: [], beyond: [] };
	let test: Test = { where: 'mail', says: false, loosely: false, ...nothing };
	const finish = () => {
		if (test.terms.length > 0 || test.beyond.length > 0) either.at(-1)?.push(test);
		test = { ...test, ...nothing, terms: [], beyond: [] };
	};
	for (const [at, { word, quoted, isCapital }] of tokens.entries()) {
		const before = tokens[at - 1]?.word ?? '';
		const isBy = word === 'by' && /^(?:sent|written|signed|mailed)$/.test(before);
		if (SIGN.test(word)) {
			const { not } = test;
			finish();
			either.at(-1)?.push({ ...test, not, sign: word });
			continue;
		}
		const where = isBy ? 'sender' : WHERE.get(word);
		if (quoted) test.terms.push(quoted);
		else if (word === 'or' && test.not) {
			// "Neither a nor b": both must be missing.
			finish();
			test.not = true;
		} else if (word === 'or') {
			finish();
			either.push([]);
		} else if (word === 'and' || word === 'but' || word === ',') finish();
		else if (NOT.has(word)) test.not = true;
		else if (word === 'there') test.exists = true;
		// A comparison that was not understood.
		else if (/^(?:than|least|most|between)$/.test(word)) test.beyond.push(word);
		else if (MEANS.has(word) && (!test.says || test.where === 'sender')) test.beyond.push(word);
		else if (ABOUT.has(word)) test = { ...test, says: true, loosely: true };
		else if (where) test = { ...test, where, says: test.says || where !== 'mail' };
		else if (/^ha(?:s|ve|d)$/.test(word) && /^(?:to|been|not|\p{L}{3,}ed)$/u.test(tokens[at + 1]?.word ?? ''))
			test.beyond.push(word);
		else if (SAYS.has(word) && !(test.says && test.terms.length > 0)) {
			// "Somebody says": the speaker is not one of the words to find.
			test = { ...test, says: true, where: test.where === 'sender' ? 'mail' : test.where, terms: [] };
		} else if (IS_SAID.has(word)) test.says = true;
		else if (word && !NOISE.has(word) && !/^[,:]$/.test(word)) {
			const isName = isCapital || word.includes('@') || (before === 'from' && !DETERMINERS.has(before));
			if (test.where === 'sender' && !isName) test.isKind = true;
			test.terms.push(word);
		}
	}
	finish();
	return either.filter((all) => all.length > 0);
}

function run(test: Test, mail: MailText, language: string | null, tests: string[]): boolean | null {
	const { where, says, not, exists, terms, beyond } = test;
	const words = [...beyond, ...terms].map((term) => `“${term}”`).join(', ');
	const enclosed = beyond.length === 0 && isAttachment(terms) ? hasAttachment(terms, mail) : undefined;
	if (enclosed !== undefined) {
		tests.push(
			`${words}: ${enclosed === null ? 'not everything was read' : enclosed ? 'there is one' : 'there is none'}`,
		);
		return enclosed === null ? null : enclosed !== not;
	}
	const kind =
		!says && beyond.length === 0 ? KINDS.find(({ name }) => name.test(terms.join(' '))) : undefined;
	if (kind?.shows(mail)) {
		tests.push(`it is ${words}`);
		return !not;
	}
	const isForm = exists && terms.every((term) => formOf(term) !== undefined);
	if ((!says && !isForm) || beyond.length > 0) {
		tests.push(`${words} is not something it can judge by words`);
		return null;
	}
	if (where === 'sender') return runOnSender(test, words, mail, tests);
	const whole = { subject: mail.subject, mail: `${mail.subject}\n${mail.text}` }[where];
	const text = ownWords(whole);
	const found = terms.filter((term) => stands(term, text));
	if (found.length === terms.length && (terms.length === 1 || where !== 'mail' || isTogether(terms, text))) {
		tests.push(`${words} ${terms.length > 1 ? 'stand' : 'stands'} in the ${where}`);
		return !not;
	}
	const doubt = whyOpen(test, found, text, whole, language);
	if (doubt) {
		tests.push(`${doubt(words)}`);
		return null;
	}
	tests.push(`${words} ${terms.length > 1 ? 'do not stand' : 'does not stand'} in the ${where}`);
	return where === 'mail' && mail.partly ? null : not;
}

/** Why missing words do not show that a mail does not say it; null if they do. */
function whyOpen(
	{ where, loosely, terms }: Test,
	found: readonly string[],
	text: string,
	whole: string,
	language: string | null,
): ((words: string) => string) | null {
	if (terms.every((term) => stands(term, whole)) && text !== whole)
		return (words) => `${words} stands only in what is quoted from an earlier mail`;
	// If only some of the words are there, or they are far apart, the mail may or may not say it.
	if (found.length > 0 || loosely || whole.length > READ_CHARACTERS) {
		const which =
			found.length > 0
				? `only ${found.map((term) => `“${term}”`).join(', ')} of `
				: terms.length > 1
					? 'none of '
					: '';
		const how = found.length === terms.length ? 'stand together' : 'was found';
		return (words) => `${which}${words} ${how} in the ${where}, and other words may say the same`;
	}
	const near = terms.map((term) => mayBeSaid(term, text, language)).find((other) => other !== null);
	return near ? (words) => `${words} was not found in the ${where}, but ${near}` : null;
}

/** A mail without the lines that quote an earlier one, unless there is nothing else. */
function ownWords(text: string): string {
	const own = withoutQuotes(text);
	return own.split('\n').slice(1).join('').trim() === '' ? text : own;
}

/** What a mail shows of itself. That it does not show it proves nothing. */
const KINDS: { name: RegExp; shows(mail: MailText): boolean }[] = [
	{ name: /^(?:reply|answer|antwort)$/, shows: ({ subject }) => /^\s*(?:re|aw|antw|sv):/i.test(subject) },
	{
		name: /^(?:forward|forwarded|weitergeleitet)$/,
		shows: ({ subject }) => /^\s*(?:fwd?|wg|tr):/i.test(subject),
	},
	{
		name: /^newsletters?$/,
		shows: ({ subject, text }) =>
			/\bnewsletter/i.test(`${subject}\n${text}`) &&
			/\b(?:unsubscribe|abmelden|abbestellen|opt out)\b/i.test(text),
	},
];

const ENCLOSED = /^(?:attachments?|attached|enclosed|enclosures?|files?|documents?|pdfs?|anhang|anhänge)$/;
const isAttachment = (terms: readonly string[]) =>
	terms.every((term) => ENCLOSED.test(term)) && terms.some((term) => /^(?:att|encl|anh)/.test(term));

/** Null if some of the mail was not read, so that a file may be missing. */
function hasAttachment(terms: readonly string[], { attachments, partly }: MailText): boolean | null {
	const wanted = terms.some((term) => /^pdf/.test(term)) ? /\.pdf$/i : /^/;
	if (attachments?.some((name) => wanted.test(name))) return true;
	return attachments && !partly ? false : null;
}

const formOf = (term: string) => FORMS.get(term.replace(/(?<!s)s$/, ''));

function stands(term: string, text: string): boolean {
	const form = formOf(term);
	if (form && extractFacts(text).has(form)) return true;
	if (/ number$/.test(term) && (fieldNamed(term)?.find(text).length ?? 0) > 0) return true;
	return isSaid(term, text);
}

/** Whether all words are in one sentence. */
const isTogether = (terms: string[], text: string) =>
	text
		.slice(0, READ_CHARACTERS)
		.split(/(?<=[.!?])\s+|\n+/)
		.some((sentence) => terms.every((term) => isSaid(term, sentence) || formOf(term) !== undefined));

/** The condition in words, and what a search for words cannot judge; null if the prompt has no condition. */
export function explainMailCondition(prompt: string): { readAs: string | null; beyond: string[] } | null {
	const read = readCondition(prompt);
	if (!read) return null;
	const placed = new Map([
		...read.comparisons.map(({ words }, at) => [signOf('comparison', at), words] as const),
		...read.dates.map(({ words }, at) => [signOf('date', at), words] as const),
	]);
	const readAs = read.either
		.map((tests) =>
			tests
				.filter(({ says, beyond, sign }) => sign !== undefined || (says && beyond.length === 0))
				.map(({ where, not, terms, sign }) =>
					sign === undefined
						? `${terms.map((term) => `“${term}”`).join(' ')} ${not ? 'not ' : ''}in the ${where}`
						: `${not ? 'not ' : ''}${placed.get(sign)}`,
				)
				.join(' and '),
		)
		.filter((part) => part !== '')
		.join(' or ');
	const beyond = read.either
		.flat()
		.flatMap((test) => (test.says ? test.beyond : [...test.beyond, ...test.terms]));
	return {
		readAs: readAs === '' ? null : `${read.unless ? 'not ' : ''}${readAs}`,
		beyond: [...new Set(beyond)],
	};
}
