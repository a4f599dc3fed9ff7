import { offsetAt } from './schedule.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_MS = 24 * 3600_000;

/** A time of day in a zone, with the date if it is not today: "14:02", "Mon 14:02", "3 May 14:02". */
export function clockTime(at: Date, zone: string, now: Date): string {
	const wall = wallClock(at, zone);
	const time = wall.toISOString().slice(11, 16);
	if (wall.toISOString().slice(0, 10) === wallClock(now, zone).toISOString().slice(0, 10)) return time;
	const isNear = Math.abs(at.getTime() - now.getTime()) < 6 * DAY_MS;
	const day = isNear ? DAYS[wall.getUTCDay()] : `${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]}`;
	return `${day} ${time}`;
}

/** The local date and time of a zone, as if it were UTC. */
export const wallClock = (at: Date, zone: string) => new Date(at.getTime() + offsetAt(zone, at) * 60_000);
