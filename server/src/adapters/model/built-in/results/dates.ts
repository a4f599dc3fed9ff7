/** Dates as people write them, as YYYY-MM-DD. A date without its year, or that can be two days, is not certain. */
import { isDay } from '@watchword/contract/field-value';
import type { Found } from './amounts.ts';
import { fold } from './fold.ts';

const MONTHS: [RegExp, number][] = [
	['jan(?:uary|uar|ner|vier)?|enero', 1],
	['feb(?:ruary|ruar|er|rero)?|fevr(?:ier)?', 2],
	['mar(?:ch|z|s|zo)?|mrz|maerz', 3],
	['apr(?:il)?|avr(?:il)?|abr(?:il)?', 4],
	['ma[iy]|mayo', 5],
	['jun[ei]?|juin|junio', 6],
	['jul[iy]?|juil(?:let)?|julio', 7],
	['aug(?:ust)?|aout|agosto', 8],
	['sept?(?:ember)?|septembre|septiembre', 9],
	['o[ck]t(?:ober)?|octobre|octubre', 10],
	['nov(?:ember)?|novembre|noviembre', 11],
	['de[cz](?:ember)?|decembre|dic(?:iembre)?', 12],
].map(([pattern, month]) => [new RegExp(`^(?:${pattern})$`), Number(month)]);
const MONTH = '([a-z]{3,10})\\.?';
const WEEKDAY =
	/^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|mo|di|mi|do|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)\b[.,]{0,2}\s*(?:(?:the|den|der)\s+)?/;
const YEAR = "(\\d{4}|'?\\d{2})(?!\\d|[.:/-]\\d)";

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const DOTTED = new RegExp(`^(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?${YEAR}`);
const SLASHED = new RegExp(`^(\\d{1,2})([/-])(\\d{1,2})\\2${YEAR}`);
const DAY_FIRST = new RegExp(
	`^(\\d{1,2})(?:st|nd|rd|th|er|\\.)?[\\s-]*(?:(?:of|de)\\s+)?${MONTH}[\\s,-]*(?:(?:del?\\s+)?${YEAR})?`,
);
const MONTH_FIRST = new RegExp(`^${MONTH}\\s*(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,?\\s*${YEAR})?`);

/** How a text orders day and month between slashes, where a date of the text shows it. */
export type SlashOrder = 'day' | 'month' | null;

export function slashOrderOf(text: string): SlashOrder {
	const orders = new Set<SlashOrder>();
	for (const [, a, b] of text.matchAll(/(?<![\d/])(\d{1,2})\/(\d{1,2})\/\d{2,4}/g)) {
		if (Number(a) > 12 && Number(b) <= 12) orders.add('day');
		if (Number(b) > 12 && Number(a) <= 12) orders.add('month');
	}
	return orders.size === 1 ? ([...orders][0] ?? null) : null;
}

/** The date that a text begins with; null if it begins with none. */
export function readDateAt(text: string, order: SlashOrder): Found<string> | null {
	const folded = fold(text);
	const skipped = WEEKDAY.exec(folded)?.[0].length ?? 0;
	const found = dateIn(folded.slice(skipped), order);
	return found && { ...found, length: found.length + skipped };
}

function dateIn(text: string, order: SlashOrder): Found<string> | null {
	const iso = ISO.exec(text);
	if (iso) return day(iso[0], Number(iso[1]), Number(iso[2]), Number(iso[3]));
	const dotted = DOTTED.exec(text);
	if (dotted) return day(dotted[0], yearOf(dotted[3]), Number(dotted[2]), Number(dotted[1]));
	const slashed = SLASHED.exec(text);
	if (slashed) return slashedDay(slashed, order);
	const first = DAY_FIRST.exec(text);
	if (first) return named(first[0], first[2], first[1], first[3]);
	const second = MONTH_FIRST.exec(text);
	return second && named(second[0], second[1], second[2], second[3]);
}

function slashedDay([said, a, , b, y]: RegExpExecArray, order: SlashOrder): Found<string> | null {
	const [first, second, year] = [Number(a), Number(b), yearOf(y)];
	const asDay = day(said, year, second, first);
	const asMonth = day(said, year, first, second);
	if (!asDay || !asMonth || first === second) return asDay ?? asMonth;
	if (order) return order === 'day' ? asDay : asMonth;
	return { unsure: `“${said}” can be two different days`, length: said.length };
}

function named(said: string, month = '', date = '', year: string | undefined): Found<string> | null {
	const number = MONTHS.find(([pattern]) => pattern.test(month))?.[1];
	if (!number || Number(date) < 1 || Number(date) > 31) return null;
	if (year === undefined) return { unsure: `“${said.trim()}” names no year`, length: said.length };
	return day(said, yearOf(year), number, Number(date));
}

const yearOf = (said = '') => {
	const year = Number(said.replace("'", ''));
	return year < 100 ? 2000 + year : year;
};

function day(said: string, year: number, month: number, date: number): Found<string> | null {
	const pad = (number: number) => String(number).padStart(2, '0');
	const value = `${year}-${pad(month)}-${pad(date)}`;
	return isDay(value) ? { value, length: said.length } : null;
}
