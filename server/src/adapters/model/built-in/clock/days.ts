import { inWords } from '../picture-prompt/lexicon.ts';
import { NUMBER_WORDS, numberIn } from '../words.ts';

/** The days a prompt for a schedule is for. */
export interface Days {
	/** The words that name them, as in the prompt. */
	words: string;
	/** In words of our own: "Mondays", "the first day of the month". */
	name: string;
	/** Whether a day is one of them; null if that cannot be known. */
	includes(day: Date): boolean | null;
}

const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const GERMAN = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'];
const DAY = `(?:${[...NAMES, ...GERMAN].join('|')})`;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const GERMAN_ORDINALS = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'];
const ORDINAL = `(?:${[...ORDINALS, ...GERMAN_ORDINALS].join('|')}|last|letzten|1st|2nd|3rd|4th|5th)`;
export const MONTH_NAMES = [
	...['January', 'February', 'March', 'April', 'May', 'June'],
	...['July', 'August', 'September', 'October', 'November', 'December'],
];
const MONTH = MONTH_NAMES.join('|');
/** The month of a name, from 0; -1 if it is none. */
export const monthNamed = (name: string) =>
	MONTH_NAMES.findIndex((month) => month.toLowerCase() === name.toLowerCase());
const COUNT = `(?:${NUMBER_WORDS}|third|fourth|\\d{1,2})`;
const LIST = `(?:\\s*,\\s*and\\s+|\\s*,\\s*|\\s+(?:and|or|und|oder|&)\\s+)`;
const OF_MONTH = '(?:\\s+(?:of\\s+(?:the|each|every)|des|im|jeden|eines)\\s+(?:month|monate?s?))';
/** Where a day can stand that the reminder is for: at the beginning, or behind the order to remind. */
const FIRST = `(?:^\\s*|\\b(?:remind|tell|notify)\\s+(?:me|us)\\s+|\\berinnere?\\s+(?:mich|uns)\\s+)`;
const DAY_MS = 24 * 60 * 60 * 1000;

const weekday = (day: Date) => day.getUTCDay();
const lastOfMonth = (day: Date) => new Date(day.getTime() + DAY_MS).getUTCDate() === 1;
/** Weeks since a fixed Monday, so that "every second week" always means the same weeks. */
const week = (day: Date) => Math.floor((day.getTime() / DAY_MS + 3) / 7);

const MONTH_DAY = '(?:\\d{1,2}(?:st|nd|rd|th)|(?:first|last)(?:\\s+day)?)';

type Reader = (match: RegExpExecArray) => Omit<Days, 'words'>;

/**
 * How days are named. The first pattern that fits is used. To add one, add a line here and an example to the tests.
 */
