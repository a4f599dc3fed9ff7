/** Whether a mail passes one test of a condition. */

import { valuesCalled } from '../results/called.ts';
import type { Test } from './condition-words.ts';
import { extractFacts, type Fact, READ_CHARACTERS, withoutQuotes, wordMatcher } from './extract.ts';
import { fieldNamed } from './fields.ts';
import { isOfKind } from './kinds.ts';
import { asksAnything, isAskedFor } from './requests.ts';
import { runOnSender } from './sender.ts';
import { clausesIn, isReport, sentencesIn } from './sentences.ts';
import type { MailText } from './text.ts';
import { isAbstract, isSaid, mayBeSaid, waysToSay } from './words.ts';

/** Things that can be found by their form, like words. */
const FORMS = new Map<string, Fact>([
	...['amount', 'price', 'betrag', 'preis'].map((word) => [word, 'amount'] as const),
	...['date', 'datum'].map((word) => [word, 'date'] as const),
	...['time', 'uhrzeit'].map((word) => [word, 'time'] as const),
	...['phone', 'telefonnummer', 'handynummer', 'rufnummer'].map((word) => [word, 'phone'] as const),
	['link', 'link'],
	...['address', 'mailadresse', 'e-mail-adresse'].map((word) => [word, 'address'] as const),
]);

