import type { Device, DeviceHealth } from '@watchword/contract/device';
import { captureWindow, isWithin } from '@watchword/contract/window';

const HOUR_MS = 3_600_000;

export interface Hour {
	/** When it begins, in milliseconds. */
	start: number;
	captures: number;
	/** The device should have sent something in it. */
	expected: boolean;
}

type Watched = Pick<
	Device,
	'capture_window_start' | 'capture_window_end' | '_zone' | '_utcOffset' | 'connection'
>;

/**
 * The last 24 hours of a device, oldest first. Pictures are expected in hours whose middle is in the capture window, since the
 * device was added. A camera that sends mail, and a folder that another program fills, only send when there is something new,
 * so nothing is expected of them; nor if pictures are older than the device, which do not say how often it sends.
 */
export function hoursOf(device: Watched, { captures, created_at }: DeviceHealth, now: number): Hour[] {
	const range = captureWindow(device);
	const added = Date.parse(created_at);
	const startOf = (index: number) => now - (captures.length - index) * HOUR_MS;
	const hasOlder = captures.some((count, index) => count > 0 && startOf(index + 1) <= added);
	const isRegular = !isIrregular(device.connection) && !hasOlder;
	return captures.map((count, index) => {
		const start = startOf(index);
		const middle = start + HOUR_MS / 2;
		const expected = isRegular && middle >= added && isWithin(range, new Date(middle));
		return { start, captures: count, expected };
	});
}

const isIrregular = (connection: Device['connection']) =>
	connection === 'mail' || connection === 'folder' || connection === 'frigate';

/** "Pictures in 22 of 24 hours, about 118 an hour". */
export function healthInWords(hours: Hour[]): string {
	const active = hours.filter(({ captures }) => captures > 0);
	const total = active.reduce((sum, { captures }) => sum + captures, 0);
	if (total === 0) return 'No pictures in the last day';
	const rate = total / active.length;
	const perHour = rate < 1.5 ? 'about one an hour' : `about ${Math.round(rate)} an hour`;
	const expected = hours.filter((hour) => hour.expected || hour.captures > 0).length;
	const isExpected = hours.some((hour) => hour.expected);
	if (!isExpected) return `${total === 1 ? 'One picture' : `${total} pictures`} in the last day`;
	const share =
		expected === 1
			? 'Pictures in the last hour'
			: active.length === expected
				? `Pictures in each of the last ${expected} hours`
				: `Pictures in ${active.length} of ${expected} hours`;
	return `${share}, ${perHour}`;
}
