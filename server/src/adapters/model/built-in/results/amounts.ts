/** Numbers and amounts of money as people write them. */
import { isCurrency } from '@watchword/contract/field-value';
import { fold } from './fold.ts';

/** A value that begins a text, how many characters it takes, and why it is not certain. */
export type Found<V> = { value: V; length: number } | { unsure: string; length: number };

/** Which mark divides the decimals in a text, where the text shows it: 12,50 or 12.50. */
export type DecimalMark = ',' | '.' | null;

export function decimalMarkOf(text: string): DecimalMark {
	const comma = /\d,\d{1,2}(?![\d.,])|\d\.\d{3},\d/.test(text);
	const point = /(?<![\d.])\d+\.\d{2}(?![\d.,]|\.\d)|\d,\d{3}\.\d/.test(text);
	return comma === point ? null : comma ? ',' : '.';
}

const FIGURE = /^[+-]?\d{1,15}(?:[.,' ]\d{3}(?!\d))*(?:[.,]\d{1,4}|,-|\.-)?/;

/** The number that a text begins with; null if it begins with none, or with a part of something else. */
export function readNumberAt(text: string, mark: DecimalMark, isMoney: boolean): Found<number> | null {
	const folded = fold(text);
	const said = FIGURE.exec(folded)?.[0];
	if (!said) return null;
	const rest = folded.slice(said.length);
	// A part of a date, a time, a phone number or a code is no number.
	if (
		/^(?:[.,:/-]?\d|[-/:]\w|\s\d|[\p{L}_](?!\b))/u.test(rest) &&
		!/^(?:km|kg|kwh|cm|mm|ml|mb|gb|eur|usd|gbp|chf|stk|pcs|min)\b/.test(rest)
	)
		return null;
	const bare = said.replace(/[' ]/g, '').replace(/[.,]-$/, '');
	const marks = [...bare.matchAll(/[.,]/g)];
	const last = marks.at(-1);
	const digits = (part: string) => part.replace(/[.,]/g, '');
	if (!last) return { value: Number(bare), length: said.length };
	const behind = bare.length - last.index - 1;
	const different = new Set(marks.map(([one]) => one)).size > 1;
	const asDecimal = Number(`${digits(bare.slice(0, last.index))}.${bare.slice(last.index + 1)}`);
	const asWhole = Number(digits(bare));
	if (different || behind !== 3) {
		if (!different && marks.length > 1) return null;
		return { value: asDecimal, length: said.length };
	}
	if (marks.length > 1 || (isMoney && !bare.replace(/^[+-]/, '').startsWith('0')))
		return { value: asWhole, length: said.length };
	if (bare.replace(/^[+-]/, '').startsWith('0')) return { value: asDecimal, length: said.length };
	const decimal = mark ?? (last[0] === ',' ? '.' : null);
	if (decimal === null) return { unsure: `“${said}” can be ${asWhole} or ${asDecimal}`, length: said.length };
	return { value: last[0] === decimal ? asDecimal : asWhole, length: said.length };
}

const SIGNS: Record<string, string> = {
	...{ '€': 'EUR', '£': 'GBP', $: 'USD', us$: 'USD', '¥': 'JPY', '₹': 'INR', zł: 'PLN', zl: 'PLN' },
	...{ a$: 'AUD', au$: 'AUD', c$: 'CAD', ca$: 'CAD', nz$: 'NZD', 'fr.': 'CHF', sfr: 'CHF', 'sfr.': 'CHF' },
	...{
		euro: 'EUR',
		euros: 'EUR',
		dollar: 'USD',
		dollars: 'USD',
		pound: 'GBP',
		pounds: 'GBP',
		franken: 'CHF',
	},
};
const SIGN =
	/^(?:(?:us|au|ca|nz|a|c)?\$|[€£¥₹]|zł|zl\b|s?fr\.|sfr\b|euros?\b|dollars?\b|pounds?\b|franken\b|[a-z]{3}(?![a-z]))/;

/** The currency that a text begins with. */
export function currencyAt(text: string): { code: string; length: number } | null {
	const said = SIGN.exec(fold(text))?.[0];
	if (!said) return null;
	const code = SIGNS[said] ?? said.toUpperCase();
	// A word of three letters is a currency only as it is usually written.
	if (!SIGNS[said] && (!isCurrency(code) || !/^(?:[A-Z]{3}|[A-Z][a-z]{2})/.test(text))) return null;
	return { code, length: said.length };
}

export interface Money {
	amount: number;
	currency: string | null;
}

/** What follows a percentage, a count, a weight or a length of time. */
const NO_AMOUNT =
	/^\s?(?:%|[x°]|stk|pcs|st\.|[kmg]b\b|kwh?\b|k?g\b|[km]?m\b|l\b|h\b|(?:hrs?|hours?|std|stunden?|min|minutes?|days?|tage?n?|weeks?|wochen?|months?|monate?|years?|jahre?|nights?|items?|pieces?|units?|stück)\b)/i;

const OF_NEXT = /^(?:\d|\s\d[\d.,']*[.,]\d{2}(?!\d))/;

/** The amount that a text begins with, the currency before or behind it. */
export function readAmountAt(text: string, mark: DecimalMark): Found<Money> | null {
	const sign = /^[+-]?\s?/.exec(fold(text))?.[0] ?? '';
	const before = currencyAt(text.slice(sign.length));
	const start = before ? sign.length + before.length : 0;
	const gap = before ? (/^\s{0,2}/.exec(text.slice(start))?.[0].length ?? 0) : 0;
	const number = readNumberAt(text.slice(start + gap), mark, true);
	if (!number) return null;
	const end = start + gap + number.length;
	if ('unsure' in number) return { unsure: number.unsure, length: end };
	const space = /^\s{0,2}/.exec(text.slice(end))?.[0].length ?? 0;
	const behind = before ? null : currencyAt(text.slice(end + space));
	// "2   €37.80": a count, and the amount of the next column.
	if (behind && OF_NEXT.test(text.slice(end + space + behind.length)) && Number.isInteger(number.value))
		return null;
	// A percentage or a count is no amount.
	if (!before && !behind && NO_AMOUNT.test(text.slice(end))) return null;
	const amount = before && sign.trim() === '-' ? -number.value : number.value;
	return {
		value: { amount, currency: before?.code ?? behind?.code ?? null },
		length: behind ? end + space + behind.length : end,
	};
}
