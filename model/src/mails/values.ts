/** Numbers and dates of a mail by their labels, compared. What is not there with its label is not certain. */
import type { DayPoint, MailDate, MailNumber } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { compares } from '../compares.ts';
import { mailWords } from '../languages/index.ts';
import { type Called, type Finding, type Given, type OpenMail, quoteAt } from './mail.ts';

interface Figure {
	said: string;
	value: number;
	/** Its currency or unit, if it is written. */
	of: string | null;
	evidence: string;
}

const anyOf = (lists: readonly (readonly string[])[]) => lists.flat().join('|');
const FIGURE = "(?:[$€£]\\s?|(?:USD|EUR|GBP|AUD|CHF)\\s)?\\d[\\d.,']{0,12}";
/** “Orders over EUR 400 ship free”, “about 300 EUR”: a limit or a guess is no amount of the mail. */
const LIMIT = new RegExp(
	`(?<!\\p{L}|\\d\\s)(?:${anyOf(mailWords.map(({ limits }) => limits))})\\s+${FIGURE}`,
	'giu',
);
/** “Last month your total was 200 EUR.” */
const EARLIER = new RegExp(
	`^\\s*(?:\\p{L}+\\s){0,3}?(?:${anyOf(mailWords.map(({ earlier }) => earlier))})(?!\\p{L})`,
	'iu',
);
const WHOLE = new Set(mailWords.flatMap(({ wholes }) => wholes));

export function judgeNumber(part: MailNumber, mail: OpenMail, given: Given): Finding {
	const asked = conditionInWords({ ...part, not: false });
	const unsure = (why: string, quote?: string): Finding => ({
		held: null,
		told: `whether ${asked} is not certain: ${why}`,
		...(quote && { quote }),
	});
	const written = [mail.subjectFolded.text, mail.own.text];
	const texts = written.map((text) => ofNow(text).replace(LIMIT, ' … '));
	const found = figuresOf(part, texts, given);
	if (typeof found === 'string') return unsure(found);
	const isChanged = texts.some((text, at) => text !== written[at]);
	if (found.length === 0 && part.label !== null) return unsure(`no ${part.label} was found`);
	if (found.length === 0)
		return mail.partly || isChanged || part.unit !== 'money' || mail.attachments?.length !== 0
			? unsure('no number to compare was found')
			: { held: false, told: 'the mail has no amount' };
	const other = found.find(({ of }) => part.of !== null && of !== null && !isSameUnit(of, part.of));
	if (other) return unsure(`“${other.said}” is not in ${part.of}`, other.evidence);
	const held = found.map(({ value }) => compares(part, value));
	const listed = [...new Set(found.map(({ said }) => said))].slice(0, 5).join(', ');
	const name = part.label ?? 'amount';
	const first = held.indexOf(true);
	// Without a label, one amount is enough; that none is needs all of them.
	if (part.label === null && first >= 0) {
		const [at] = found.slice(first);
		return { held: true, told: `an amount is ${at?.said}`, ...(at && { quote: at.evidence }) };
	}
	if (part.label === null && (mail.partly || isChanged)) return unsure('not all amounts were read');
	const [one] = found;
	// Of several figures of a whole, which one is meant is not certain, unless none of them fits.
	const isOne = new Set(found.map(({ value }) => value)).size === 1;
	if (held.some((some) => some !== held[0]) || (held[0] && !isOne && isWhole(part.label)))
		return unsure(`it has ${listed}`, one?.evidence);
	return { held: held[0] ?? null, told: `the ${name} is ${listed}`, ...(one && { quote: one.evidence }) };
}

const isWhole = (label: string | null) => label !== null && WHOLE.has(label.toLowerCase());

const ofNow = (text: string) =>
	text
		.split(/(?<=\n|[.!?]\s)/)
		.filter((sentence) => !EARLIER.test(sentence))
		.join('');

/** The figures that stand with the label; or why they are not certain. */
function figuresOf({ label, unit }: MailNumber, texts: readonly string[], given: Given): Figure[] | string {
	if (unit === 'percent') return percentages(label, texts);
	if (label === null) return unit === 'money' ? amountsOf(texts, given) : [];
	const names = [label, ...(WHOLE.has(label.toLowerCase()) ? ['total'] : [])];
	const types = unit === 'money' ? (['amount'] as const) : (['number', 'amount'] as const);
	for (const name of names)
		for (const type of types) {
			const called = given.valuesCalled(name, type, texts);
			const unsure = called.find((one) => 'unsure' in one);
			if (unsure) return unsure.unsure;
			const figures = called.flatMap((one) => figureOf(one, unit));
			if (figures.length > 0) return figures;
		}
	// One amount beside the name of the whole needs no label: “invoice 2207 over $184.50”.
	const amounts = unit === 'money' && WHOLE.has(label.toLowerCase()) ? amountsOf(texts, given) : [];
	const isOne = new Set(amounts.map(({ value }) => value)).size === 1;
	const isOfWhole = ({ evidence }: Figure) =>
		label === 'amount' ||
		evidence
			.toLowerCase()
			.split(/[^\p{L}]+/u)
			.some((word) => WHOLE.has(word));
	return isOne ? amounts.filter(isOfWhole) : [];
}

