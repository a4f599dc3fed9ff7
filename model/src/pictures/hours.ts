import type { Hours } from '@watchword/contract/condition';
import { DAY_NAMES, inZone } from '@watchword/contract/day-rule';

/** When a picture was taken, and the zone of its wall clock. */
export interface Clock {
	now: Date;
	zone: string;
}

type Span = readonly [from: number, to: number];
const HOUR = 60;
/** The hours that certainly belong to a part of the day, and those that may, because people disagree. In minutes since midnight. */
const DAY_PARTS: Record<string, { sure: Span; perhaps: Span }> = {
	night: { sure: [22 * HOUR, 5 * HOUR], perhaps: [17 * HOUR, 9 * HOUR] },
	day: { sure: [9 * HOUR, 16 * HOUR], perhaps: [6 * HOUR, 21 * HOUR] },
	morning: { sure: [6 * HOUR, 11 * HOUR], perhaps: [4 * HOUR, 12 * HOUR] },
	afternoon: { sure: [13 * HOUR, 17 * HOUR], perhaps: [12 * HOUR, 18 * HOUR] },
	evening: { sure: [18 * HOUR, 21 * HOUR], perhaps: [17 * HOUR, 23 * HOUR] },
};

/** Whether the clock is within the hours; null if that is not certain. Without a clock, a picture is from the named part of the day. */
export function isWithin({ time, days }: Hours, clock: Clock | null): boolean | null {
	if (!clock) return typeof time === 'string' && days.length === 0 ? true : null;
	const options = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
	const [day = '', at = ''] = inZone(clock.now, clock.zone, 'en-GB', options).split(/[ ,]+/);
	if (days.length > 0 && !days.includes(DAY_NAMES.indexOf(day))) return false;
	if (time === null) return true;
	const minutes = minutesOf(at);
	if (typeof time !== 'string') return contains([minutesOf(time.from), minutesOf(time.to)], minutes);
	const part = DAY_PARTS[time];
	if (part && contains(part.sure, minutes)) return true;
	return part && !contains(part.perhaps, minutes) ? false : null;
}

const minutesOf = (time: string) => {
	const [hours = 0, minutes = 0] = time.split(':').map(Number);
	return hours * HOUR + minutes;
};

const contains = ([from, to]: Span, minutes: number) =>
	from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