const DAYS: [pattern: string, read: Reader][] = [
	[
		`\\b(?:on\\s+|am\\s+|jeden\\s+|every\\s+|each\\s+)?(?:the\\s+)?(${ORDINAL})\\s+(${DAY})${OF_MONTH}\\b`,
		([, which = '', name = '']) => {
			const index = dayOf(name);
			const nth = ordinal(which);
			const inWeek = (day: Date) =>
				nth === 'last' ? lastOfMonthWithin(day, 7) : Math.ceil(day.getUTCDate() / 7) === nth;
			return {
				name: `the ${nth === 'last' ? nth : (ORDINALS[nth - 1] ?? nth)} ${NAMES[index]} of the month`,
				includes: (day) => weekday(day) === index && inWeek(day),
			};
		},
	],
	[
		// "The 15th and the last day of the month", and "on the 31st" where it begins a prompt.
		`\\b(?:on\\s+)?(?:the\\s+)?(${MONTH_DAY}(?:${LIST}(?:the\\s+)?${MONTH_DAY})+)${OF_MONTH}?\\b|${FIRST}on\\s+the\\s+(\\d{1,2}(?:st|nd|rd|th)(?:${LIST}(?:the\\s+)?${MONTH_DAY})*)\\b(?!\\s+(?:of\\s+)?(?:${MONTH})|\\s+(?:floor|of\\s+(?:the|each|every)))`,
		([, several, single = '']) => monthDays(several ?? single),
	],
	[
		`\\b(?:in|during)\\s+the\\s+(first|last)\\s+week${OF_MONTH}\\b`,
		([, which = '']) => {
			const isLast = /last/i.test(which);
			return {
				name: `the ${which.toLowerCase()} seven days of the month`,
				includes: (day) => (isLast ? lastOfMonthWithin(day, 7) : day.getUTCDate() <= 7),
			};
		},
	],
	[
		`\\b(?:on\\s+|am\\s+)?(?:the\\s+)?(first|1st|last|ersten|letzten)\\s+(?:day\\s+|tag\\s+)?${OF_MONTH.replace('\\s+', '')}\\b`,
		([, which = '']) =>
			/last|letzten/i.test(which)
				? { name: 'the last day of the month', includes: lastOfMonth }
				: { name: 'the first day of the month', includes: (day) => day.getUTCDate() === 1 },
	],
	[
		`\\b(?:on\\s+|am\\s+|every\\s+|each\\s+)?(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th|\\.)?${OF_MONTH}\\b`,
		([, number = '']) => ({
			name: `day ${number} of the month`,
			includes: (day) => day.getUTCDate() === Number(number),
		}),
	],
	[
		`\\b(?:every\\s+(?:second|other|2nd|two|2)|alle\\s+(?:zwei|2)|jede[nr]?\\s+zweiten?)\\s+(?:w(?:eeks?|ochen?)(?:\\s+(?:on|am)\\s+(${DAY})s?)?|(${DAY})s?)\\b|\\b(?:fortnightly|every\\s+fortnight)\\b`,
		([, after, own]) => {
			const index = after || own ? dayOf(after ?? own ?? '') : 1;
			return {
				name: `every second ${NAMES[index]}`,
				includes: (day) => weekday(day) === index && week(day) % 2 === 0,
			};
		},
	],
	[
		`\\bevery\\s+(${COUNT})\\s+(day|week)s?\\b(?:\\s+on\\s+(${DAY})s?\\b)?`,
		([, count = '', unit = '', name]) => {
			const many = countOf(count);
			const index = name ? dayOf(name) : 1;
			return unit.toLowerCase() === 'day'
				? { name: `every ${many} days`, includes: (day) => Math.floor(day.getTime() / DAY_MS) % many === 0 }
				: {
						name: `${NAMES[index]} of every ${many} weeks`,
						includes: (day) => weekday(day) === index && week(day) % many === 0,
					};
		},
	],
	[
		`\\b(?:every\\s+day|daily)\\s*,?\\s*(?:except|but)(?:\\s+(?:on|for))?\\s+(?:the\\s+)?((?:${DAY}s?|weekends?|weekdays?)(?:${LIST}${DAY}s?)*)\\b`,
		([, names = '']) => {
			const left = listed(names);
			return { name: `every day except ${left.name}`, includes: (day) => !left.includes(day) };
		},
	],
	[
		`^\\s*(${DAY}s?(?:${LIST}${DAY}s?)*)\\s*(?=:)|\\b((?:${NAMES.join('|')})s(?:${LIST}(?:${NAMES.join('|')})s)+)\\b`,
		([, first, second = '']) => listed(first ?? second),
	],
	[
		`\\b(?:jeden|jede)\\s+(${DAY}(?:${LIST}(?:jeden\\s+)?${DAY})*)\\b|\\b((?:${GERMAN.join('|')})s(?:${LIST}(?:${GERMAN.join('|')})s)*)\\b|\\b(werktags|am\\s+Wochenende)\\b`,
		([, every, plural, kind = '']) => listed(every ?? plural ?? kind),
	],
	[
		`${FIRST}on\\s+(?:the\\s+)?(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})|(${MONTH})\\s+(\\d{1,2})(?:st|nd|rd|th)?)\\b(?:,?\\s+(\\d{4})\\b)?`,
		([, first, early, late, second, year]) => {
			const date = Number(first ?? second);
			const month = monthNamed(early ?? late ?? '');
			return {
				name: `${date} ${MONTH_NAMES[month]}${year ? ` ${year}` : ''}`,
				includes: (day) =>
					day.getUTCDate() === date &&
					day.getUTCMonth() === month &&
					(year === undefined || day.getUTCFullYear() === Number(year)),
			};
		},
	],
	[
		`\\b(?:every\\s+week|once\\s+a\\s+week|jede\\s+Woche)\\b(?:\\s+(?:on|am)\\s+(${DAY})s?\\b)?|^\\s*weekly\\b`,
		([, name]) => listed(name ?? 'Monday'),
	],
	[
		'\\b(?:every\\s+quarter|once\\s+a\\s+quarter|every\\s+(?:three|3)\\s+months)\\b|^\\s*quarterly\\b',
		() => ({
			name: 'the first day of the quarter',
			includes: (day) => day.getUTCDate() === 1 && day.getUTCMonth() % 3 === 0,
		}),
	],
	[
		'\\b(?:once\\s+a\\s+year|every\\s+year)\\b|^\\s*(?:yearly|annually)\\b',
		() => ({ name: '1 January', includes: (day) => day.getUTCDate() === 1 && day.getUTCMonth() === 0 }),
	],
	[
		`${FIRST}in\\s+(${MONTH})\\b`,
		([, name = '']) => ({
			name: `the days of ${name}`,
			includes: (day) => day.getUTCMonth() === monthNamed(name),
		}),
	],
	[
		'\\btwice\\s+a\\s+month\\b',
		() => ({ name: 'days 1 and 15 of the month', includes: (day) => [1, 15].includes(day.getUTCDate()) }),
	],
	[
		`\\b(?:every|each|only\\s+on|on)\\s+((?:${DAY}s?|weekdays?|workdays?|weekends?|the\\s+weekend)(?:(?:\\s*,\\s*|\\s+and\\s+|\\s+or\\s+|\\s*,\\s*and\\s+)${DAY}s?)*)\\b`,
		([, names = '']) => listed(names),
	],
	[
		`\\b(?:if|when)\\s+(?:it|today)\\s+is\\s+(?:an?\\s+|the\\s+)?((?:${DAY}|weekday|weekend)(?:\\s+or\\s+${DAY})*)\\b`,
		([, names = '']) => listed(names),
	],
	[
		`\\b(?:if|when)\\s+tomorrow\\s+is\\s+(?:an?\\s+)?(${DAY})\\b`,
		([, name = '']) => {
			const index = dayOf(name);
			return { name: `the day before ${NAMES[index]}`, includes: (day) => weekday(day) === (index + 6) % 7 };
		},
	],
	[
		// "Remind me next Monday": the reminder is for Mondays. In other places it only dates something (see withDates).
		`(?:^\\s*|\\b(?:remind|tell|notify)\\s+(?:me|us)\\s+)(?:on\\s+)?next\\s+(${DAY})\\b`,
		([, name = '']) => listed(name),
	],
	[
		// "The monthly report" says nothing of the day.
		'\\b(?:every\\s+month|once\\s+a\\s+month|jeden\\s+Monat)\\b|^\\s*monthly\\b|\\bmonthly\\s*$',
		() => ({ name: 'the first day of the month', includes: (day) => day.getUTCDate() === 1 }),
	],
	[
		'^\\s*(?:every\\s+(?:day|morning|evening|night|afternoon)|each\\s+(?:day|morning|evening)|daily|jeden\\s+(?:Tag|Morgen|Abend))\\b',
		() => ({ name: 'every day', includes: () => true }),
	],
];
const READERS = DAYS.map(([pattern, read]) => ({ regex: new RegExp(pattern, 'i'), read }));

