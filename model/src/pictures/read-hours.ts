/** Times of the day and days of the week: "between 22:00 and 6 am", "at night", "on weekdays". */
import type { Hours } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Found<T> {
	value: T;
	length: number;
}

interface Time extends Found<number> {
	/** It can be nothing but a time: "22:00", "10 pm". */
	isClear: boolean;
	isAfternoon: boolean | null;
}

/** Which half of the day a part of it is in. */
const HALVES: Partial<Record<string, 'am' | 'pm'>> = { morning: 'am', afternoon: 'pm', evening: 'pm' };

const HOUR = 60;
const DAY = 24 * HOUR;

/** The hours that begin at a word. A moment such as "at 3 pm" is a minute or an hour: then `value` is null. */
export function readHours(
	words: readonly Word[],
	from: number,
	vocabulary: Vocabulary,
): Found<Hours | null> | null {
	const { hours, phrases } = vocabulary;
	const before = phrases.from.at(words, from)?.length ?? 0;
	const range = readRange(words, from + before, vocabulary, before > 0);
	if (range) return between(range.value, range.length + before);
	const span = readDays(words, from, vocabulary);
	const named = hours.at(words, from);
	if (!span && !named) return readSince(words, from, vocabulary);
	const { time, days } = span?.value ?? named?.meaning ?? { time: null, days: [] };
	const length = span?.length ?? named?.length ?? 0;
	// "Weekdays 9-17", "Monday to Friday before 8".
	const clock = days.length > 0 ? readRange(words, from + length, vocabulary, true) : null;
	const rest = clock
		? between(clock.value, clock.length)
		: days.length > 0
			? readSince(words, from + length, vocabulary, true)
			: null;
	if (!rest) return { value: { is: 'hours', time, days }, length };
	return { value: rest.value && { ...rest.value, days }, length: length + rest.length };
}

/** "22:00 to 6 am". Two bare numbers are hours if something else says so. */
function readRange(
	words: readonly Word[],
	at: number,
	vocabulary: Vocabulary,
	isSaid: boolean,
): Found<[start: number, end: number]> | null {
	const first = timeAt(words, at, vocabulary);
	const joint = first ? toAt(words, at + first.length, vocabulary) : 0;
	const last = first && joint > 0 ? timeAt(words, at + first.length + joint, vocabulary) : null;
	if (!first || !last) return null;
	const isClear = first.isClear || last.isClear;
	const length = first.length + joint + last.length;
	const isDay =
		Math.max(first.value, last.value) > DAY / 2 &&
		(first.value > last.value || !/^\p{L}/u.test(words[at + length]?.text ?? ''));
	if (!isClear && !(isSaid && (isDay || vocabulary.compare.at(words, at - 1) === null))) return null;
	// "Between 10 and 11 pm" is one half of the day, and "9 to 5" ends in the afternoon.
	const isLate = first.isAfternoon === null && last.isAfternoon && first.value < DAY / 2;
	const isWork = !isClear && last.value <= first.value && last.value < DAY / 2 && first.value < DAY / 2;
	const start = isLate ? first.value + DAY / 2 : first.value;
	return { value: [start, isWork ? last.value + DAY / 2 : last.value], length };
}

/** "After 22:00" lasts until the morning, "before midnight" is the evening. */
function readSince(
	words: readonly Word[],
	from: number,
	vocabulary: Vocabulary,
	isSaid = false,
): Found<Hours | null> | null {
	const { since, until, at } = vocabulary.phrases;
	const ends: [typeof since, (time: number) => [start: number, end: number]][] = [
		[since, (time) => [time, time < 4 * HOUR || time >= DAY / 2 ? 6 * HOUR : DAY]],
		[until, (time) => (time === 0 ? [DAY / 2, DAY] : [0, time])],
		[at, (time) => [time, time]],
	];
	for (const [lexicon, of] of ends) {
		const length = lexicon.at(words, from)?.length;
		const time = length ? timeAt(words, from + length, vocabulary) : null;
		if (!length || !time) continue;
		if (time.isClear || (isSaid && (lexicon === until || time.value >= DAY / 2)))
			return between(of(time.value), length + time.length);
		// "On weekdays after 6" may be the morning or the evening.
		if (isSaid) return { value: null, length: length + time.length };
	}
	return null;
}

