import { SAME_CAPTURE_WINDOW, SAME_LIGHT_WINDOW } from '@watchword/contract/constants';
import type { Device, DeviceEdit } from '@watchword/contract/device';
import { localTime, utcTime } from '../../lib/time.ts';

const TIMES = [
	'capture_window_start',
	'capture_window_end',
	'light_window_start',
	'light_window_end',
] as const;

/** The device's settings for the form, with local times. A name from earlier may have several lines, which a field does not show. */
export const formOf = (device: Device): DeviceEdit => ({
	desc: device.desc.replace(/\p{Cc}+/gu, ' '),
	...timesOf(device, localTime),
});

/** The form for the request, with UTC times. */
export const editOf = (form: DeviceEdit): DeviceEdit => ({
	desc: form.desc.trim(),
	...timesOf(form, utcTime),
});

export interface Problems {
	capture?: string | undefined;
	light?: string | undefined;
}

export function problemsOf(form: DeviceEdit): Problems {
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

function timesOf(from: DeviceEdit, convert: (time: string) => string) {
	return Object.fromEntries(TIMES.map((name) => [name, convert(from[name])])) as Omit<DeviceEdit, 'desc'>;
}
