const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * 60_000;

/** A part of every day, as HH:MM in UTC. It may cross midnight. */
export interface DailyWindow {
	start: string;
	end: string;
}

/** The last minute belongs to the window, so that 00:00 to 23:59 is the whole day. */
export function isWithin({ start, end }: DailyWindow, at: Date): boolean {
	const [from, to, now] = [minuteOf(start), minuteOf(end), at.getUTCHours() * 60 + at.getUTCMinutes()];
	return from <= to ? from <= now && now <= to : from <= now || now <= to;
}

/** When the window opens next; now if it is open. */
export function opensAt(window: DailyWindow, at: Date): Date {
	if (isWithin(window, at)) return at;
	const opening = Math.floor(at.getTime() / DAY_MS) * DAY_MS + minuteOf(window.start) * 60_000;
	return new Date(opening > at.getTime() ? opening : opening + DAY_MS);
}

/** How many minutes a window has been open at a time of day, or null while it is closed. The whole day never closes. */
export function openFor(start: string, end: string, time: string): number | null {
	const since = (minuteOf(time) - minuteOf(start) + DAY_MINUTES) % DAY_MINUTES;
	// Counting from the start, a window that crosses midnight is like any other.
	const length = (minuteOf(end) - minuteOf(start) + DAY_MINUTES) % DAY_MINUTES;
	if (length === DAY_MINUTES - 1) return Number.POSITIVE_INFINITY;
	return since <= length ? since : null;
}

function minuteOf(time: string): number {
	const [hours = 0, minutes = 0] = time.split(':').map(Number);
	return hours * 60 + minutes;
}