const amountsOf = (texts: readonly string[], given: Given): Figure[] =>
	texts.flatMap((text) =>
		given.amountsIn(text).map(({ said, amount, currency }) => {
			const at = text.indexOf(said);
			const evidence = at < 0 ? said : quoteAt(text, at, at + said.length);
			return { said, value: amount, of: currency, evidence };
		}),
	);

const UNIT = /^\s?(°\s?[CF]?|%|\p{L}{1,12})/iu;

function figureOf(called: Called, unit: MailNumber['unit']): Figure[] {
	if (!('value' in called)) return [];
	const { value, said = '', behind = '', evidence } = called;
	// “Invoice 4410” is a number of an invoice, no amount.
	if (typeof value === 'object')
		return value.currency === null && unit === 'money' && /^\d+$/.test(said)
			? []
			: [{ said, value: value.amount, of: value.currency, evidence }];
	if (typeof value !== 'number') return [];
	const of = unit === 'measure' ? (UNIT.exec(behind)?.[1] ?? null) : null;
	return [{ said: of ? `${said} ${of}` : said, value, of, evidence }];
}

const isSameUnit = (a: string, b: string) => {
	const bare = (unit: string) => unit.replace(/\s/g, '').toLowerCase();
	return bare(a) === bare(b) || (bare(a) === '°' && bare(b).startsWith('°'));
};

const PERCENT = /(?<![\d.,])(\d{1,4})(?:[.,](\d{1,3}))?\s?(?:%|percent\b|prozent\b)/gi;

/** The percentages of lines that have the label. */
function percentages(label: string | null, texts: readonly string[]): Figure[] {
	const same = mailWords.flatMap(({ percents }) => (label ? (percents[label.toLowerCase()] ?? []) : []));
	const words = label ? [RegExp.escape(label).replace(/(?:\\x20| )+/g, '\\s+'), ...same] : [];
	const named = new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu');
	return texts
		.flatMap((text) => text.split(/\n|(?<=[.!?])\s+/).slice(0, 5000))
		.filter((line) => line.includes('%') || /percent|prozent/i.test(line))
		.filter((line) => label === null || named.test(line))
		.flatMap((line) =>
			[...line.matchAll(PERCENT)].map(([said, whole, part]) => ({
				said,
				value: Number(`${whole}.${part ?? 0}`),
				of: null,
				evidence: line.trim().slice(0, 200),
			})),
		);
}

const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** All dates under the label must be within the days, or none of them. */
export function judgeDate(part: MailDate, mail: OpenMail, given: Given): Finding {
	const { label, from, to } = part;
	const asked = conditionInWords({ ...part, not: false });
	const at = (point: DayPoint) =>
		'date' in point ? dayOf(point.date) : given.today && given.today.getTime() + point.ahead * DAY_MS;
	const [first, last] = [from && at(from), to && at(to)];
	const texts = [mail.subjectFolded.text, mail.own.text];
	const names = /\bdate$/.test(label) ? [label] : [label, `${label} date`];
	const found =
		names.map((name) => given.valuesCalled(name, 'date', texts)).find((some) => some.length > 0) ?? [];
	const days = found.flatMap((one) => ('value' in one ? [dayOf(String(one.value))] : []));
	const isUnknown = (from && first === null) || (to && last === null);
	const quote = found[0]?.evidence;
	if (days.length === 0 || days.length < found.length || isUnknown)
		return {
			held: null,
			told: `whether ${asked} is not certain: no certain date was found`,
			...(quote && { quote }),
		};
	const held = days.map((day) => (first === null || day >= first) && (last === null || day <= last));
	const listed = [...new Set(found.map(({ said }) => said))].slice(0, 5).join(', ');
	if (held.some((some) => some !== held[0]))
		return { held: null, told: `whether ${asked} is not certain: it has ${listed}` };
	return { held: held[0] ?? null, told: `the ${label} is ${listed}`, ...(quote && { quote }) };
}
