import { SAME_CAPTURE_WINDOW, SAME_LIGHT_WINDOW } from '@watchword/contract/constants';
import type { Device, DeviceEdit } from '@watchword/contract/device';
import { offsetAt, utcTime } from '@watchword/contract/schedule';
import { type LocalClock, timeHere } from '../../lib/time.ts';

const TIMES = [
	'capture_window_start',
	'capture_window_end',
	'light_window_start',
	'light_window_end',
] as const;

/** The settings as they are typed: the times are those of the customer's clock. */
export type DeviceForm = Omit<DeviceEdit, '_zone' | '_utcOffset'>;

/** A name from earlier may have several lines, which a field does not show. */
export const formOf = (device: Device, clock: LocalClock): DeviceForm => ({
	desc: device.desc.replace(/\p{Cc}+/gu, ' '),
	...timesOf(device, (time) => timeHere(time, device, clock)),
});

/** The request that saves the form. Unchanged times keep the zone they were entered in. */
export function editOf(form: DeviceForm, device: Device, clock: LocalClock) {
	const shown = formOf(device, clock);
	const untouched = TIMES.every((name) => form[name] === shown[name]);
	const { _zone, _utcOffset } = untouched
		? device
		: { _zone: clock.zone, _utcOffset: offsetAt(clock.zone, clock.now) };
	return {
		desc: form.desc.trim(),
		...(untouched ? timesOf(device, (time) => time) : timesOf(form, (time) => utcTime(time, _utcOffset))),
		_zone,
		_utcOffset,
	};
}

export interface Problems {
	capture?: string | undefined;
	light?: string | undefined;
}

export function problemsOf(form: DeviceForm): Problems {
	return {
		capture: windowProblem(form.capture_window_start, form.capture_window_end, SAME_CAPTURE_WINDOW),
		light: windowProblem(form.light_window_start, form.light_window_end, SAME_LIGHT_WINDOW),
	};
}

function windowProblem(start: string, end: string, same: string): string | undefined {
	// A time field that is not filled in has an empty value.
	if (start === '' || end === '') return 'Enter both times.';
	return start === end ? same : undefined;
}

function timesOf(from: DeviceForm, convert: (time: string) => string) {
	return Object.fromEntries(TIMES.map((name) => [name, convert(from[name])])) as Omit<DeviceForm, 'desc'>;
}
