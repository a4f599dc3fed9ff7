import type { FieldType } from '@watchword/contract/field';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import { DEEDS } from '../stance.ts';
import { explainMailCondition } from './condition.ts';
import { type Field, fieldCalled, fieldNamed } from './fields.ts';
import { asksYesOrNo, rephrase } from './phrasing.ts';
import { daysSaid } from './when-said.ts';

/** A text the customer gave word for word: reply “Thank you, we will call back.” */
const GIVEN =
	/\b(?:reply|respond|answer|say|write|send|text|antworte|schreibe?)\b[^"“„«.!?]{0,60}["“„«]([^"“”»]{2,2000})["“”»]/i;
/** The same without quotes, behind a colon: “reply: we are closed”, but not “reply: say that we are closed”. */
const GIVEN_BEHIND =
	/^\s*(?:please\s+)?(?:reply|respond|answer|write|send|antworte|schreibe?)(?:\s+[\p{L}-]+){0,4}:\s*(?!(?:please\s+|bitte\s+)?(?:thank(?!\s+you)|say|tell|inform|let\s+(?:them|him|her)|promise|assure|apologi[sz]e|ask|explain|mention|remind|confirm|acknowledge|invite|congratulate|decline|bedanken?|sagen?|sag|fragen?|entschuldigen?|bestätigen?|erklären?|teilen?|informieren?|wünschen?|laden?|lehnen?)(?!\p{L}))(\S[\s\S]{1,1999})$/iu;
/** Words that ask for fields of a mail. */
const ASKS =
	/\b(extract|find|list|get|give me|tell me|send me|pick out|pull out|note|log|record|save|(?:reply|answer|respond) with|what is|what's|what are|what was|who is|who's)\s+((?:the|any|all|its|their|our|my|an?)?\s?[^.!?;:\n]{2,200})/gi;
/** Questions for an amount, a number or a day, with what they are about. */
const QUESTIONS: [pattern: RegExp, name: (about: string) => string[], type: FieldType][] = [
	[
		/\bhow much (?:is|was|are|were|for) (?:the |my |our )?([\p{L} -]{2,40}?)(?=$|[?.,!]| and\b| per\b| in\b)/giu,
		(about) => [about, `${about} total`, ...(WHOLE.test(about) ? ['total'] : [])],
		'amount',
	],
	[
		/\bhow much (?!(?:is|was|are|were|for|do|does|did|will|money|have|must)\b)([\p{L}-]{2,20}) (?:is|was|do|does|did|will|must|have)\b/giu,
		(about) => [about],
		'amount',
	],
	[
		/\b(?:what does|how much does|what do) (?:the |an? |my )?([\p{L} -]{2,40}?) cost\b/giu,
		(about) => [about],
		'amount',
	],
	[
		/\b(?:the )?(?:price|cost) of (?:the |an? )?([\p{L} -]{2,40}?)(?=$|[?.,!]| and\b)/giu,
		(about) => [about],
		'amount',
	],
	[
		/\b(?:how much|what) (?:money )?(?:do|does|must|will|have) (?:i|we|they)\b(?=[^?.,!]{0,40}\b(?:pay|owe|transfer)\b)/giu,
		() => ['total'],
		'amount',
	],
	[
		/\bhow much (?:(?:does|did|will) (?:it|this|that)\b(?=[^?.,!]{0,20}\bcost\b)|(?:is|was) (?:it|this|that)\b)/giu,
		() => ['total', 'price'],
		'amount',
	],
	[
		/\bhow many ([\p{L}-]{3,30})(?=\s*(?:$|[?,.!])|\s(?:and|are there|were there|is it|do (?:we|i) have)\b)/giu,
		(about) => [about],
		'number',
	],
	[
		/\bwhen (?:is|are|was|were) (?:the |my |our )?([\p{L} -]{2,40}?)\s*(?:\?|$)/giu,
		(about) => [about, `${about} date`],
		'date',
	],
	[
		/\bwhen (?:is|was|does|will|do|are) (?:the |my |our |it |they )?([\p{L} -]{0,40}?)\s?(?:be )?due\b/giu,
		() => ['due date'],
		'date',
	],
	[
		/\b(?:(?:by|until) )?when (?:do|must|should|does|have|has) [\p{L} ]{1,40}?\b(?:pay|paid|transfer|settle)\b/giu,
		() => ['due date'],
		'date',
	],
	[
		/\bwhen (?:is|does|will) (?:the |my |our )?[\p{L} -]{2,40}? (?:arrive|come|be delivered|delivered)\b/giu,
		() => ['delivery date', 'new delivery date', 'arrival'],
		'date',
	],
	[
		/\bwhen (?:does|will) (?:the |my |our )?([\p{L} -]{2,40}? (?:end|expire|start|begin|renew|close|open))s?\b/giu,
		(about) => [about, about.replace(/ \p{L}+$/u, '')],
		'date',
	],
];

/** A mail that is one whole: its price is its total. */
const WHOLE = /^(?:rechnung|bestellung|buchung|auftrag)$/i;

/** What a prompt wants from a mail. */
export interface Wanted {
	fields: Field[];
	/** What may be names of values, if the mail has values of these names. */
	perhaps: Field[];
	given: string | null;
}

/** The fields a prompt asks for, and the text it gives. */
export function readWanted(prompt: string): Wanted {
	const asked = asksYesOrNo(prompt) ? '' : rephrase(prompt);
	const fields = new Map<string, Field>();
	const open = new Map<string, Field>();
	for (const [, how = '', list = ''] of asked.matchAll(ASKS)) {
		const isQuestion = /^wh/i.test(how);
		for (const [at, part] of partsOf(list).entries()) {
			const words = bare(part.replace(/(?<![-\p{L}])(?:from|in|of|on|to|for|if|when|with|as)\b.*$/iu, ''));
			const field = fieldNamed(words);
			// The first word of a list has its article: “the total and order date”, but not “the total and open a ticket”.
			const isDeed =
				DEEDS.has(words.split(' ')[0]?.toLowerCase() ?? '') || /\s(?:an?|the|it)(?:\s|$)/i.test(words);
			const isListed = at > 0 && !isDeed;
			if (field) fields.set(field.name, field);
			else if (isName(words, isQuestion || isListed)) open.set(fieldCalled(words).name, fieldCalled(words));
		}
		if (isQuestion) for (const [name, field] of open) fields.set(name, field);
	}
	if (fields.size === 0) for (const field of questionsIn(asked)) fields.set(field.name, field);
	const list = fields.size === 0 ? listIn(asked) : [];
	if (list.some(({ name }) => fieldNamed(name))) for (const field of list) fields.set(field.name, field);
	// "Send me the gist" names no value; beside other values, it is one that was not found.
	if (fields.size > 0) for (const field of open.values()) fields.set(field.name, field);
	const perhaps = fields.size === 0 ? list : [];
	return {
		fields: [...fields.values()],
		perhaps,
		given: (GIVEN.exec(prompt) ?? GIVEN_BEHIND.exec(prompt))?.[1]?.trim() ?? null,
	};
}

/** "Order number please", "his phone number". */
const bare = (words: string) =>
	words
		.trim()
		.replace(/^(?:his|her)\s+|\s+(?:please|bitte)$/gi, '')
		.replace(/\s+(?:des|vom|von)\s.*$/i, '');

const partsOf = (list: string) => list.split(/,|\band\b|\bund\b|\bor\b|\bplus\b/i);

/** Few words that can be the name of a value, and are not the mail as a whole. */
const isName = (words: string, bare: boolean) =>
	(bare
		? /^[\p{L}'’-]+(?:\s[\p{L}'’-]+){0,3}$/u
		: /^(?:the|their|its|my|our)\s[\p{L}-]+(?:\s[\p{L}-]+){0,2}$/iu
	).test(words) &&
	!/\b(?:e?mails?|messages?|text|it|this|that|about|matter|problem|gist|summary|details?|points?|news|they|you)\b/i.test(
		words,
	) &&
	!/^(?:wie|was|wann|wer|wo|is|are|can|do|does|who|where|when|why|how|please|be|if|wenn|reply|answer|respond|thank|say|tell|write|send|confirm|ask|promise|apologi[sz]e|acknowledge|decline|explain|let|inform)\b/i.test(
		words,
	);

