/** Conditions on a date of a mail: "if the due date is within a week", "if the delivery is after 20 November". */

import { MONTH_NAMES, monthNamed } from '../clock/day-rule.ts';
import { valuesCalled } from '../results/called.ts';
import { readDateAt } from '../results/dates.ts';
import { NUMBER_WORDS, numberIn } from '../words.ts';
import { namedBefore, signOf } from './name-before.ts';
import { daysToldOf, isMoved, isOff } from './when-said.ts';

/** The day on the calendar of the customer, as midnight in UTC. */
export type Today = Date;

export interface DateTest {
	/** As the customer said it. */
	words: string;
	/** What the date is of. */
	label: string;
	/** The first and the last day that fit; null if the words name no day that is known. */
	range(today: Today): [first: number, last: number] | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTH = MONTH_NAMES.join('|');
const countOf = (word: string) => (/^(?:an?|the)$/i.test(word) ? 1 : (numberIn(word.toLowerCase()) ?? 0));

const WHEN = new RegExp(
	String.raw`(?<![\p{L}\p{N}])(?:(?:within|in\s+less\s+than|in\s+the\s+next|in\s+under|less\s+than)\s+(?:the\s+)?(?:next\s+)?(an?|\d{1,3}|${NUMBER_WORDS})\s+(day|week|month)s?(?:\s+away|\s+from\s+now)?|(on\s+or\s+before|on\s+or\s+after|before|after|later\s+than|earlier\s+than|by|until|on)\s+((?:the\s+)?\d[^,;:!?\n]{2,24}|(?:${MONTH})\s+\d[^;:!?\n]{0,12})|(today|tomorrow|(?:this|next)\s+(?:week|month))|in\s+(${MONTH})(?:\s+(\d{4}))?)(?![\p{L}\p{N}])`,
	'giu',
);

/** The conditions on dates of a prompt, and the prompt without them. */
export function takeDateTests(prompt: string): { rest: string; dates: DateTest[] } {
	const dates: DateTest[] = [];
	let rest = '';
	let done = 0;
	for (const match of prompt.matchAll(WHEN)) {
		if (match.index < done) continue;
		const { name, verb, start } = namedBefore(prompt.slice(done), match.index - done);
		// "A meeting in December" only describes; "the meeting is in December" says when.
		const isDue = /\bdue\b/.test(`${verb} ${name}`);
		if (!/\b(?:is|are|falls?|due|ist)\b/.test(verb) || (name === null && !isDue)) continue;
		const range = rangeOf(match);
		if (!range) continue;
		const from = done + start;
		rest += `${prompt.slice(done, from)} ${/\bnot\b/.test(verb) ? 'not ' : ''}${signOf('date', dates.length)} `;
		done = match.index + range.length;
		const label = isDue ? 'due date' : (name ?? '');
		dates.push({ words: prompt.slice(from, done).trim(), label, range: range.of });
	}
	return { rest: rest + prompt.slice(done), dates };
}

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
const [FIRST, LAST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

function rangeOf([all, count, unit, how, date, near, month, year]: RegExpExecArray) {
	const whole = (of: DateTest['range']) => ({ of, length: all.length });
	if (count && unit) {
		const days = countOf(count) * (unit.toLowerCase() === 'day' ? 1 : unit.toLowerCase() === 'week' ? 7 : 30);
		return whole((today) => [today.getTime(), today.getTime() + days * DAY_MS]);
	}
	if (how && date) return beside(all, how.toLowerCase(), date);
	if (month) {
		const index = monthNamed(month);
		return whole((today) => monthOf(year ? Number(year) : nextYearWith(index, today), index));
	}
	return near ? whole((today) => nearby(near.toLowerCase().replace(/\s+/g, ' '), today)) : null;
}

/** "Before 20 November": without a year it is the nearest such day. */
function beside(all: string, how: string, date: string) {
	const bare = date.replace(/^the\s+/i, '');
	const read = readDateAt(bare, null);
	if (!read) return null;
	const said = bare.slice(0, read.length);
	const length = all.length - bare.length + read.length;
	const of = (today: Today): [number, number] | null => {
		const day = 'value' in read ? dayOf(read.value) : nearest(said, today);
		if (day === null) return null;
		if (/^on or b|^by|^until/.test(how)) return [FIRST, day];
		if (/^on or a/.test(how)) return [day, LAST];
		if (/^before|^earlier/.test(how)) return [FIRST, day - DAY_MS];
		return how === 'on' ? [day, day] : [day + DAY_MS, LAST];
	};
	return { of, length };
}

function nearest(said: string, today: Today): number | null {
	const years = [-1, 0, 1].map((more) => today.getUTCFullYear() + more);
	const days = years.flatMap((year) => {
		const read = readDateAt(`${said.trim()} ${year}`, null);
		return read && 'value' in read ? [dayOf(read.value)] : [];
	});
	const away = (day: number) => Math.abs(day - today.getTime());
	return days.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

const monthOf = (year: number, month: number): [number, number] => [
	Date.UTC(year, month, 1),
	Date.UTC(year, month + 1, 1) - DAY_MS,
];
const nextYearWith = (month: number, today: Today) =>
	today.getUTCFullYear() + (month < today.getUTCMonth() ? 1 : 0);

function nearby(words: string, today: Today): [number, number] {
	const start = today.getTime();
	const monday = start - ((today.getUTCDay() + 6) % 7) * DAY_MS;
	if (words === 'today') return [start, start];
	if (words === 'tomorrow') return [start + DAY_MS, start + DAY_MS];
	const next = words.startsWith('next') ? 1 : 0;
	if (words.endsWith('week')) return [monday + next * 7 * DAY_MS, monday + (next * 7 + 6) * DAY_MS];
	return monthOf(today.getUTCFullYear(), today.getUTCMonth() + next);
}

/** Whether the dates that a mail gives under that name fit. All must give the same result. */
export function judgeDate(
	{ words, label, range }: DateTest,
	mail: { subject: string; text: string },
	today: Today | null,
	tests: string[],
): boolean | null {
	const texts = [mail.subject, mail.text];
	const names = /\bdate$/.test(label) ? [label] : [label, `${label} date`];
	const called = names.map((name) => valuesCalled(name, 'date', texts)).find((some) => some.length > 0);
	const found = called ?? daysToldOf(label, mail.text);
	const days = found.flatMap((one) => ('value' in one ? [dayOf(String(one.value))] : []));
	const bounds = today && range(today);
	const whole = texts.join('\n\n');
	const isChanged = isOff(label, whole) || (called !== undefined && isMoved(whole));
	if (!bounds || days.length === 0 || days.length < found.length || isChanged) {
		tests.push(`no date to compare with “${words}” was found`);
		return null;
	}
	const held = days.map((day) => day >= bounds[0] && day <= bounds[1]);
	const listed = [...new Set(found.map(({ said }) => said))].slice(0, 5).join(', ');
	if (!held.every((one) => one === held[0])) {
		tests.push(`“${words}” holds for some of ${listed} only`);
		return null;
	}
	tests.push(`“${words}”: ${listed}`);
	return held[0] ?? null;
}
