import type { Sender } from '../../../ports.ts';
import { type Comparison, compare, takeComparisons } from './compare.ts';
import { extractFacts, type Fact, READ_CHARACTERS, wordMatcher } from './extract.ts';

export interface MailText {
	from: string;
	subject: string;
	text: string;
	/** The sender, if the address is confirmed. */
	sender: Sender;
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
	terms: string[];
	/** The words that make it a question of meaning: "asks for". */
	beyond: string[];
}

const TOKEN =
	/["“«]([^"”»]{1,200})["”»]|[\w.+-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]{0,100}|[.,;:!?\n]/gu;
const set = (words: string) => new Set(words.trim().split(/\s+/));
const CUES = set('if when whenever whether once unless');
const SAYS =
	set(`contains contain containing mentions mention mentioning includes include including says say saying has
	have having states state reads names with`);
/** Words that are found show what a mail is about; missing words do not show that it is about something else. */
const ABOUT = set('about regarding concerning refers re');
/** Words that ask for understanding, which a search for words cannot give. */
const MEANS =
	set(`asks ask asking requests request requesting wants want wanting complains complain complaining sounds sound seems seem
	feels angry upset unhappy happy urgent important polite rude interested confirms confirm cancels cancel offers offer promises
	threatens apologises apologizes agrees refuses accepts declines needs need hopes`);
const IS_SAID = set('mentioned appears appear occurs included contained stands found word words');
const WHERE = new Map<string, Test['where']>([
	...['subject', 'title', 'heading'].map((word) => [word, 'subject'] as const),
	...['from', 'sender', 'by'].map((word) => [word, 'sender'] as const),
	...['body', 'mail', 'mails', 'email', 'message', 'letter', 'text'].map((word) => [word, 'mail'] as const),
]);
const NOT = set("no not without never neither nor doesn't don't isn't hasn't doesn’t don’t isn’t hasn’t");
const NOISE =
	set(`a an the it its this that is are was be does do of to in any some there content line term phrase
	someone who which me my please comes came sent i on for written also you see get receive arrives`);
const DEEDS =
	set(`email mail send notify alert tell inform warn text let report write reply respond answer forward save
	store keep extract quote list summarise summarize give say ignore then otherwise note confirm acknowledge remind mark tag
	label thank provide`);
/** Things that can be found by their form, like words. */
const FORMS = new Map<string, Fact>([
	['amount', 'amount'],
	['price', 'amount'],
	['date', 'date'],
	['time', 'time'],
	['phone', 'phone'],
	['link', 'link'],
]);

interface MailCondition {
	either: Test[][];
	comparisons: Comparison[];
	unless: boolean;
}

/** Reads the condition of a prompt on a mail; null if the prompt has none. */
function readCondition(prompt: string): MailCondition | null {
	const { rest, comparisons } = takeComparisons(prompt.slice(0, 5000));
	const tokens = [...rest.matchAll(TOKEN)].map(([word, quoted]) => ({
		word: quoted === undefined ? word.toLowerCase() : '',
		quoted: quoted?.trim(),
	}));
	const cue = tokens.findIndex(({ word }) => CUES.has(word));
	if (cue < 0) return null;
	const end = tokens.findIndex(({ word }, at) => at > cue && endsCondition(word, tokens[at + 1]?.word));
	const either = readTests(tokens.slice(cue + 1, end < 0 ? tokens.length : end));
	return { either, comparisons, unless: tokens[cue]?.word === 'unless' };
}

/** Judges the condition of a prompt on a mail; null if the prompt has none. */
export function judgeMail(prompt: string, mail: MailText): MailJudgement | null {
	const condition = readCondition(prompt);
	if (!condition) return null;
	const { either, comparisons, unless } = condition;
	const tests: string[] = [];
	const compared = comparisons.map((comparison) => compare(comparison, mail, tests));
	const alternatives = either.length > 0 || compared.length === 0 ? either : [[]];
	const outcomes = alternatives.map((all) => {
		const held = [...all.map((test) => run(test, mail, tests)), ...compared];
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
function readTests(tokens: { word: string; quoted: string | undefined }[]): Test[][] {
	const either: Test[][] = [[]];
	let test: Test = { where: 'mail', says: false, loosely: false, not: false, terms: [], beyond: [] };
	const finish = () => {
		if (test.terms.length > 0 || test.beyond.length > 0) either.at(-1)?.push(test);
		test = { ...test, not: false, terms: [], beyond: [] };
	};
	for (const { word, quoted } of tokens) {
		const where = WHERE.get(word);
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
		else if (MEANS.has(word) && !test.says) test.beyond.push(word);
		else if (ABOUT.has(word)) test = { ...test, says: true, loosely: true };
		else if (where) test = { ...test, where, says: test.says || where !== 'mail' };
		else if (SAYS.has(word) && !(test.says && test.terms.length > 0)) {
			// "Somebody says": the speaker is not one of the words to find.
			test = { ...test, says: true, where: test.where === 'sender' ? 'mail' : test.where, terms: [] };
		} else if (IS_SAID.has(word)) test.says = true;
		else if (word && !NOISE.has(word) && !/^[,:]$/.test(word)) test.terms.push(word);
	}
	finish();
	return either.filter((all) => all.length > 0);
}

function run(
	{ where, says, loosely, not, terms, beyond }: Test,
	mail: MailText,
	tests: string[],
): boolean | null {
	const words = [...beyond, ...terms].map((term) => `“${term}”`).join(', ');
	// The words of a mail do not show whether there is an attachment.
	if (!says || beyond.length > 0 || terms.some((term) => /^attachments?$/.test(term))) {
		tests.push(`${words} is not something it can judge by words`);
		return null;
	}
	if (where === 'sender') return runOnSender({ not, terms }, words, mail.sender, tests);
	const text = { subject: mail.subject, mail: `${mail.subject}\n${mail.text}` }[where];
	const found = terms.filter((term) => stands(term, text));
	if (found.length === terms.length && (terms.length === 1 || where !== 'mail' || isTogether(terms, text))) {
		tests.push(`${words} ${terms.length > 1 ? 'stand' : 'stands'} in the ${where}`);
		return !not;
	}
	// If only some of the words are there, or they are far apart, the mail may or may not say it.
	if (found.length > 0 || loosely || text.length > READ_CHARACTERS) {
		const which = found.length > 0 ? `only ${found.map((term) => `“${term}”`).join(', ')} of` : 'none of';
		tests.push(
			`${terms.length > 1 || found.length > 0 ? `${which} ` : ''}${words} ${found.length === terms.length ? 'stand together' : 'was found'} in the ${where}, and other words may say the same`,
		);
		return null;
	}
	tests.push(`${words} ${terms.length > 1 ? 'do not stand' : 'does not stand'} in the ${where}`);
	return where === 'mail' && mail.partly ? null : not;
}

function stands(term: string, text: string): boolean {
	const form = FORMS.get(term.replace(/s$/, ''));
	if (form && extractFacts(text).has(form)) return true;
	return wordMatcher(term).test(text);
}

/** Whether all words are in one sentence. */
const isTogether = (terms: string[], text: string) =>
	text
		.slice(0, READ_CHARACTERS)
		.split(/(?<=[.!?])\s+|\n+/)
		.some((sentence) =>
			terms.every((term) => wordMatcher(term).test(sentence) || FORMS.has(term.replace(/s$/, ''))),
		);

/** The condition in words, and what a search for words cannot judge; null if the prompt has no condition. */
export function explainMailCondition(prompt: string): { readAs: string | null; beyond: string[] } | null {
	const read = readCondition(prompt);
	if (!read) return null;
	const comparisons = read.comparisons.map(({ words }) => words);
	const either = read.either.map((tests) =>
		tests
			.filter(({ says, beyond }) => says && beyond.length === 0)
			.map(
				({ where, not, terms }) =>
					`${terms.map((term) => `“${term}”`).join(' ')} ${not ? 'not ' : ''}in the ${where}`,
			)
			.join(' and '),
	);
	const readAs = [...either.filter((part) => part !== ''), ...comparisons].join(
		read.either.length > 1 ? ' or ' : ' and ',
	);
	const beyond = read.either
		.flat()
		.flatMap((test) => (test.says ? test.beyond : [...test.beyond, ...test.terms]));
	return {
		readAs: readAs === '' ? null : `${read.unless ? 'not ' : ''}${readAs}`,
		beyond: [...new Set(beyond)],
	};
}

/** A sender is judged by the confirmed address only: anybody can write any name next to it. */
function runOnSender(
	{ not, terms }: Pick<Test, 'not' | 'terms'>,
	words: string,
	{ address, checks }: Sender,
	tests: string[],
): boolean | null {
	if (address === null) {
		tests.push(
			`whether the sender is ${words} cannot be told, because the address is not confirmed (${checks})`,
		);
		return null;
	}
	const found = terms.every((term) => isInAddress(term.toLowerCase(), address.toLowerCase()));
	tests.push(`the confirmed sender ${address} ${found ? 'is' : 'is not'} ${words}`);
	return found !== not;
}

/** The whole address, its domain or a domain above that, or a word of it. */
function isInAddress(term: string, address: string): boolean {
	if (term.includes('@')) return term === address || (term.startsWith('@') && address.endsWith(term));
	const domain = address.slice(address.lastIndexOf('@') + 1);
	if (term.includes('.')) return domain === term || domain.endsWith(`.${term}`);
	return wordMatcher(term).test(address.replace(/[^\p{L}\p{N}]+/gu, ' '));
}
