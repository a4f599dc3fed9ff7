/** When a picture was taken or a schedule fired, and the zone of its wall clock. */
export interface Clock {
	now: Date;
	zone: string;
}

/** A part of the day or of the week that a prompt names. Hours are minutes since midnight; an end before its start is past midnight. */
export interface Hours {
	/** As the customer said it. */
	words: string;
	/** The hours that certainly belong to it; null if only the days count. */
	sure: readonly [from: number, to: number] | null;
	/** The hours that may belong to it, because people disagree: "at night". */
	perhaps?: readonly [from: number, to: number];
	/** 0 is Sunday. Empty for every day. */
	days?: readonly number[];
	/** Said loosely: without a clock, the picture is assumed to be from that time. */
	loose?: boolean;
}

/** Whether the clock is within the hours; null if that is not certain. */
export function isWithin({ sure, perhaps, days, loose }: Hours, clock: Clock | null): boolean | null {
	if (!clock) return loose ? true : null;
	const { minutes, day } = wallClock(clock);
	if (days && !days.includes(day)) return false;
	if (!sure || contains(sure, minutes)) return true;
	return perhaps && contains(perhaps, minutes) ? null : false;
}

const contains = ([from, to]: readonly [number, number], minutes: number) =>
	from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;

function wallClock({ now, zone }: Clock): { minutes: number; day: number } {
	const parts = new Map(format(now, zone).map(({ type, value }) => [type, value]));
	return {
		minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
		day: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(parts.get('weekday') ?? ''),
	};
}

function format(now: Date, zone: string): Intl.DateTimeFormatPart[] {
	const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
	try {
		return new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).formatToParts(now);
	} catch {
		// This machine does not know the zone.
		return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).formatToParts(now);
	}
}

const HOUR = 60;
const DAY = 24 * HOUR;
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Parts of the day by name: certainly within, and perhaps within. */
const NAMED: [phrases: string, sure: [number, number], perhaps: [number, number]][] = [
	[
		'at night, during the night, in the night, overnight, at nighttime, at night time, during nighttime, after dark, by night, tonight, nightly, late at night, every night, each night',
		[22 * HOUR, 5 * HOUR],
		[17 * HOUR, 9 * HOUR],
	],
	[
		'during the day, in the daytime, during daytime, during daylight, in daylight, by day',
		[9 * HOUR, 16 * HOUR],
		[6 * HOUR, 21 * HOUR],
	],
	[
		'in the morning, this morning, mornings, every morning, each morning',
		[6 * HOUR, 11 * HOUR],
		[4 * HOUR, 12 * HOUR],
	],
	[
		'in the afternoon, this afternoon, afternoons, every afternoon, each afternoon',
		[13 * HOUR, 17 * HOUR],
		[12 * HOUR, 18 * HOUR],
	],
	[
		'in the evening, this evening, evenings, every evening, each evening',
		[18 * HOUR, 21 * HOUR],
		[17 * HOUR, 23 * HOUR],
	],
];
const PARTS = new Map<string, Hours>();
for (const [phrases, sure, perhaps] of NAMED) {
	for (const words of phrases.split(', ')) PARTS.set(words, { words, sure, perhaps, loose: true });
}
const WEEKDAYS = [1, 2, 3, 4, 5];
for (const before of [
	'on',
	'on a',
	'on the',
	'at the',
	'during the',
	'every',
	'at',
	'it is',
	'it is a',
	'it is the',
]) {
	for (const [word, days] of [
		['weekdays', WEEKDAYS],
		['weekday', WEEKDAYS],
		['workdays', WEEKDAYS],
		['weekends', [0, 6]],
		['weekend', [0, 6]],
		...DAYS.flatMap((day, index) => [[day, [index]] as const, [`${day}s`, [index]] as const]),
	] as const) {
		const words = `${before} ${word}`;
		PARTS.set(words, { words, sure: null, days });
	}
}

for (const [word, days] of [
	['weekdays', WEEKDAYS],
	['weekends', [0, 6]],
	...DAYS.map((day, index) => [`${day}s`, [index]] as const),
] as const) {
	PARTS.set(word, { words: word, sure: null, days });
}

/** The day that a word names: "monday", "mon". -1 if it names none. */
const dayOf = (word: string | undefined) =>
	/^(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)$/.test(word ?? '')
		? DAYS.findIndex((day) => day.startsWith(word ?? ''))
		: DAYS.indexOf(word ?? '');

/** "Monday to Friday", "from Mon-Fri". */
function readDays(words: readonly string[], at: number): { hours: Hours; length: number } | null {
	const first = /^(?:from|on|between)$/.test(words[at] ?? '') ? at + 1 : at;
	const last = first + (/^(?:to|through|thru|until|till|and)$/.test(words[first + 1] ?? '') ? 2 : 1);
	// "On Monday and Friday" names two days.
	if (words[first + 1] === 'and' && words[at] !== 'between') return null;
	const [from, to] = [dayOf(words[first]), dayOf(words[last])];
	if (from < 0 || to < 0) return null;
	const days = DAYS.map((_, index) => (from + index) % 7).slice(0, ((to - from + 7) % 7) + 1);
	const length = last + 1 - at;
	return { hours: { words: words.slice(at, at + length).join(' '), sure: null, days }, length };
}

