import type { Device } from '@watchword/contract/device';
import { openFor } from './time.ts';

const LONG_MINUTES = 15;

/**
 * For how many minutes a camera has said nothing although it should have, or null where all is well. Outside its
 * capture window it owes us nothing, and the silence of the night does not count against it in the morning.
 */
export function silentMinutes(device: Device, now: number): number | null {
	if (device.last_seen_at === null) return null;
	const time = new Date(now).toISOString().slice(11, 16);
	const open = openFor(device.capture_window_start, device.capture_window_end, time);
	if (open === null) return null;
	const minutes = Math.floor(Math.min((now - Date.parse(device.last_seen_at)) / 60_000, open));
	return minutes > LONG_MINUTES ? minutes : null;
}

/** "40 minutes", "3 hours". Both are more than one. */
export const durationInWords = (minutes: number) => {
	const hours = Math.floor(minutes / 60);
	if (hours < 1) return `${minutes} minutes`;
	return hours === 1 ? 'an hour' : `${hours} hours`;
};
