import { isZone, localTime, nextFire, offsetAt } from '@watchword/contract/schedule';

type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

const STEPS: [unit: Unit, seconds: number][] = [
	['year', 31_536_000],
	['month', 2_592_000],
	['week', 604_800],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
];

/** "1 day ago", "in 3 minutes". Like Intl in English, but without the 40 ms of its first use. */
function inWords(value: number, unit: Unit): string {
	const count = Math.abs(value);
	const length = `${count} ${unit}${count === 1 ? '' : 's'}`;
	return value < 0 ? `${length} ago` : `in ${length}`;
}

const exact = { dateStyle: 'full', timeStyle: 'medium' } as const;

/** "3 minutes ago". Both in seconds since 1970. */
export function timeInWords(then: number, now = Date.now() / 1000): string {
	const distance = then - now;
	for (const [unit, seconds] of STEPS) {
		if (Math.abs(distance) >= seconds) return inWords(Math.trunc(distance / seconds), unit);
	}
	return 'just now';
}

export const exactTime = (seconds: number) => formatted(seconds * 1000, exact);

/** "in 40 seconds", "in 2 minutes": rounded up. */
export const waitInWords = (seconds: number) =>
	seconds < 60
		? inWords(Math.max(1, Math.ceil(seconds)), 'second')
		: inWords(Math.ceil(seconds / 60), 'minute');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The zone the account chose; null is that of the browser. */
let chosenZone: string | null = null;

/** From now on times are shown and entered in this zone. An unknown zone is ignored. */
export function chooseZone(zone: string | null): void {
	chosenZone = zone !== null && isZone(zone) ? zone : null;
}

let zoneHere: string | undefined;

/** Cached, because a screen uses it for every time it shows and each lookup is slow. */
export function browserZone(): string {
	zoneHere ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
	return zoneHere;
}

export const currentZone = () => chosenZone ?? browserZone();

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter is a thousand times slower than using it. */
function formatted(ms: number, options: Intl.DateTimeFormatOptions): string {
	const timeZone = currentZone();
	const key = `${timeZone} ${JSON.stringify(options)}`;
	const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone });
	formats.set(key, format);
	return format.format(ms);
}

/** The customer's time zone and the present time. */
export type LocalClock = { zone: string; now: Date };

export const currentLocalClock = (): LocalClock => ({ zone: currentZone(), now: new Date() });

/**
 * A stored time of day, HH:MM, on the customer's clock. In the zone it was entered in, it is shown as typed. In another zone,
 * it is converted for the next time the clock there shows it.
 */
export function timeHere(
	time: string,
	{ _zone, _utcOffset }: { _zone: string; _utcOffset: number },
	{ zone, now }: LocalClock,
): string {
	if (_zone === zone) return localTime(time, _utcOffset);
	const fire = nextFire([time], _zone, _utcOffset, now);
	return fire ? localTime(fire.toISOString().slice(11, 16), offsetAt(zone, fire)) : time;
}

export const crossesMidnight = (start: string, end: string) => minutesOf(end) < minutesOf(start);

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When the last 24 hours began, in milliseconds: 23 whole hours on the clock of the customer, and the present one. */
export function lastDayStart(now: number): number {
	// The first use of Intl takes 30 ms, and the first requests must not wait for it.
	const offset = chosenZone === null ? -new Date(now).getTimezoneOffset() : offsetAt(chosenZone, now);
	const intoHour = (((now + offset * 60_000) % HOUR_MS) + HOUR_MS) % HOUR_MS;
	return now - intoHour - 23 * HOUR_MS;
}

/** The day of a moment, or a given number of days later, as YYYY-MM-DD. */
export function calendarDay(now: number, later = 0): string {
	const wall = now + offsetAt(currentZone(), now) * 60_000;
	return new Date(wall + later * DAY_MS).toISOString().slice(0, 10);
}

/** When a day of the calendar begins, in milliseconds. Not every day has 24 hours. */
export function startOfDay(day: string): number {
	const zone = currentZone();
	const wall = Date.parse(`${day}T00:00:00Z`);
	// The clocks may change close to midnight: the offset is that of the moment itself.
	const near = wall - offsetAt(zone, wall) * 60_000;
	return wall - offsetAt(zone, near) * 60_000;
}

/** The day a number of days later; empty if the calendar has no such day. */
export function addDays(day: string, later: number): string {
	const at = Date.parse(`${day}T00:00:00Z`) + later * DAY_MS;
	return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
}

/** Whether it is a whole day of this century. While a year is typed, a date field reports such as 0002-03-04. */
export const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;

/** "6 PM", "18": the hour of a moment as the customer's language writes it. */
export const hourOf = (ms: number) => formatted(ms, { hour: 'numeric' });

/** "November 22, 2026" */
export const dateOf = (ms: number) => formatted(ms, { dateStyle: 'long' });

/** "today", "tomorrow" or "Sat, Mar 7", and "6:30 PM". Both in milliseconds. */
export function dayAndTime(ms: number, now: number): { day: string; time: string } {
	const day =
		calendarDay(ms) === calendarDay(now)
			? 'today'
			: calendarDay(ms) === calendarDay(now, 1)
				? 'tomorrow'
				: formatted(ms, { weekday: 'short', month: 'short', day: 'numeric' });
	return { day, time: clockOf(ms) };
}

/** "2:05 PM", "tomorrow, 7:00 AM", "Thu, Mar 5, 7:00 AM": a moment in a sentence. Both in milliseconds. */
export function momentInWords(ms: number, now: number): string {
	const { day, time } = dayAndTime(ms, now);
	return day === 'today' ? time : `${day}, ${time}`;
}

/** "2:05 PM", "14:05" */
export const clockOf = (ms: number) => formatted(ms, { timeStyle: 'short' });

let timeFormat: Intl.DateTimeFormat | undefined;

/** A time of day, HH:MM, in the format of the customer's language. */
export function timeOfDay(time: string): string {
	// Created on first use, because the first use of Intl is slow.
	timeFormat ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });
	return timeFormat.format(new Date(`1970-01-01T${time}:00Z`));
}

/** "2:05:30 PM", "14:05:30" */
export const clockWithSeconds = (ms: number) => formatted(ms, { timeStyle: 'medium' });

/** "Nov 22" */
export const shortDateOf = (ms: number) => formatted(ms, { month: 'short', day: 'numeric' });

/** Uses each format that screens need first, once. The browser then has their data for all its threads. */
export function warmUpIntl(): void {
	calendarDay(0);
	for (const use of [exactTime, clockOf, clockWithSeconds, hourOf, shortDateOf]) use(0);
	(0).toLocaleString();
}