/** The first words of all hours and days: most words of a prompt begin none. */
const STARTS = new Set([
	...[...PARTS.keys()].map((words) => words.split(' ')[0]),
	...DAYS,
	...'mon tue tues wed thu thur thurs fri sat sun on between from after past before until till by at noon midday midnight'.split(
		' ',
	),
]);

/** The hours that are named from `at` on, and how many words name them. */
export function readHours(words: readonly string[], at: number): { hours: Hours; length: number } | null {
	if (!/^\d/.test(words[at] ?? '') && !STARTS.has(words[at] ?? '')) return null;
	for (let length = 4; length > 0; length--) {
		const named = PARTS.get(words.slice(at, at + length).join(' '));
		// "Weekdays 9-5": only a part of them.
		const isPart = length === 1 && /^\d+$/.test(words[at + 1] ?? '');
		if (named && !isPart) return { hours: named, length };
	}
	const days = readDays(words, at);
	if (days) return days;
	const [first = '', second, third = '', fourth] = words.slice(at, at + 4);
	const make = (length: number, sure: [number, number], perhaps?: [number, number]) => ({
		hours: { words: words.slice(at, at + length).join(' '), sure, ...(perhaps && { perhaps }) },
		length,
	});
	if (first === 'between' || first === 'from') {
		const ends = first === 'between' ? ['and', 'to'] : ['to', 'until', 'till', 'til'];
		const range = ends.includes(third) ? rangeOf(second, fourth) : null;
		if (range) return make(4, range);
		// "Only between 9 and 17" counts nothing, and no other hour is meant.
		const [start, end] = [hourIn(second), hourIn(fourth)];
		const isLast = /^(?:[,.;]|and|but|or)?$/.test(words[at + 4] ?? '');
		if (ends.includes(third) && start !== null && end !== null && isLast && Math.max(start, end) > 12 * HOUR)
			return make(4, [start, end]);
	}
	const own = timeIn(first);
	if (own !== null) {
		const joined = ['to', 'until', 'till'].includes(second ?? '');
		const range = rangeOf(first, joined ? third : second);
		return range ? make(joined ? 3 : 2, range) : null;
	}
	const time = timeIn(second);
	if (time === null) return null;
	if (['after', 'from', 'past'].includes(first)) {
		// "After midnight" ends in the morning.
		if (time < 4 * HOUR) return make(2, [time, 6 * HOUR], [time, 9 * HOUR]);
		// "After 22:00" may last until the morning.
		return make(2, [time, DAY], time >= 12 * HOUR ? [0, 6 * HOUR] : undefined);
	}
	// "No lorry by 8am" is true at eight at the earliest, "a lorry by 8am" at the latest: which, is anybody's guess.
	// "At 3am" is a minute or an hour.
	if (first === 'by' || first === 'at') return make(2, [time, time], [0, DAY]);
	if (!['before', 'until', 'till'].includes(first)) return null;
	// "Before midnight" is the evening.
	return time === 0 ? make(2, [12 * HOUR, DAY], [0, DAY]) : make(2, [0, time]);
}

/** Two times, at least one of which is clearly a time: "between 10 and 11pm", not "between 2 and 4". */
function rangeOf(from: string | undefined, to: string | undefined): [number, number] | null {
	const half = /[ap]m$/.exec(to ?? '')?.[0] ?? '';
	const start =
		timeIn(from) ?? (timeIn(to) === null ? null : (timeIn(`${from}${half}`) ?? timeIn(`${from}:00`)));
	const end = timeIn(to) ?? (timeIn(from) === null ? null : timeIn(`${to}:00`));
	return start === null || end === null ? null : [start, end];
}

/** A full hour without a mark: 9, 17. */
const hourIn = (word: string | undefined) => (/^\d{1,2}$/.test(word ?? '') ? timeIn(`${word}:00`) : null);

/** Minutes since midnight of "22:00", "10pm", "7:30am", "noon" or "midnight". */
function timeIn(word: string | undefined): number | null {
	if (word === 'noon' || word === 'midday') return 12 * HOUR;
	if (word === 'midnight') return 0;
	const [, hours = '', minutes = '0', half] =
		/^(\d{1,2})[:.](\d{2})(am|pm)?$/.exec(word ?? '') ?? /^(\d{1,2})()(am|pm)$/.exec(word ?? '') ?? [];
	if (hours === '') return null;
	const hour = half ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours);
	return hour < 24 && Number(minutes) < 60 && (!half || Number(hours) <= 12)
		? hour * HOUR + Number(minutes)
		: null;
}
