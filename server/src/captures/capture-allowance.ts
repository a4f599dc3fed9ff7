import { tooMany } from '../base/limits.ts';

/** What one device may send in an hour to one process. */
export interface CaptureAllowance {
	capturesPerHour: number;
	bytesPerHour: number;
}

interface Hour {
	captures: number;
	bytes: number;
	endsAt: number;
}

const HOUR_MS = 3600_000;
/** With more devices than this, expired hours are deleted when a new one begins. */
const MANY = 10_000;

/**
 * Limits a camera that is out of control, or someone with its key. Counted only in this process, because a count in the
 * database would be the most expensive part of accepting a capture.
 */
export function captureAllowance({ capturesPerHour, bytesPerHour }: CaptureAllowance) {
	const hours = new Map<string, Hour>();

	const hourOf = (deviceId: string, now: number): Hour => {
		const current = hours.get(deviceId);
		if (current && now < current.endsAt) return current;
		if (hours.size >= MANY) for (const [id, { endsAt }] of hours) if (endsAt <= now) hours.delete(id);
		const next = { captures: 0, bytes: 0, endsAt: now + HOUR_MS };
		hours.set(deviceId, next);
		return next;
	};

	/** Counts a capture before it is read, or refuses it. Its bytes are added once they are known. */
	return (deviceId: string): { add(bytes: number): void } => {
		const now = Date.now();
		const hour = hourOf(deviceId, now);
		if (hour.captures >= capturesPerHour || hour.bytes >= bytesPerHour) {
			const most =
				hour.captures >= capturesPerHour
					? `${capturesPerHour.toLocaleString('en')} captures`
					: `${Math.round(bytesPerHour / 1024 / 1024).toLocaleString('en')} MB of captures`;
			const secondsLeft = Math.ceil((hour.endsAt - now) / 1000);
			throw tooMany(`This device has sent ${most} within an hour, which is the most it may.`, secondsLeft);
		}
		hour.captures += 1;
		return {
			add(bytes) {
				hour.bytes += bytes;
			},
		};
	};
}
