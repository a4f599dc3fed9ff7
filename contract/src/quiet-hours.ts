import { latestFire, nextFire } from './schedule.ts';

/** Hours of the day in the local time of a zone. They may cross midnight. */
export interface QuietHours {
	start: string;
	end: string;
	zone: string;
}

/** When the quiet hours around an instant end; null if it is outside them. They follow the wall clock all year. */
export function quietUntil({ start, end, zone }: QuietHours, now: Date): Date | null {
	const began = latestFire([start], zone, 0, now);
	const ended = latestFire([end], zone, 0, now);
	if (!began || (ended && ended >= began)) return null;
	return nextFire([end], zone, 0, now);
}