/** Null if words alone cannot show it. What was found is added to `tests`. */
export function runTest(
	test: Test,
	mail: MailText,
	language: string | null,
	tests: string[],
): boolean | null {
	const { where, says, not, exists, asks, isStatement, terms, beyond } = test;
	const words = [...beyond, ...terms].map((term) => `“${term}”`).join(', ');
	const enclosed = beyond.length === 0 && isAttachment(terms) ? hasAttachment(terms, mail) : undefined;
	if (enclosed !== undefined) {
		tests.push(
			`${words}: ${enclosed === null ? 'not everything was read' : enclosed ? 'there is one' : 'there is none'}`,
		);
		return enclosed === null ? null : enclosed !== not;
	}
	if (asks && beyond.length === 0 && terms.length > 0) return runRequest(test, words, mail, tests);
	const kind = says || beyond.length > 0 ? null : isOfKind(terms, mail);
	if (kind !== null) {
		tests.push(`it is ${kind ? '' : 'not '}${words}`);
		return kind !== not;
	}
	const count = exists && !says && beyond.length === 0 ? countOf(terms.join(' '), mail) : null;
	if (count !== null) {
		tests.push(`${words}: ${count}`);
		return count > 0 !== not;
	}
	const isForm = exists && terms.every((term) => formOf(term) !== undefined);
	if (exists && !isForm && !says && beyond.length === 0 && isReported(terms, mail)) {
		tests.push(`a sentence of the mail has ${words}`);
		return !not;
	}
	if ((!says && !isForm) || beyond.length > 0) {
		tests.push(`${words} is not something it can judge by words`);
		return null;
	}
	if (where === 'sender') return runOnSender(test, words, mail, tests);
	const whole = { subject: mail.subject, mail: `${mail.subject}\n${mail.text}` }[where];
	const text = ownWords(whole);
	if (isStatement) {
		const isTrue = isReported(terms, mail);
		tests.push(isTrue ? `a sentence of the mail has ${words}` : `no sentence clearly says ${words}`);
		return isTrue ? !not : null;
	}
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

/** “Errors: 0”: how many of something a mail counts; null if it does not, or names several numbers. */
function countOf(term: string, { subject, text }: MailText): number | null {
	// “We light the fire at 8” counts no fires.
	const lines = [subject, text].map((one) => one.replace(/^[^:=|\t\n]*$/gm, ''));
	const found = [term, `${term}s`].flatMap((name) => valuesCalled(name, 'number', lines));
	// “Errors: 0 critical, 12 minor”.
	if (found.some((one) => /^.*\d/.test(('behind' in one && one.behind) || ''))) return null;
	const [first, ...others] = found.map((one) => ('value' in one ? one.value : null));
	return typeof first === 'number' && others.every((other) => other === first) ? first : null;
}

/** "If there is a strike": a sentence that denies and asks nothing has the words. That none has them proves nothing. */
const isReported = (terms: readonly string[], { subject, text }: MailText) =>
	terms.every((term) => !isAbstract(term)) &&
	sentencesIn(ownWords(`${subject}\n\n${text}`))
		.filter((sentence) => isReport(sentence) && !IS_OVER.test(sentence))
		.flatMap(clausesIn)
		.some(
			(clause) =>
				terms.every((term) => stands(term, clause)) &&
				waysToSay(terms.at(-1) ?? '').some((word) => isNoun(word, clause) && !isOnlyNamed(word, clause)),
		);
/** “Wood for the fire”, “a risk of fire”, “a test alarm”: what is only named has not happened. Who is “sorry for the delay” may have answered late. */
const isOnlyNamed = (word: string, clause: string) => {
	const said = wordMatcher(word).source;
	const named = `(?<!\\p{L})(?:${NO_EXCUSE}for|about|against|like|than|around|beside|${NO_CAUSE}of|für|gegen|über|wie)\\s+(?:(?:the|an?|any|this|that|our|your|my|de[nrms]|die|das|eine?[nrms]?)\\s+)?(?:\\p{L}+\\s+)?${said}`;
	if (new RegExp(`${named}|(?:${USED}|(?<!\\p{L})(?:test|false|practice)\\s)${said}`, 'iu').test(clause))
		return true;
	return (
		EXCUSE.test(clause) &&
		/^(?:delay|wait|verzögerung|verspätung)/i.test(word) &&
		!new RegExp(`${said}\\s+of\\s+(?:your|the)\\s+(?!${ANSWER})`, 'iu').test(clause)
	);
};
/** “We light the fire at 8”: what somebody does with it; but not “we have a fire”. */
const USED =
	'(?<!\\p{L})(?:i|we|you|they|ich|wir|sie)\\s+(?:(?:will|can|then|also)\\s+)?(?!(?:have|had|got|get|see|saw|found|find|noticed|discovered|detected|heard|hear|smell|smelled|report|reported|expect|haben|hatten|sehen)(?!\\p{L}))\\p{L}+\\s+(?:the|an?|our|your|das|ein|eine[nr]?|den|die)\\s+';
const NO_EXCUSE = '(?<!(?:sorry|apologi[sz]e|apologies)\\s)';
const NO_CAUSE = '(?<!(?:because|result|consequence|account|outbreak|reports?)\\s)';
const EXCUSE = /(?<!\p{L})(?:sorry|apolog\p{L}+|excuse|forgive|entschuldig\p{L}*|verzeih\p{L}*)(?!\p{L})/iu;
const ANSWER = '(?:repl|answer|respon|feedback|return|follow|question|e-?mail|message)';
/** “A fire in the hall”, but not “fire alarm”. */
const isNoun = (word: string, sentence: string) =>
	new RegExp(
		`${wordMatcher(word).source}(?=\\s*(?:$|[.,:;!?()–-])|\\s+(?:in|on|at|of|with|for|to|from|by|near|since|between|during|after|and|or|is|are|was|were|has|have|had|occurred|detected|reported|found|planned|today|tomorrow|#?\\d|im|am|an|auf|bei|von|vom|mit|seit|zwischen|nach|und|oder|ist|sind|war|waren|wurden?|wird|werden|hat|haben|gemeldet|heute|morgen))`,
		'iu',
	).test(sentence);
/** What was there once, is over, or of which there are none. */
const IS_OVER =
	/(?<![\d.,])0(?![\d.,:])|(?<!\p{L})(?:none|zero|keine|ago|last|former\p{L}*|previous\p{L}*|yesterday|over|ended|ends|past|resolved|fixed|solved|repaired|restored|prevented|avoided|letzte[nrsm]?|früher\p{L}*|gestern|vorbei|beendet|behoben|gelöst|repariert|verhindert)(?!\p{L})/iu;

function runRequest(
	{ not, loosely, terms }: Test,
	words: string,
	mail: MailText,
	tests: string[],
): boolean | null {
	const whole = `${mail.subject}\n\n${mail.text}`;
	const isSilent =
		loosely && !mail.partly && !asksAnything(whole) && !terms.some((term) => isSaid(term, whole));
	const asked = isSilent ? false : isAskedFor(terms, ownWords(whole), loosely);
	tests.push(
		asked === null
			? `no sentence clearly asks for ${words}, and other words may`
			: `it ${asked ? 'asks' : 'does not ask'} for ${words}`,
	);
	return asked === null ? null : asked !== not;
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
	if (text !== lastOwn.text) {
		const own = withoutQuotes(text);
		const isQuoted = own.split('\n').slice(1).join('').trim() === '';
		lastOwn = { text, own: isQuoted ? text : own };
	}
	return lastOwn.own;
}
/** Every test of a prompt asks for the same. */
let lastOwn = { text: '', own: '' };

const ENCLOSED = /^(?:attachments?|attached|enclosed|enclosures?|files?|documents?|anhang|anhänge)$/;
/** Kinds of files, by the ends of their names. */
const FILES: [kind: RegExp, name: RegExp][] = [
	[/^pdfs?$/, /\.pdf$/i],
	[/^csvs?$/, /\.csv$/i],
	[/^zips?$/, /\.zip$/i],
	[/^(?:excel|xlsx?|spreadsheets?)$/, /\.(?:xlsx?|xlsm|ods)$/i],
	[/^(?:word|docx?)$/, /\.(?:docx?|odt|rtf)$/i],
	[/^(?:images?|photos?|pictures?|jpe?gs?|pngs?)$/, /\.(?:jpe?g|png|gif|webp|heic)$/i],
	[/^xmls?$/, /\.xml$/i],
];
const fileOf = (term: string) => FILES.find(([kind]) => kind.test(term))?.[1];
const isAttachment = (terms: readonly string[]) =>
	terms.every((term) => ENCLOSED.test(term) || fileOf(term)) &&
	(terms.some((term) => /^(?:att|encl|anh)/.test(term)) ||
		(terms.some((term) => /^files?$/.test(term)) && terms.some(fileOf)));

/** Null if some of the mail was not read, so that a file may be missing. */
function hasAttachment(terms: readonly string[], { attachments, partly }: MailText): boolean | null {
	const [wanted = /^/] = terms.flatMap((term) => fileOf(term) ?? []);
	if (attachments?.some((name) => wanted.test(name))) return true;
	return attachments && !partly ? false : null;
}

const formOf = (term: string) => FORMS.get(term.replace(/(?<!s)s$/, ''));

/** How long a test takes: words are found at once, sentences have to be read, and numbers have many names. */
export const effortOfTest = ({ says, terms }: Test): number =>
	terms.reduce((sum, term) => sum + (isNumber(term) ? 4 : formOf(term) ? 1 : 0), says ? 0 : 1);
const isNumber = (term: string) => / number$/.test(term);

function stands(term: string, text: string): boolean {
	const form = formOf(term);
	if (form && extractFacts(text).has(form)) return true;
	if (isNumber(term) && (fieldNamed(term)?.find(text).length ?? 0) > 0) return true;
	return isSaid(term, text);
}

/** Whether all words are in one sentence. */
const isTogether = (terms: string[], text: string) =>
	text
		.slice(0, READ_CHARACTERS)
		.split(/(?<=[.!?])\s+|\n+/)
		.some((sentence) => terms.every((term) => isSaid(term, sentence) || formOf(term) !== undefined));