/** The days a prompt is for; null if it names none. */
export function daysMeant(prompt: string): Days | null {
	for (const { regex, read } of READERS) {
		const match = regex.exec(prompt);
		// "Tell them that we are closed on Friday": the day is part of what is said.
		const isSaid =
			match && /^on\b/i.test(match[0]) && /\b(?:that|dass)\b/i.test(prompt.slice(0, match.index));
		if (match && !isSaid) return { words: match[0], ...read(match) };
	}
	return null;
}

/** The next of these days from a given day on, in words; null if there is none within a year. */
export function nextOf(days: Days, from: Date): string | null {
	for (let ahead = 0; ahead < 366; ahead++) {
		const day = new Date(from.getTime() + ahead * DAY_MS);
		if (days.includes(day)) return inFull.format(day);
	}
	return null;
}
const inFull = new Intl.DateTimeFormat('en-GB', {
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	timeZone: 'UTC',
});

/** Adds the date to "tomorrow" and "next Monday" in a text. */
export function withDates(text: string, today: Date): string {
	const dated = (words: string, days: number) => {
		const day = new Date(today.getTime() + days * DAY_MS);
		return `${words} (${inFull.format(day)})`;
	};
	return text
		.replace(/\b(?:the\s+)?day after tomorrow\b/gi, (words) => dated(words, 2))
		.replace(/(?<!day after )\btomorrow\b/gi, (words) => dated(words, 1))
		.replace(new RegExp(`\\bnext (${DAY})\\b`, 'gi'), (words, name: string) =>
			dated(words, ((dayOf(name) - weekday(today) + 6) % 7) + 1),
		);
}

