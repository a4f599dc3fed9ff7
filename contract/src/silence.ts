import type { Device } from './device.ts';
import { captureWindow, openMinutes } from './window.ts';

/** A camera that sends nothing for longer than this, while it should, is silent. */
export const SILENT_AFTER_MINUTES = 15;

type Watched = Pick<
	Device,
	'capture_window_start' | 'capture_window_end' | '_zone' | '_utcOffset' | 'last_seen_at' | 'connection'
>;

/**
 * For how many minutes a camera has been silent although it should have sent something, or null if all is well. Time outside
 * its capture window does not count. A camera that sends mail does so only when it sees something, so it is never silent. The
 * portal and the server's mails use this one rule.
 */
export function silentMinutes(device: Watched, now: number): number | null {
	if (device.last_seen_at === null || device.connection === 'mail') return null;
	const open = openMinutes(captureWindow(device), new Date(now));
	if (open === null) return null;
	const minutes = Math.floor(Math.min((now - Date.parse(device.last_seen_at)) / 60_000, open));
	return minutes > SILENT_AFTER_MINUTES ? minutes : null;
}

/** "40 minutes", "3 hours". Always plural. */
export const durationInWords = (minutes: number) => {
	const hours = Math.floor(minutes / 60);
	if (hours < 1) return `${minutes} minutes`;
	return hours === 1 ? 'an hour' : `${hours} hours`;
};
