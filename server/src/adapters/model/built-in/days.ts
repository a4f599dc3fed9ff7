import { inWords } from './lexicon.ts';

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
const DAY = `(?:${NAMES.join('|')})`;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ORDINAL = `(?:${ORDINALS.join('|')}|last|1st|2nd|3rd|4th|5th)`;
const DAY_MS = 24 * 60 * 60 * 1000;

const weekday = (day: Date) => day.getUTCDay();
const lastOfMonth = (day: Date) => new Date(day.getTime() + DAY_MS).getUTCDate() === 1;
/** Weeks since a fixed Monday, so that "every second week" always means the same weeks. */
const week = (day: Date) => Math.floor((day.getTime() / DAY_MS + 3) / 7);

type Reader = (match: RegExpExecArray) => Omit<Days, 'words'>;

/**
 * How days are named. The first pattern that fits is used. To add one, add a line here and an example to the tests.
 */
const DAYS: [pattern: string, read: Reader][] = [
	[
		`\\b(?:on\\s+)?(?:the\\s+)?(${ORDINAL})\\s+(${DAY})\\s+of\\s+(?:the|each|every)\\s+month\\b`,
		([, which = '', name = '']) => {
			const index = dayOf(name);
			const nth = ordinal(which);
			const inWeek = (day: Date) =>
				nth === 'last' ? lastOfMonthWithin(day, 7) : Math.ceil(day.getUTCDate() / 7) === nth;
			return {
				name: `the ${which.toLowerCase()} ${NAMES[index]} of the month`,
				includes: (day) => weekday(day) === index && inWeek(day),
			};
		},
	],
	[
		`\\b(?:on\\s+)?(?:the\\s+)?(first|1st|last)\\s+(?:day\\s+)?of\\s+(?:the|each|every)\\s+month\\b`,
		([, which = '']) =>
			/last/i.test(which)
				? { name: 'the last day of the month', includes: lastOfMonth }
				: { name: 'the first day of the month', includes: (day) => day.getUTCDate() === 1 },
	],
	[
		'\\b(?:on\\s+)?(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+of\\s+(?:the|each|every)\\s+month\\b',
		([, number = '']) => ({
			name: `day ${number} of the month`,
			includes: (day) => day.getUTCDate() === Number(number),
		}),
	],
	[
		`\\bevery\\s+(?:second|other|2nd|two|2)\\s+(?:weeks?(?:\\s+on\\s+(${DAY})s?)?|(${DAY})s?)\\b`,
		([, after, own]) => {
			const index = after || own ? dayOf(after ?? own ?? '') : 1;
			return {
				name: `every second ${NAMES[index]}`,
				includes: (day) => weekday(day) === index && week(day) % 2 === 0,
			};
		},
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
		'\\b(?:every\\s+month|monthly|once\\s+a\\s+month)\\b',
		() => ({ name: 'the first day of the month', includes: (day) => day.getUTCDate() === 1 }),
	],
];
const READERS = DAYS.map(([pattern, read]) => ({ regex: new RegExp(pattern, 'i'), read }));

/** The days a prompt is for; null if it names none. */
export function daysMeant(prompt: string): Days | null {
	for (const { regex, read } of READERS) {
		const match = regex.exec(prompt);
		if (match) return { words: match[0], ...read(match) };
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
	const days = /^(?:weekday|workday)/.test(lower)
		? [1, 2, 3, 4, 5]
		: /weekend/.test(lower)
			? [6, 0]
			: NAMES.flatMap((name, index) => (lower.includes(name.toLowerCase()) ? [index] : []));
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
const dayOf = (name: string) => NAMES.findIndex((day) => day.toLowerCase() === name.toLowerCase());
const ordinal = (word: string): number | 'last' => {
	const lower = word.toLowerCase();
	return lower === 'last'
		? 'last'
		: /^\d/.test(lower)
			? Number.parseInt(lower, 10)
			: ORDINALS.indexOf(lower) + 1;
};