function questionsIn(prompt: string): Field[] {
	return QUESTIONS.flatMap(([pattern, names, type]) =>
		[...prompt.matchAll(pattern)].slice(0, 5).flatMap(([, about = '']) => {
			const [first = '', ...others] = names(about.trim());
			// "When is it due?" is another question.
			if (first === '' || /^(?:it|this|that|they|i|we)\b|\bdue$/i.test(first)) return [];
			const fields = [first, ...others].map((name) => fieldCalled(name, [type]));
			const find = (text: string) =>
				fields.map((field) => field.find(text)).find((found) => found.length > 0) ??
				(type === 'date' ? daysSaid(about.trim(), text) : []);
			return [{ name: first.toLowerCase(), find }];
		}),
	);
}

/** "Order number, total and delivery date": a prompt that only lists what it wants. */
function listIn(prompt: string): Field[] {
	const parts = partsOf(prompt.replace(/[\s?.!:]+$/, ''))
		.map(bare)
		.filter(Boolean);
	if (parts.length > 8 || !parts.every((part) => isName(part, true) || fieldNamed(part))) return [];
	return parts.map((part) => fieldNamed(part) ?? fieldCalled(part));
}

/** A prompt without long gaps: at each of a thousand empty lines, patterns would look back over all of them. */
export const withoutGaps = (prompt: string) =>
	prompt.replace(/\s{3,}/g, (run) => '\n'.repeat(Math.min(2, run.split('\n').length - 1)) || ' ');

/** How a prompt about mails will be read, for the customer who is typing it. */
export function explainMailPrompt(typed: string): PromptReading {
	const prompt = withoutGaps(typed);
	const condition = explainMailCondition(prompt);
	const { fields, given } = readWanted(prompt);
	const parts = [
		condition?.readAs ?? '',
		fields.length > 0 ? `find ${fields.map(({ name }) => name).join(', ')}` : '',
		given ? 'answer with the text you gave' : '',
	].filter((part) => part !== '');
	return {
		readAs: parts.length > 0 ? parts.join('; ') : null,
		beyond: condition?.beyond ?? [],
	};
}
