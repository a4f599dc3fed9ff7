import {
	DAY_NAMES,
	type DayRule,
	GERMAN_DAYS,
	GERMAN_MONTHS,
	MONTH_NAMES,
	monthNamed,
} from '@watchword/contract/day-rule';

/** What a prompt says of the days on which it is due. */
type DaysRead =
	/** The words that say it, as in the prompt. */
	| { rule: DayRule; words: string }
	/** It mentions days in a way that is not certain; in one sentence why. */
	| { unsure: string };

const DAY = `(?:${[...DAY_NAMES, ...GERMAN_DAYS].join('|')})`;
const MONTH = `(?:${[...MONTH_NAMES, ...GERMAN_MONTHS].join('|')})`;
const JOINT = '(?:\\s*,\\s*(?:and\\s+|und\\s+)?|\\s+(?:and|or|und|oder|&)\\s+)';
const EACH = '(?:every|each|jede[nrs]?)';
const ON = '(?:only\\s+on|on|nur\\s+am|am|an)';
const LIST = `${DAY}s?(?:${JOINT}(?:${EACH}\\s+|on\\s+)?${DAY}s?)*`;
const PLURALS = `${DAY}s(?:${JOINT}(?:on\\s+)?${DAY}s)*`;
const KIND = '(?:weekdays?|workdays?|working\\s+days?|werktags|werktagen|(?:the\\s+)?weekends?|wochenenden?)';
const HOUR = '(?:\\s+(?:morning|evening|night|afternoon|morgen|abend)s?)?';
const NTH =
	'(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th|ersten|zweiten|dritten|vierten|letzten)';
const DATE = '(?:\\d{1,2}(?:st|nd|rd|th|\\.)?|(?:first|last|ersten|letzten)(?:\\s+(?:day|tag))?)';
const DATES = `${DATE}(?:${JOINT}(?:the\\s+|am\\s+)?${DATE})*`;
const OF_MONTH = '(?:of\\s+(?:the|each|every)\\s+month|(?:des|eines|jedes|jeden|im)\\s+monate?s?)';
const SECOND = '(?<every>second|other|2nd|third|3rd|fourth|4th|zweite[nr]?|dritte[nr]?|vierte[nr]?)';
const FROM = `(?:,?\\s+(?:starting|beginning)?\\s*(?:from|on|ab(?:\\s+dem)?)\\s+(?:${DAY},?\\s+)?(?:the\\s+)?(?<date>\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?<month>${MONTH}),?\\s+(?<year>\\d{4}))?`;

type Groups = Record<string, string | undefined>;

/** How days may be named. The first that fits is used. To add one, add a line here and examples to the tests. */
const FORMS: [pattern: string, read: (groups: Groups) => DayRule | null][] = [
	[
		`(?:(?:${ON}|${EACH})\\s+)?(?:the\\s+)?(?<nth>${NTH})\\s+(?<day>${DAY})\\s+${OF_MONTH}`,
		({ nth = '', day }) => ({ on: 'month-weekday', nth: countOf(nth), day: dayOf(day) }),
	],
	[
		`(?:${ON}\\s+)?(?:the\\s+)?(?<date>\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?<month>${MONTH})(?:,?\\s+(?<year>\\d{4}))?`,
		dateRule,
	],
	[`on\\s+(?<month>${MONTH})\\s+(?<date>\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(?<year>\\d{4}))?`, dateRule],
	[`(?:${ON}\\s+)?(?:the\\s+)?(?<dates>${DATES})\\s+${OF_MONTH}`, monthRule],
	[`(?:every|each)\\s+month,?\\s+on\\s+the\\s+(?<dates>${DATES})`, monthRule],
	[`jeden\\s+monat,?\\s+am\\s+(?<dates>${DATES})`, monthRule],
	[`on\\s+the\\s+(?<dates>\\d{1,2}(?:st|nd|rd|th)(?:${JOINT}(?:the\\s+)?${DATE})*)`, monthRule],
	[`${EACH}\\s+${SECOND}\\s+(?:week|woche)(?:\\s+(?:on|am)\\s+(?<day>${DAY})s?)?${FROM}`, weeksRule],
	[`${EACH}\\s+${SECOND}\\s+(?<day>${DAY})s?${HOUR}${FROM}`, weeksRule],
	[
		`(?:every|alle)\\s+(?<every>two|2|three|3|four|4|zwei|drei|vier)\\s+(?:weeks|wochen)(?:\\s+(?:on|am)\\s+(?<day>${DAY})s?)?${FROM}`,
		weeksRule,
	],
	[`(?:fortnightly|every\\s+fortnight)(?:\\s+on\\s+(?<day>${DAY})s?)?${FROM}`, weeksRule],
	[`(?:every\\s+week|jede\\s+woche)\\s+(?:on|am)\\s+(?<days>${LIST})`, ({ days }) => weekdays(days)],
	[
		`(?:every\\s+day|daily|jeden\\s+tag|täglich)\\s*,?\\s*(?:except|but\\s+not|but|apart\\s+from|außer|aber\\s+nicht)(?:\\s+(?:on|for|am|an))?\\s+(?<days>${LIST}|${KIND})`,
		({ days }) => exceptDays(days),
	],
	[
		`,?\\s*(?:but\\s+|aber\\s+)?(?:not|never|nicht|nie)\\s+(?:(?:on|am|an)\\s+)?(?<days>${LIST}|${KIND})`,
		({ days }) => exceptDays(days),
	],
	[
		`(?:(?:every|from|on|von|jeden)\\s+)?(?<first>${DAY})s?\\s*(?:to|till|until|through|bis|–|-)\\s*(?<last>${DAY})s?`,
		({ first, last }) => {
			const [from, to] = [dayOf(first), dayOf(last)];
			const length = ((to - from + 7) % 7) + 1;
			return { on: 'weekdays', days: Array.from({ length }, (_, n) => (from + n) % 7).sort() };
		},
	],
	[`${EACH}\\s+(?<days>${LIST}|${KIND})${HOUR}`, ({ days }) => weekdays(days)],
	[
		`(?:${ON}\\s+)?(?<days>${PLURALS}|weekdays|workdays|weekends|werktags)${HOUR}`,
		({ days }) => weekdays(days),
	],
	[`${ON}\\s+(?<days>${KIND})`, ({ days }) => weekdays(days)],
	[`(?<days>${LIST})(?=\\s*:)`, ({ days }) => weekdays(days)],
	[
		`${EACH}\\s+(?:day|morning|evening|night|afternoon|tag|morgen|abend)|daily|täglich`,
		() => ({ on: 'weekdays', days: [0, 1, 2, 3, 4, 5, 6] }),
	],
];

