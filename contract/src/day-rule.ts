import { inWords } from './in-words.ts';

/** On which days something is due. Days of the week count from Sunday, 0; months from January, 0. */
export type DayRule =
	| { on: 'weekdays'; days: number[] }
	/** One day of every so many weeks, counted from the week of `from` (YYYY-MM-DD), or of ANCHOR. */
	| { on: 'weeks'; every: number; day: number; from?: string }
	| { on: 'month'; days: (number | 'last')[] }
	| { on: 'month-weekday'; nth: number | 'last'; day: number }
	| { on: 'date'; date: number; month: number; year?: number };

export const DAY_NAMES = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
export const GERMAN_DAYS = 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' ');
export const MONTH_NAMES =
	'January February March April May June July August September October November December'.split(' ');
export const GERMAN_MONTHS =
	'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

const DAY_MS = 24 * 60 * 60 * 1000;
/** A Monday. "Every second week" is counted from it unless the prompt names a day. */
const ANCHOR = '2024-01-15';

/** The month of a name, from 0; -1 if it is none. */
export const monthNamed = (name: string) =>
	[MONTH_NAMES, GERMAN_MONTHS]
		.map((names) => names.findIndex((month) => month.toLowerCase() === name.toLowerCase()))
		.find((index) => index >= 0) ?? -1;

/** Whether a day, as midnight in UTC, is one of them. */
export function isDue(rule: DayRule, day: Date): boolean {
	const [weekday, date] = [day.getUTCDay(), day.getUTCDate()];
	switch (rule.on) {
		case 'weekdays':
			return rule.days.includes(weekday);
		case 'weeks': {
			const weeks = weekOf(day) - weekOf(new Date(rule.from ?? ANCHOR));
			return weekday === rule.day && weeks % rule.every === 0 && (!rule.from || day >= new Date(rule.from));
		}
		case 'month':
			return rule.days.some((one) => (one === 'last' ? isInLast(day, 1) : one === date));
		case 'month-weekday':
			return (
				weekday === rule.day && (rule.nth === 'last' ? isInLast(day, 7) : Math.ceil(date / 7) === rule.nth)
			);
		case 'date': {
			const isYear = rule.year === undefined || rule.year === day.getUTCFullYear();
			return isYear && date === rule.date && day.getUTCMonth() === rule.month;
		}
	}
}

/** Weeks since a Monday long ago. */
const weekOf = (day: Date) => Math.floor((day.getTime() / DAY_MS + 3) / 7);

/** Whether it is among the last days of its month. */
const isInLast = (day: Date, days: number) => later(day, days).getUTCMonth() !== day.getUTCMonth();

const later = (day: Date, days: number) => new Date(day.getTime() + days * DAY_MS);

/** The next days from a day on, in their order. Fewer if there are no more in the next nine years. */
export function nextDays(rule: DayRule, from: Date, count: number): Date[] {
	const found: Date[] = [];
	for (let ahead = 0; ahead < 9 * 366 && found.length < count; ahead++) {
		const day = later(from, ahead);
		if (isDue(rule, day)) found.push(day);
	}
	return found;
}

/** "Thursday 26 November", with the year if it is another one. */
export function dayInWords(day: Date, today: Date): string {
	const words = `${DAY_NAMES[day.getUTCDay()]} ${day.getUTCDate()} ${MONTH_NAMES[day.getUTCMonth()]}`;
	return day.getUTCFullYear() === today.getUTCFullYear() ? words : `${words} ${day.getUTCFullYear()}`;
}

/** "every Monday and Friday", "the first day of the month". */
export function daysInWords(rule: DayRule): string {
	const fromMonday = (days: number[]) => days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
	const named = (days: number[]) =>
		inWords(
			fromMonday(days).map((day) => DAY_NAMES[day] ?? ''),
			'and',
		);
	switch (rule.on) {
		case 'weekdays': {
			const others = DAY_NAMES.flatMap((_, day) => (rule.days.includes(day) ? [] : [day]));
			if (others.length === 0) return 'every day';
			if (String(others) === '0,6') return 'every day from Monday to Friday';
			return others.length <= 2 ? `every day except ${named(others)}` : `every ${named(rule.days)}`;
		}
		case 'weeks': {
			const from = new Date(rule.from ?? ANCHOR);
			const count = rule.every === 1 ? '' : `${ORDINALS[rule.every]} `;
			return `every ${count}${DAY_NAMES[rule.day]}, counted from the week of ${dayInWords(from, new Date(0))}`;
		}
		case 'month': {
			const days = rule.days.map((day) =>
				day === 'last' || day === 1 ? `${day === 1 ? 'first' : day} day` : `day ${day}`,
			);
			return `the ${inWords(days, 'and')} of the month`.replace('the day', 'day');
		}
		case 'month-weekday':
			return `the ${rule.nth === 'last' ? 'last' : ORDINALS[rule.nth]} ${DAY_NAMES[rule.day]} of the month`;
		case 'date':
			return `${rule.date} ${MONTH_NAMES[rule.month]}${rule.year ? ` ${rule.year}` : ' of every year'}`;
	}
}

/** The day on the wall calendar of a time zone, as midnight in UTC. */
export function dayIn(now: Date, timeZone: string): Date {
	const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
	return new Date(`${inZone(now, timeZone, 'sv-SE', options)}T00:00:00Z`);
}

/** An unknown time zone counts as UTC. */
export function inZone(
	now: Date,
	timeZone: string,
	language: string,
	options: Intl.DateTimeFormatOptions,
): string {
	try {
		return new Intl.DateTimeFormat(language, { ...options, timeZone }).format(now);
	} catch {
		return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(now);
	}
}