function listed(names: string): Omit<Days, 'words'> {
	const lower = names.toLowerCase();
	const days = /^(?:weekday|workday|werktag)/.test(lower)
		? [1, 2, 3, 4, 5]
		: /weekend|wochenende/.test(lower)
			? [6, 0]
			: NAMES.flatMap((name, index) => {
					const german = GERMAN[index]?.toLowerCase() ?? name;
					return lower.includes(name.toLowerCase()) || lower.includes(german) ? [index] : [];
				});
	return {
		name: inWords(
			days.map((day) => NAMES[day] ?? ''),
			'and',
		),
		includes: (day) => days.includes(weekday(day)),
	};
}

const lastOfMonthWithin = (day: Date, days: number) =>
	new Date(day.getTime() + days * DAY_MS).getUTCMonth() !== day.getUTCMonth();
const dayOf = (name: string) =>
	NAMES.findIndex((day, at) => [day, GERMAN[at]].some((one) => one?.toLowerCase() === name.toLowerCase()));
const countOf = (word: string) => {
	const lower = word.toLowerCase();
	const count = lower === 'third' ? 3 : lower === 'fourth' ? 4 : numberIn(lower);
	return Math.max(count ?? 1, 1);
};

/** "15th and the last day". */
function monthDays(said: string): Omit<Days, 'words'> {
	const numbers = (said.match(/\d+/g) ?? []).map(Number);
	const dates = /first/i.test(said) ? [1, ...numbers] : numbers;
	const last = /last/i.test(said);
	const names = [...dates.map((date) => `day ${date}`), ...(last ? ['the last day'] : [])];
	return {
		name: `${inWords(names, 'and')} of the month`,
		includes: (day) => dates.includes(day.getUTCDate()) || (last && lastOfMonth(day)),
	};
}
const ordinal = (word: string): number | 'last' => {
	const lower = word.toLowerCase();
	return /^(?:last|letzten)$/.test(lower)
		? 'last'
		: /^\d/.test(lower)
			? Number.parseInt(lower, 10)
			: Math.max(ORDINALS.indexOf(lower), GERMAN_ORDINALS.indexOf(lower)) + 1;
};
