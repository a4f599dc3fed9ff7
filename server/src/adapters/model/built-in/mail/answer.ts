import { type Condition, partsOf } from '@watchword/contract/condition';
import { inWords } from '@watchword/contract/in-words';
import { judgeMail, readPrompt, type Wanted } from '@watchword/model';
import type { Question } from '../../../../ports/model.ts';
import type { Findings } from '../write.ts';
import { givenIn, sentencesOf } from '../write-mail.ts';
import {
	extractFacts,
	FACT_NAMES,
	type Fact,
	quoteSentences,
	READ_CHARACTERS,
	withoutQuotes,
	wordMatcher,
} from './extract.ts';
import { fieldOf } from './fields.ts';
import { givenOf } from './given.ts';

const ABILITY =
	'Without a picture the built-in model can search for words (“if it mentions an invoice”, “when the subject contains ' +
	'urgent”, “if it is from ann@example.com”), compare amounts and percentages, extract order numbers, totals, dates, times, ' +
	'phone numbers, links and mail addresses, and quote sentences. It replies with what the prompt says (“thank them and say that ' +
	'we will answer within two days”). It does not interpret.';
const UNWRITTEN =
	'The built-in model cannot write this mail. It can write “thank them”, “apologise for the delay”, “say that we will call ' +
	'tomorrow”, “ask them for a photo”, and any text that stands in quotes.';

/** The words of a prompt for which sentences are quoted: each is looked for in every sentence. */
const MAX_QUOTED_FOR = 100;
const LONGEST_WORD = 40;

/** A question for one thing. Facts that nobody asked for are no answer to it. */
const ASKS = /\b(?:what|who|whose|which|where|why|when|how (?:much|many))\b/i;
const INTERPRETS = /\b(?:summari[sz]e|summary|describe|explain)\b/i;

/** A mail as a question has it. If some of it was not read, missing words prove nothing. */
type MailText = NonNullable<Question['parts']['mail']> & { partly?: boolean };

/**
 * Judges a mail by the condition, and extracts and quotes what the prompt asks for. Without a stored condition, that of the
 * prompt decides. With `replies`, the sender gets the answer.
 */
export function answerFromMail(
	prompt: string,
	mail: MailText,
	{ condition: stored = null, today = null, clock = null, replies = false }: AskedOfMail = {},
): Findings {
	const about = mail.subject.trim() || 'no subject';
	// The lines between them keep the subject from being a label of what follows.
	const text = `${mail.subject}\n\n\n${mail.text}`.slice(0, READ_CHARACTERS);
	const read = readPrompt(prompt, { trigger: 'email', ...(today && { today }) });
	const condition = stored ?? read.condition;
	const judged =
		condition.is === 'every' && !condition.not ? null : judgeMail(condition, mail, givenOf(today, clock));
	const facts = extractFacts(withoutQuotes(text));
	const words = [...new Set([...wordsIn(condition), ...contentWords(prompt)])].slice(0, MAX_QUOTED_FOR);
	const quotes = quoteSentences(withoutQuotes(mail.text), words).map((sentence) => `“${sentence}”`);
	const found = fieldsIn(text, read.values);
	const given = givenIn(prompt);
	const cut =
		mail.text.length > READ_CHARACTERS ? [`Only the first ${READ_CHARACTERS} characters were read.`] : [];
	const report = [
		`${senderName(mail.from)} wrote: “${about}”.`,
		...(found.lines.length > 0 ? found.lines : factLines(askedOf(prompt, facts))),
		...cut,
	];
	const asReport = { information: report, quoted: found.lines.length === 0 ? quotes : [] };
	// What a prompt says to write beside what it wants to know.
	const sentences = replies && !given ? (found.lines.length > 0 ? [] : sentencesOf(prompt)) : [];
	const reply = given
		? { information: [given] }
		: replies
			? { information: replyTo(mail, sentences ?? [], found.known) }
			: asReport;
	const evidence = found.lines.length > 0 ? found.lines.join(' ') : evidenceOf(facts, quotes);
	const subject = given || replies ? about : found.known.length > 0 ? found.known.join(', ') : about;
	const unsure = (why: string, shown = `${evidence} ${why}`) => cannotTell(shown, why, asReport, about);

	// To send something else than what was asked for would be worse than to send nothing.
	const isUnwritten =
		(sentences === null && found.known.length === 0) || (!replies && !given && read.writes.length > 0);
	if (judged) {
		const tests = `${judged.evidence} ${evidence}`;
		if (judged.verdict === 'cannot tell') return cannotTell(tests, ABILITY, asReport, about);
		if (judged.verdict === 'not met')
			return { evidence: tests, verdict: 'not met', ...asReport, subject: `Not in “${about}”` };
		if (sentences === null && found.known.length === 0) return unsure(UNWRITTEN, `${tests} ${UNWRITTEN}`);
		return { evidence: tests, verdict: 'met', ...reply, subject };
	}
	if (isUnwritten) return unsure(UNWRITTEN);
	const isWritten = given !== null || (sentences?.length ?? 0) > 0;
	if (!isWritten && found.lines.length > 0 && found.known.length === 0)
		return unsure('None of what was asked for was found with its name beside it.', evidence);
	const isAsked = ASKS.test(prompt) && read.values.length === 0 && !replies;
	if (isAsked && !quotes.some((quote) => isAbout(quote, prompt)) && !namesFact(prompt, facts))
		return unsure('What was asked for was not found.');
	const limits = INTERPRETS.test(prompt)
		? ['The built-in model quotes and extracts; it does not summarise.']
		: [];
	const told = isWritten || replies ? reply : { ...asReport, information: [...report, ...limits] };
	const why = given
		? 'The prompt gives the text to send. '
		: isWritten
			? 'The prompt says what to write. '
			: '';
	return { evidence: `${why}${evidence}`, verdict: 'met', ...told, subject };
}