/** "Monday to Friday", "on Monday, Wednesday and Friday". */
function readDays(words: readonly Word[], from: number, vocabulary: Vocabulary): Found<Hours> | null {
	const { days, phrases, names } = vocabulary;
	const isFrom = phrases.from.at(words, from);
	const start = (isFrom ?? phrases.on.at(words, from))?.length ?? 0;
	const first = days.at(words, from + start);
	if (!first) return null;
	let end = from + start + first.length;
	const isJoint = (at: number) =>
		words[at]?.text === ',' || names.at(words, at)?.meaning.roles.includes('and');
	const to = toAt(words, end, vocabulary);
	// "Mon-Fri" is two words without a space.
	const isSpan = to > 0 ? isFrom || !isJoint(end) : words[end]?.gap === false;
	const last = isSpan ? days.at(words, end + to) : null;
	const named = [first.meaning];
	if (last) {
		end += to + last.length;
		const count = (last.meaning - first.meaning + 7) % 7;
		named.push(...Array.from({ length: count }, (_, day) => (first.meaning + day + 1) % 7));
	}
	while (!last && isJoint(end)) {
		const on = end + 1 + (phrases.on.at(words, end + 1)?.length ?? 0);
		const next = days.at(words, on);
		if (!next) break;
		named.push(next.meaning);
		end = on + next.length;
	}
	return named.length > 1 ? { value: { is: 'hours', time: null, days: named }, length: end - from } : null;
}

function timeAt(
	words: readonly Word[],
	at: number,
	{ phrases, hours: named, words: data }: Vocabulary,
): Time | null {
	const word = words[at];
	if (!word || word.quoted) return null;
	const clear = (value: number): Time => ({ value, length: 1, isClear: true, isAfternoon: null });
	if (word.text === data.hours.midnight) return clear(0);
	if (data.hours.noon.split(', ').includes(word.text)) return clear(DAY / 2);
	const [, hours, minutes] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(word.text) ?? [];
	if (hours === undefined) return null;
	const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
	const clock = phrases.clock.at(words, at + 1)?.length ?? 0;
	// "6 in the evening" is 6 pm.
	const part = named.at(words, at + 1 + clock);
	const partName = typeof part?.meaning.time === 'string' ? part.meaning.time : '';
	const half = HALVES[partName] ?? (clock > 0 ? /^[ap]m$/.exec(words[at + 1]?.text ?? '')?.[0] : undefined);
	const isPart = part && partName in HALVES;
	if (minute >= HOUR || hour > (half && !isPart ? 12 : 24)) return null;
	const value = half && hour <= 12 ? (hour % 12) * HOUR + (half === 'pm' ? DAY / 2 : 0) : (hour % 24) * HOUR;
	return {
		value: value + minute,
		length: 1 + clock + (isPart ? part.length : 0),
		isClear: minutes !== undefined || clock > 0 || half !== undefined,
		isAfternoon: half ? half === 'pm' : null,
	};
}

/** "9-17" has no word between. */
export const jointAt = (words: readonly Word[], at: number) => (words[at]?.text === '-' ? 1 : 0);
const toAt = (words: readonly Word[], at: number, { phrases }: Vocabulary) =>
	jointAt(words, at) || (phrases.to.at(words, at)?.length ?? 0);

function between([start, end]: [number, number], length: number): Found<Hours | null> {
	return {
		value: start === end ? null : { is: 'hours', time: { from: clockOf(start), to: clockOf(end) }, days: [] },
		length,
	};
}

const clockOf = (minutes: number) =>
	`${String(Math.floor(minutes / HOUR) % 24).padStart(2, '0')}:${String(minutes % HOUR).padStart(2, '0')}`;
