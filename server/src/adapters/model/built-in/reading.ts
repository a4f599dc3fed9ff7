import { extractFacts, FACT_NAMES, type Fact, quoteSentences, READ_CHARACTERS } from './extract.ts';
import { inWords } from './lexicon.ts';
import { judgeMail, type MailText } from './mail-condition.ts';
import { tokenise } from './words.ts';
import type { Findings } from './write.ts';

const ABILITY =
	'Without a picture the built-in model can search for words (“if it mentions an invoice”, “when the subject contains ' +
	'urgent”, “if it is from ann@example.com”), extract amounts, dates, times, phone numbers, links, mail addresses and ' +
	'order numbers, and quote sentences. It does not write or interpret.';

/** A text the customer gave word for word: reply “Thank you, we will call back.” */
const GIVEN = /\b(?:reply|respond|answer|say|write|send|text)\b[^"“«.!?]{0,60}["“«]([^"”»]{2,2000})["”»]/i;
/** What asks for something that stands in the mail. */
const LOOKS_UP =
	/\b(?:extract|find|list|quote|give|get|what|which|who|how (?:much|many)|tell|show|report|forward|save|keep|store|log|record|note|summari[sz]e|summary|describe|pass on|amounts?|dates?|numbers?|links?|address(?:es)?|totals?|prices?)\b/i;
const INTERPRETS = /\b(?:summari[sz]e|summary|describe|explain|translate)\b/i;

/** Judges a mail by its words, and extracts and quotes what the prompt asks for. */
export function answerFromMail(prompt: string, mail: MailText): Findings {
	const facts = extractFacts(`${mail.subject}\n${mail.text}`);
	const judgement = judgeMail(prompt, mail);
	const words = [...(judgement?.terms ?? []), ...contentWords(prompt)];
	const quotes = quoteSentences(mail.text, words).map((sentence) => `“${sentence}”`);
	const found = [
		`Mail from ${mail.from || 'an unknown sender'}, subject “${mail.subject || 'none'}”.`,
		...[...facts].map(
			([fact, values]) => `${FACT_NAMES[fact][values.length > 1 ? 1 : 0]}: ${values.join(', ')}.`,
		),
		...(quotes.length > 0 ? [`It says: ${quotes.join(' ')}`] : []),
		...(mail.text.length > READ_CHARACTERS
			? [`Only the first ${READ_CHARACTERS} characters were read.`]
			: []),
	];
	const about = `“${mail.subject || 'no subject'}”`;
	const given = GIVEN.exec(prompt)?.[1];
	const readOut = evidenceOf(facts, quotes);

	if (judgement) {
		const tests = capital(`${judgement.tests.join('; ')}.`);
		if (judgement.held === null) {
			return {
				evidence: `${tests} ${readOut}`,
				verdict: 'cannot tell',
				information: [`Cannot tell. ${ABILITY}`, ...found],
				subject: `Cannot tell: ${about}`,
			};
		}
		return {
			evidence: `${tests} ${readOut}`,
			verdict: judgement.held ? 'met' : 'not met',
			information: given && judgement.held ? [given] : found,
			subject: `${judgement.held ? 'Found in' : 'Not in'} ${about}`,
		};
	}
	if (given) {
		return {
			evidence: `The prompt gives the text to send. ${readOut}`,
			verdict: 'met',
			information: [given],
			subject: `About ${about}`,
		};
	}
	if (LOOKS_UP.test(prompt)) {
		const limits = INTERPRETS.test(prompt)
			? ['The built-in model quotes and extracts; it does not summarise.']
			: [];
		return {
			evidence: readOut,
			verdict: 'met',
			information: [...found, ...limits],
			subject: `From ${about}`,
		};
	}
	return {
		evidence: `${readOut} Cannot tell: the prompt asks for more than words can show.`,
		verdict: 'cannot tell',
		information: [`Cannot tell: the prompt asks for more than words can show. ${ABILITY}`, ...found],
		subject: `Cannot tell: ${about}`,
	};
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
	const words = tokenise(prompt.slice(0, 5000)).filter((word) => word.length > 3 && !COMMON.has(word));
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
