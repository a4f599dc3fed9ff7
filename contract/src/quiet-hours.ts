import { latestFire, nextFire } from './schedule.ts';

/** Hours of the day as the clock on the wall of a zone shows them. They may cross midnight. */
export interface QuietHours {
	start: string;
	end: string;
	zone: string;
}

/** When the quiet hours end in which an instant lies; null where it lies in none. They keep to the wall clock all year. */
export function quietUntil({ start, end, zone }: QuietHours, now: Date): Date | null {
	const began = latestFire([start], zone, 0, now);
	const ended = latestFire([end], zone, 0, now);
	if (!began || (ended && ended >= began)) return null;
	return nextFire([end], zone, 0, now);
}
