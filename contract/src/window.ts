import { isZone, localTime, nextFire, offsetAt } from './schedule.ts';

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/**
 * A part of every day, which may cross midnight. Like the times of a schedule, it is stored in UTC with the zone in which it was
 * entered and the offset at that moment, and follows the clock on the wall there.
 */
export interface DailyWindow {
	start: string;
	end: string;
	_zone: string;
	_utcOffset: number;
}

type Windows<Name extends string> = Record<`${Name}_window_${'start' | 'end'}`, string> &
	Pick<DailyWindow, '_zone' | '_utcOffset'>;

/** The window of a device, or of the settings that its camera gets. */
export const captureWindow = (device: Windows<'capture'>): DailyWindow => ({
	start: device.capture_window_start,
	end: device.capture_window_end,
	_zone: device._zone,
	_utcOffset: device._utcOffset,
});

export const lightWindow = (device: Windows<'light'>): DailyWindow => ({
	start: device.light_window_start,
	end: device.light_window_end,
	_zone: device._zone,
	_utcOffset: device._utcOffset,
});

/** A phone that does not know a new zone keeps the offset of the edit. */
const offsetIn = ({ _zone, _utcOffset }: DailyWindow, at: number) =>
	isZone(_zone) ? offsetAt(_zone, at) : _utcOffset;

/** The minute of the day that the clock on the wall shows. */
const wallMinute = (window: DailyWindow, at: number) =>
	modulo(Math.floor(at / MINUTE_MS) + offsetIn(window, at), DAY_MINUTES);

/** The last minute belongs to the window, so that 00:00 to 23:59 is the whole day. */
export const isWithin = (window: DailyWindow, at: Date) =>
	minutesSince(window, at.getTime()) <= lengthOf(window);

/** When the window opens next; now if it is open. */
export function opensAt(window: DailyWindow, at: Date): Date {
	if (isWithin(window, at)) return at;
	const now = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
	const opening = now + (DAY_MINUTES - minutesSince(window, now)) * MINUTE_MS;
	if (offsetIn(window, opening) === offsetIn(window, now)) return new Date(opening);
	// The clocks change before it opens.
	return nextFire([window.start], window._zone, window._utcOffset, at) ?? new Date(opening);
}

/** How many minutes the window has been open at a moment, or null while it is closed. The whole day never closes. */
export function openMinutes(window: DailyWindow, at: Date): number | null {
	if (!isWithin(window, at)) return null;
	if (lengthOf(window) === DAY_MINUTES - 1) return Number.POSITIVE_INFINITY;
	const now = at.getTime();
	const onTheWall = minutesSince(window, now);
	// If the clocks changed since it opened, the clock on the wall shows more or fewer minutes than have passed.
	const change = offsetIn(window, now) - offsetIn(window, now - onTheWall * MINUTE_MS);
	return Math.max(0, onTheWall - change);
}

/** Minutes from the start to a moment by the clock on the wall. Counting from the start, a window that crosses midnight is like any other. */
const minutesSince = (window: DailyWindow, at: number) =>
	modulo(wallMinute(window, at) - minuteOf(localTime(window.start, window._utcOffset)), DAY_MINUTES);

const lengthOf = ({ start, end }: DailyWindow) => modulo(minuteOf(end) - minuteOf(start), DAY_MINUTES);

const modulo = (value: number, by: number) => ((value % by) + by) % by;

function minuteOf(time: string): number {
	const [hours = 0, minutes = 0] = time.split(':').map(Number);
	return hours * 60 + minutes;
}