/** The words that a condition looks for. */
const wordsIn = (condition: Condition) =>
	partsOf(condition).flatMap((part) =>
		part.is === 'says' ? part.words.flatMap((word) => word.split(/[…/]/)) : [],
	);

interface AskedOfMail {
	/** What decides, if it is stored with the automation. */
	condition?: Condition | null;
	today?: Date | null;
	clock?: { now: Date; zone: string } | null;
	replies?: boolean;
}

export function cannotTell(
	evidence: string,
	why: string,
	{ information, quoted }: { information: string[]; quoted: string[] },
	about: string,
): Findings {
	return {
		evidence,
		verdict: 'cannot tell',
		information: [`Cannot tell. ${why}`, ...information],
		quoted,
		subject: `Cannot tell: “${about}”`,
	};
}

/** Each field that was asked for, with its value or "not found". */
function fieldsIn(text: string, wanted: readonly Wanted[]): { lines: string[]; known: string[] } {
	const found = wanted.map(fieldOf).map(({ name, find }) => ({ name: capital(name), values: find(text) }));
	const lines = found.map(
		({ name, values }) => `${name}: ${values.length > 0 ? values.join(', ') : 'not found'}.`,
	);
	const known = found
		.filter(({ values }) => values.length > 0)
		.map(({ name, values }) => `${name} ${values[0]}`);
	return { lines, known };
}

/** Of the facts, those that the prompt asks for: a question for one thing is not answered with others. */
const askedOf = (prompt: string, facts: Map<Fact, string[]>) =>
	ASKS.test(prompt)
		? new Map([...facts].filter(([fact]) => new RegExp(`\\b${fact}`, 'i').test(prompt)))
		: facts;

/** Whether a quote has enough of the words of a question to answer it. */
function isAbout(quote: string, prompt: string): boolean {
	const words = contentWords(prompt);
	return words.filter((word) => wordMatcher(word).test(quote)).length >= Math.min(2, words.length);
}

/** Whether the prompt names a kind of fact that was found: "which address failed". */
function namesFact(prompt: string, facts: Map<Fact, string[]>): boolean {
	return [...facts.keys()].some((fact) => new RegExp(`\\b${fact}`, 'i').test(prompt));
}

