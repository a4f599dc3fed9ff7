/**
 * Daily times that keep their wall-clock time. They are stored in UTC with the zone they were entered in and its offset at that
 * moment: stored time plus offset is what the customer typed, and the local time at which it fires, in summer and in winter.
 * Pure and without packages, so that server and portal use the same code.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs a thousand times as much as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
	let format = formats.get(zone);
	if (!format) {
		format = new Intl.DateTimeFormat('en-US', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
		});
		formats.set(zone, format);
	}
	return format;
}

/** A name of the IANA database. Offsets such as +02:00 are refused: they have no daylight saving. */
export function isZone(zone: string): boolean {
	if (!/^[A-Za-z][\w+/-]{0,63}$/.test(zone)) return false;
	try {
		formatOf(zone);
		return true;
	} catch {
		return false;
	}
}

/** Minutes east of UTC in a zone at an instant. */
export function offsetAt(zone: string, instant: Date | number): number {
	const at = Math.floor(Number(instant) / MINUTE) * MINUTE;
	return (wallAt(zone, at) - at) / MINUTE;
}

/** The local date and time of the zone at an instant, as if it were UTC. */
function wallAt(zone: string, instant: number): number {
	const [month, day, year, hour, minute] = formatOf(zone).format(instant).match(/\d+/g)?.map(Number) ?? [];
	return Date.UTC(Number(year), Number(month) - 1, day, hour, minute);
}

/** The wall-clock time of a stored one. */
export const localTime = (utc: string, offset: number) => shifted(utc, offset);

/** The stored form of a wall-clock time. */
export const utcTime = (local: string, offset: number) => shifted(local, -offset);

function shifted(time: string, minutes: number): string {
	const total = (((minutesOf(time) + minutes) % 1440) + 1440) % 1440;
	return `${pad(Math.floor(total / 60))}:${pad(total % 60)}`;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const pad = (value: number) => String(value).padStart(2, '0');

/**
 * Every instant after `from`, up to and including `to`, at which the schedule fires: each time once on each local day. A time
 * that the clocks skip fires right after the jump; one that occurs twice fires the first time. Times that fall on one instant
 * this way fire once. Adjacent ranges neither share nor lose an instant.
 */
export function fireTimesBetween(
	schedule: readonly string[],
	zone: string,
	offset: number,
	from: Date,
	to: Date,
): Date[] {
	const [after, until] = [from.getTime(), to.getTime()];
	if (!(after < until)) return [];
	const walls = schedule.map((time) => minutesOf(localTime(time, offset)) * MINUTE);
	const fires = new Set<number>();
	// A day more on both sides covers every offset and every jump.
	const last = startOfDay(wallAt(zone, until)) + DAY;
	for (let day = startOfDay(wallAt(zone, after)) - DAY; day <= last; day += DAY) {
		for (const instant of instantsOf(zone, day, walls)) {
			if (instant > after && instant <= until) fires.add(instant);
		}
	}
	return [...fires].sort((a, b) => a - b).map((instant) => new Date(instant));
}

/** The first fire after an instant. Null only for an empty schedule. */
export function nextFire(
	schedule: readonly string[],
	zone: string,
	offset: number,
	after: Date,
): Date | null {
	// Three days always contain one, even if a zone skips a whole date.
	const until = new Date(after.getTime() + 3 * DAY);
	return fireTimesBetween(schedule, zone, offset, after, until)[0] ?? null;
}

/** The last fire up to and including an instant. Null only for an empty schedule. */
export function latestFire(
	schedule: readonly string[],
	zone: string,
	offset: number,
	until: Date,
): Date | null {
	const after = new Date(until.getTime() - 3 * DAY);
	return fireTimesBetween(schedule, zone, offset, after, until).at(-1) ?? null;
}

const startOfDay = (wall: number) => Math.floor(wall / DAY) * DAY;

/** When a zone's clocks show these times of one calendar day. */
function instantsOf(zone: string, day: number, walls: number[]): number[] {
	const before = offsetAt(zone, day - DAY) * MINUTE;
	const after = offsetAt(zone, day + 2 * DAY) * MINUTE;
	// On nearly all days the offset does not change.
	if (before === after) return walls.map((wall) => day + wall - before);
	return walls.flatMap((wall) => instantAtChange(zone, day, day + wall, before, after) ?? []);
}

function instantAtChange(
	zone: string,
	day: number,
	wall: number,
	before: number,
	after: number,
): number | null {
	const shown = [wall - before, wall - after].filter((instant) => wallAt(zone, instant) === wall);
	if (shown.length > 0) return Math.min(...shown);
	const jump = changeBetween(zone, wall - after, wall - before);
	// A zone that crosses the date line can skip a whole date: nothing fires on that day.
	const jumpedFrom = startOfDay(wallAt(zone, jump - MINUTE));
	const jumpedTo = startOfDay(wallAt(zone, jump));
	return jumpedFrom < day && jumpedTo > day ? null : jump;
}

/** The instant at which the offset changes, which is after `low` and not after `high`. */
function changeBetween(zone: string, low: number, high: number): number {
	const offset = offsetAt(zone, low);
	let [from, to] = [low, high];
	while (to - from > MINUTE) {
		const middle = from + Math.floor((to - from) / 2 / MINUTE) * MINUTE;
		if (offsetAt(zone, middle) === offset) from = middle;
		else to = middle;
	}
	return to;
}