const REMIND =
	'(?:please\\s+)?(?:remind|tell|notify|mail|e-?mail)\\s+(?:me|us)|(?:bitte\\s+)?erinnere?\\s+(?:mich|uns)(?:\\s+bitte)?';
/** Where the days of a reminder stand: first, behind the order to remind, or last in it. Elsewhere they are about something else. */
const PLACES = [
	`^(?:please\\s+|bitte\\s+)?(?<words>FORM)(?![\\p{L}\\d])`,
	`^(?:${REMIND}),?\\s+(?<words>FORM)(?![\\p{L}\\d])`,
	`^(?:${REMIND})\\s(?:to|daran|an)\\s(?:(?!\\b(?:that|dass)\\b)[^.!?:\\n])*?(?<words>(?<=\\s|,)FORM)[.!\\s]*$`,
];
const READERS = FORMS.flatMap(([form, read]) =>
	PLACES.map((place, at) => ({
		regex: new RegExp(
			place.replace('FORM', () => form),
			'iu',
		),
		read,
		isFirst: at === 0,
	})),
);

/** What could say something of days, and is not certain. */
const MENTION = new RegExp(
	`(?<![\\p{L}\\d])(?:${[
		`(?:${DAY}|(?:week|work)days?|weekends?|wochenende|werktags?|holidays?|feiertage?)(?:s|['’]s)?(?!\\p{L})`,
		'(?:mon|tues?|wed|thur?s?|fri)(?!\\p{L})',
		'(?:tomorrow|yesterday|übermorgen|gestern|fortnight(?:ly)?)(?!\\p{L})',
		'(?:day|night|evening|morning|week|tag|abend|woche)s?\\s+(?:before|after|earlier|later|davor|vorher|danach)(?!\\p{L})',
		'(?:next|this|last|every|each|once\\s+a|twice\\s+a|nächste[nrs]?|jede[nrs]?)\\s+(?:\\p{L}+\\s+|\\d+\\s+)?(?:days?|weeks?|months?|quarters?|years?|tage?|wochen?|monate?|quartal|jahr)(?!\\p{L})',
		'(?:end|start|beginning|middle|day|ende|anfang)\\s+(?:of|des)\\s+(?:the\\s+|each\\s+|every\\s+)?(?:month|week|quarter|year|monats)',
		`\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?${MONTH}(?!\\p{L})|${MONTH}\\s+\\d|(?:in|during|since|until|im)\\s+${MONTH}(?!\\p{L})`,
		'on\\s+the\\s+(?:\\d{1,2}(?:st|nd|rd|th)|first|last)(?!\\p{L})|of\\s+the\\s+month',
		'(?:in|during)\\s+(?:the\\s+)?(?:spring|summer|autumn|fall|winter)(?!\\p{L})',
		'(?:weekly|monthly|quarterly|yearly|annually)[.!\\s]*$',
	].join('|')})|^(?:weekly|monthly|quarterly|yearly|annually)(?!\\p{L})`,
	'iu',
);

/** Days in quotations are only said. */
const QUOTED = /"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]/gu;
/** So are those of what somebody is to be told. "Remind me that tomorrow is bin day" says nothing of when, and may mean it. */
const TOLD = /\b(?:that|dass)\b[^.!?\n]*/giu;
const TO_CUSTOMER = new RegExp(`^(?:${REMIND})(?!\\p{L})`, 'iu');
/** "Every Monday the bins are collected" states something; it does not say when to remind. */
const STATEMENT =
	/^(?![,\s]*(?:please\s+)?(?:remind|tell|write|send|mail|say|inform|let|notify|thank|ask|wish|erinner))[,\s]*(?:(?:the|an?|my|our|your|his|her|their|we|i|they|it|there|der|die|das|ein|eine|wir)\s|[^:\n]*?\b(?:is|are|was|were|will|goes|go\s+out|gets?|comes?|ist|sind|wird|werden|kommt|kommen)\b)/iu;

/** Null if it mentions none. */
export function readDays(prompt: string): DaysRead | null {
	const text = prompt.trim();
	for (const { regex, read, isFirst } of READERS) {
		const match = regex.exec(text);
		const words = match?.groups?.words;
		if (!match || !words) continue;
		const after = text.slice(match[0].length);
		if (isFirst && STATEMENT.test(after)) continue;
		const rule = read(match.groups ?? {});
		if (!rule) return { unsure: `“${words}” is not in the calendar.` };
		const rest = mentionIn(text.replace(words, ' ').replace(TOLD, ' '));
		return rest ? { unsure: `With “${words}” and “${rest}” ${UNCERTAIN}` } : { rule, words };
	}
	const mention = mentionIn(TO_CUSTOMER.test(text) ? text : text.replace(TOLD, ' '));
	return mention ? { unsure: `With “${mention}” ${UNCERTAIN}` } : null;
}

const UNCERTAIN =
	'it is not certain which days are meant. Begin with the days, such as “Every Thursday: ...”, and put other words about days in quotation marks.';

const mentionIn = (text: string) => MENTION.exec(text.replace(QUOTED, ' '))?.[0].trim() ?? null;

const dayOf = (name = '') => {
	const lower = name.toLowerCase();
	const index = (names: string[]) => names.findIndex((day) => day.toLowerCase() === lower);
	return Math.max(index(DAY_NAMES), index(GERMAN_DAYS));
};

/** The days of a list such as "Mondays and Fridays", "weekdays". */
function weekdays(names = ''): DayRule {
	if (/week ?-?days?|work|werktag/i.test(names)) return { on: 'weekdays', days: [1, 2, 3, 4, 5] };
	if (/weekend|wochenende/i.test(names)) return { on: 'weekdays', days: [0, 6] };
	const days = [...names.matchAll(new RegExp(DAY, 'gi'))].map(([name]) => dayOf(name));
	return { on: 'weekdays', days: [...new Set(days)].sort() };
}

function exceptDays(names?: string): DayRule {
	const rule = weekdays(names);
	const left = rule.on === 'weekdays' ? rule.days : [];
	return { on: 'weekdays', days: [0, 1, 2, 3, 4, 5, 6].filter((day) => !left.includes(day)) };
}

const COUNTS: [count: number | 'last', words: RegExp][] = [
	['last', /^(?:last|letzten)/i],
	[1, /^(?:first|1|ersten)/i],
	[2, /^(?:second|other|two|2|zwei)/i],
	[3, /^(?:third|three|3|dritte|drei)/i],
	[4, /^(?:fourth|four|4|vierte|vier)/i],
	[5, /^(?:fifth|5)/i],
];
const countOf = (word: string) => COUNTS.find(([, words]) => words.test(word))?.[0] ?? 1;

function weeksRule({ every = 'second', day, date, month, year }: Groups): DayRule | null {
	const from = date === undefined ? null : calendarDay(Number(year), monthNamed(month ?? ''), Number(date));
	if (date !== undefined && !from) return null;
	const weekday = day ? dayOf(day) : (from?.getUTCDay() ?? 1);
	const count = Number(countOf(every));
	return { on: 'weeks', every: count, day: weekday, ...(from && { from: from.toISOString().slice(0, 10) }) };
}

function monthRule({ dates = '' }: Groups): DayRule | null {
	const days = [...dates.matchAll(new RegExp(DATE, 'gi'))].map(([date]) =>
		/^\d/.test(date) ? Number.parseInt(date, 10) : /^(?:last|letzten)/i.test(date) ? 'last' : 1,
	);
	return days.every((day) => day === 'last' || (day >= 1 && day <= 31)) ? { on: 'month', days } : null;
}

function dateRule({ date: said, month: name = '', year: number }: Groups): DayRule | null {
	const [date, month] = [Number(said), monthNamed(name)];
	const year = number === undefined ? undefined : Number(number);
	return calendarDay(year ?? 2024, month, date) && { on: 'date', date, month, ...(year && { year }) };
}

/** Null if there is no such day. */
function calendarDay(year: number, month: number, date: number): Date | null {
	const day = new Date(Date.UTC(year, month, date));
	return day.getUTCMonth() === month && day.getUTCDate() === date ? day : null;
}