const factLines = (facts: Map<Fact, string[]>) =>
	[...facts].map(([fact, values]) => `${FACT_NAMES[fact][values.length > 1 ? 1 : 0]}: ${values.join(', ')}.`);

/** A short mail to the sender: what the prompt says to write, or that the mail has arrived. */
function replyTo(mail: MailText, sentences: readonly string[], known: readonly string[]): string[] {
	const subject = mail.subject.replace(/^(?:\s*(?:re|aw|sv|fwd?|wg|tr)\s*:)+/i, '').trim();
	const about = subject === '' ? '' : ` about “${subject}”`;
	const thanks = `Thank you for your mail${about}.`;
	const said = sentences.map((sentence) => (sentence === 'Thank you for your mail.' ? thanks : sentence));
	return [
		greetingTo(mail.from),
		said.length > 0 ? said.join(' ') : `${thanks} We have received it.`,
		...(known.length > 0 ? [`We have noted: ${known.join(', ')}.`] : []),
		'Kind regards',
	];
}

/** Names of machines and departments, which nobody says hello to. */
const NO_PERSON =
	/\b(?:no-?reply|do-?not-?reply|notifications?|alerts?|form|support|help ?desk|service|team|billing|orders?|sales|shop|store|info|admin|office|system|newsletter|bank|dept|department|gmbh|ltd|inc|llc|ag|kg)\b/i;

/** A name is greeted where it is a person's: one that the address names, and the domain of a company does not. */
function greetingTo(from: string): string {
	const name = senderName(from);
	const [, local = '', domain = ''] = /([^\s<]*)@([^\s>]*)/.exec(from.toLowerCase()) ?? [];
	const words = (name.toLowerCase().match(/\p{L}{3,}/gu) ?? []).slice(0, 5);
	const isCompany =
		words.some((word) => domain.includes(word)) && !words.some((word) => local.includes(word));
	const isPerson =
		!isCompany &&
		name !== 'Somebody' &&
		!NO_PERSON.test(`${name} ${local}`) &&
		/^\p{Lu}[\p{L}.'’-]*(?: (?:(?:de|van|von|der|den|da|di|la|le|el|al|bin) )*\p{Lu}[\p{L}.'’-]*){0,3}$/u.test(
			name,
		);
	return isPerson ? `Hello ${name},` : 'Hello,';
}

/** "Ann Example" of “Ann Example <ann@shop.example>”; the address if there is no name. */
function senderName(from: string): string {
	const [, name = ''] = /^\s*"?([^"<@]{1,100}?)"?\s*</.exec(from) ?? [];
	return name.trim() || from.replace(/[<>]/g, '').trim() || 'Somebody';
}

function evidenceOf(facts: Map<Fact, string[]>, quotes: string[]): string {
	const parts = [...facts].map(
		([fact, values]) => `${FACT_NAMES[fact][1].toLowerCase()} ${values.join(', ')}`,
	);
	const extracted =
		parts.length > 0 ? `Found ${inWords(parts, 'and')}.` : 'Found no amounts, dates or numbers.';
	return quotes.length > 0 ? `${extracted} It says: ${quotes.slice(0, 2).join(' ')}` : extracted;
}

/** The words of a prompt worth looking for in a text. */
function contentWords(prompt: string): string[] {
	const words = (prompt.toLowerCase().match(/\p{L}[\p{L}\p{M}]*(?:'s)?/gu) ?? [])
		.map((word) => word.replace(/'s$/, ''))
		.filter((word) => word.length > 3 && word.length <= LONGEST_WORD && !COMMON.has(word));
	return [...new Set(words)].slice(0, 50);
}
const COMMON = new Set(
	(
		'about after again also answer any anything arrives asks because been before being email every extract find from ' +
		'give have here into just know list mail mails mention mentions message notify please quote reply respond save ' +
		'says send sender should subject summarise summarize tell text than that their them then there these they this ' +
		'through what when where which whether will with word words would write your contains contain includes'
	).split(' '),
);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
