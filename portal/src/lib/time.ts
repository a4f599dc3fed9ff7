import { isZone, offsetAt } from '@watchword/contract/schedule';

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
	['year', 31_536_000],
	['month', 2_592_000],
	['week', 604_800],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
];
let words: Intl.RelativeTimeFormat | undefined;

/** Made when the first is asked for: those who have not signed in never need it, and it takes its time. */
function inWords(value: number, unit: Intl.RelativeTimeFormatUnit): string {
	words ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
	return words.format(value, unit);
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

/** "in 40 seconds", "in 2 minutes": never sooner than it is. */
export const waitInWords = (seconds: number) =>
	seconds < 60
		? inWords(Math.max(1, Math.ceil(seconds)), 'second')
		: inWords(Math.ceil(seconds / 60), 'minute');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY_MINUTES = 24 * 60;
/** The zone the account chose; null is that of the browser. */
let chosenZone: string | null = null;

/** From now on times are shown and entered in this zone. One this browser does not know is as good as none. */
export function chooseZone(zone: string | null): void {
	chosenZone = zone !== null && isZone(zone) ? zone : null;
}

let zoneHere: string | undefined;

/** Asked once: a screen asks for it with every time it shows, and an answer costs as much as a formatter. */
export function browserZone(): string {
	zoneHere ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
	return zoneHere;
}

export const currentZone = () => chosenZone ?? browserZone();

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs a thousand times what using it does. */
function formatted(ms: number, options: Intl.DateTimeFormatOptions): string {
	const timeZone = currentZone();
	const key = `${timeZone} ${JSON.stringify(options)}`;
	const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone });
	formats.set(key, format);
	return format.format(ms);
}

/** Minutes by which UTC is ahead of the zone now; negative east of Greenwich. */
const zoneOffset = () => -offsetAt(currentZone(), Date.now());

/** Times of day are stored in UTC and shown in the zone of the browser or the account. Both as HH:MM. */
export const localTime = (utc: string, offset = zoneOffset()) => moved(utc, -offset);
export const utcTime = (local: string, offset = zoneOffset()) => moved(local, offset);

/** How many minutes a window of the day has been open at a time of day, or null while it is closed. */
export function openFor(start: string, end: string, time: string): number | null {
	const since = (minutesOf(time) - minutesOf(start) + DAY_MINUTES) % DAY_MINUTES;
	// Counted from its start, a window that crosses midnight is like any other.
	const length = (minutesOf(end) - minutesOf(start) + DAY_MINUTES) % DAY_MINUTES;
	return since < length ? since : null;
}

export const crossesMidnight = (start: string, end: string) => minutesOf(end) < minutesOf(start);

function moved(time: string, by: number): string {
	const minutes = (((minutesOf(time) + by) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The day a moment falls into: when it began, in milliseconds, and how many hours it has. */
export function dayOf(now: number): { start: number; hours: number } {
	const start = midnightBefore(now);
	return { start, hours: Math.round((midnightBefore(start + 26 * HOUR_MS) - start) / HOUR_MS) };
}

function midnightBefore(ms: number): number {
	const zone = currentZone();
	const offset = offsetAt(zone, ms) * 60_000;
	const onTheWall = Math.floor((ms + offset) / DAY_MS) * DAY_MS;
	// The clocks may have changed between midnight and now.
	return onTheWall - offsetAt(zone, onTheWall - offset) * 60_000;
}

/** "6 PM", "18": the hour of a moment as the customer's language writes it. */
export const hourOf = (ms: number) => formatted(ms, { hour: 'numeric' });

/** "November 22, 2026" */
export const dateOf = (ms: number) => formatted(ms, { dateStyle: 'long' });
