const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
	['year', 31_536_000],
	['month', 2_592_000],
	['week', 604_800],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

/** "3 minutes ago". Both in seconds since 1970. */
export function timeInWords(then: number, now = Date.now() / 1000): string {
	const distance = then - now;
	for (const [unit, seconds] of STEPS) {
		if (Math.abs(distance) >= seconds) return words.format(Math.trunc(distance / seconds), unit);
	}
	return 'just now';
}

const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric' });

export const exactTime = (seconds: number) => exact.format(seconds * 1000);

/** "in 40 seconds", "in 2 minutes": never sooner than it is. */
export const waitInWords = (seconds: number) =>
	seconds < 60
		? words.format(Math.max(1, Math.ceil(seconds)), 'second')
		: words.format(Math.ceil(seconds / 60), 'minute');

const HOUR_MS = 3_600_000;
const DAY_MINUTES = 24 * 60;
/** Minutes by which UTC is ahead of the browser's zone now; negative east of Greenwich. */
const zoneOffset = () => new Date().getTimezoneOffset();

/** Times of day are stored in UTC and shown in the browser's zone. Both as HH:MM. */
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
	const start = new Date(now).setHours(0, 0, 0, 0);
	const end = new Date(start + 26 * HOUR_MS).setHours(0, 0, 0, 0);
	return { start, hours: Math.round((end - start) / HOUR_MS) };
}

/** "6 PM", "18": the hour of a moment as the customer's language writes it. */
export const hourOf = (ms: number) => hour.format(ms);
