import { readDateAt } from '../results/dates.ts';

/** Finds what can be recognised in a text by its form. No pattern can match the same characters in many ways, so none is slow. */
const PATTERNS = {
	amount:
		/(?:[$€£¥]|\b(?:USD|EUR|GBP|AUD|CAD|NZD|CHF|JPY)\b)\s?\d{1,12}(?:[.,' ]\d{2,3}){0,4}|\b\d{1,12}(?:[.,']\d{2,3}){0,4}\s?(?:[€£¥$](?!\d|\s\d{1,9}[.,]\d{2}(?!\d))|\b(?:USD|EUR|GBP|AUD|CAD|NZD|CHF|JPY|dollars?|euros?|pounds?|cents?)\b)/gi,
	date: /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?:\.|er)?\s(?:de\s)?(?:Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?!\p{L})(?:\s(?:del?\s)?\d{4}\b)?|\b\d{1,2}\.\s(?:April|August|September|November)\b(?:\s\d{4}\b)?|(?<![\d./])\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})(?![\d/]|\.\d)|\b\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?(?:,?\s\d{4})?|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?\s\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s\d{4}\b)?/giu,
	time: /\b(?:[01]?\d|2[0-3])[:.][0-5]\d(?::[0-5]\d)?\s?(?:[ap]\.?m\b\.?)?|\b(?:1[0-2]|[1-9])\s?[ap]\.?m\b\.?/gi,
	// What it matches is looked at again, in isPhone.
	phone:
		/(?<![\w.+-]|\d )(?:\+|0|\()\d{1,15}\)?(?:[\s./-]?\(\d{1,15}\)|[\s./-]\d{1,15}|(?<=\))\d{1,15}){0,6}(?![\w-])/g,
	link: /\bhttps?:\/\/[^\s<>"'“”()[\]{}]{1,500}/gi,
	address: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
	number:
		/\b(?:order|invoice|booking|reservation|reference|ref|tracking|ticket|case|customer|account|confirmation|policy|contract|parcel|shipment)\b[ \t]{0,3}(?:number|no|nr|id|code)?\.?[ \t]{0,3}[:#]?[ \t]{0,3}#?(?=[\w/-]{0,20}\d)[\w/-]{3,40}/gi,
} as const;
export type Fact = keyof typeof PATTERNS;

export const FACT_NAMES: Record<Fact, [one: string, several: string]> = {
	amount: ['Amount', 'Amounts'],
	date: ['Date', 'Dates'],
	time: ['Time', 'Times'],
	phone: ['Phone number', 'Phone numbers'],
	link: ['Link', 'Links'],
	address: ['Mail address', 'Mail addresses'],
	number: ['Number', 'Numbers'],
};

/** The longest text that is read. The answer says that the rest was not read. */
export const READ_CHARACTERS = 100_000;
const MAX = 10;

/** The facts of a text, each once, in the order they stand. */
export function extractFacts(text: string): Map<Fact, string[]> {
	const facts = new Map<Fact, string[]>();
	// A part of a link or a date is not also a phone number or a time.
	let rest = text.slice(0, READ_CHARACTERS);
	for (const fact of ['link', 'address', 'number', 'date', 'amount', 'time', 'phone'] as const) {
		const found = new Map<string, string>();
		rest = rest.replace(PATTERNS[fact], (match) => {
			const trimmed = match.replace(/[.,;:!?\s]+$/, '').replace(/\s+/g, ' ');
			if (fact === 'phone' && !isPhone(trimmed)) return match;
			if (fact === 'date' && !isDate(trimmed)) return match;
			const same = sameAs(fact, trimmed);
			if (!found.has(same)) found.set(same, trimmed);
			return ' | ';
		});
		if (found.size > 0) facts.set(fact, [...found.values()].slice(0, MAX));
	}
	return facts;
}

/** Equal for what is the same fact in other letters: "Invoice no. 4711" and "invoice 4711". Of links, letters matter. */
function sameAs(fact: Fact, text: string): string {
	if (fact === 'link') return text;
	const words = text.toLowerCase().split(/[\s:#.]+/);
	return fact === 'number' ? `${words[0]} ${words.at(-1)}` : text.toLowerCase();
}

/** Seven to fifteen digits in a few groups, and not one digit over and over. */
function isPhone(text: string): boolean {
	const digits = text.replace(/\D/g, '');
	const single = text.match(/\d+/g)?.filter((group) => group.length === 1).length ?? 0;
	return digits.length >= 7 && digits.length <= 15 && single <= 1 && new Set(digits).size > 1;
}

/** A day that exists, in either order of day and month. */
function isDate(text: string): boolean {
	const [first = 0, second = 0, third = 0] = (text.match(/\d+/g) ?? []).map(Number);
	if (/^\d{4}-/.test(text)) return isDay(third, second, first);
	if (/^\d{1,2}[./]\d/.test(text))
		return isDay(first, second, third) || (text.includes('/') && isDay(second, first, third));
	// The day may be in a year that is not named.
	return readDateAt(second > 31 ? text : `${text} 2024`, null) !== null;
}

function isDay(day: number, month: number, year: number): boolean {
	const full = year < 100 ? 2000 + year : year;
	const date = new Date(Date.UTC(full, month - 1, day));
	return full >= 1900 && full <= 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** What is quoted from an earlier mail was not said by this sender. */
export const withoutQuotes = (text: string) =>
	text
		.split('\n')
		.filter((line) => !/^\s*>/.test(line))
		.join('\n');

/** The first few sentences that contain any of the words. */
export function quoteSentences(text: string, words: readonly string[]): string[] {
	const matchers = words.map(wordMatcher);
	const sentences = text
		.slice(0, READ_CHARACTERS)
		.split(/(?<=[.!?])\s+|\n+/)
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== '' && matchers.some((matcher) => matcher.test(sentence)));
	return [...new Set(sentences)]
		.slice(0, 5)
		.map((sentence) => (sentence.length > 300 ? `${sentence.slice(0, 299).toWellFormed()}…` : sentence));
}

const matchers = new Map<string, RegExp>();
const MAX_MATCHERS = 1000;

/** Finds a word or a phrase as a whole, in the singular or plural. Kept, because a word is looked for in thousands of sentences. */
export function wordMatcher(term: string): RegExp {
	const known = matchers.get(term);
	if (known) return known;
	const stem = term.length > 3 && /[^s]s$/i.test(term) ? term.slice(0, -1) : term;
	const pattern = RegExp.escape(stem).replace(/(?:\\x20| )+/g, '\\s+');
	const matcher = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?:e?s)?(?![\\p{L}\\p{N}])`, 'iu');
	if (matchers.size >= MAX_MATCHERS) matchers.clear();
	matchers.set(term, matcher);
	return matcher;
}
