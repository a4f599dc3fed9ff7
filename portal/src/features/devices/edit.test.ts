import { type Device, type DeviceEdit, deviceEdit } from '@watchword/contract/device';
import { afterEach, expect, test } from 'vitest';
import { chooseZone } from '../../lib/time.ts';
import { editOf, formOf, problemsOf } from './edit.ts';

const STORED: DeviceEdit = {
	desc: 'Front gate',
	capture_window_start: '22:30',
	capture_window_end: '05:00',
	light_window_start: '18:00',
	light_window_end: '06:00',
};
const device: Device = {
	...STORED,
	id: 'a'.repeat(20),
	last_image_path: null,
	automations: [],
	last_seen_at: null,
	last_image_problem: null,
	zones: [],
	removed_zones: [],
	mail_address: 'a'.repeat(24),
	connection: null,
	problem: null,
	problem_since: null,
};

afterEach(() => chooseZone(null));

test('a device with a name of several lines can be saved', () => {
	expect(deviceEdit.parse(editOf(formOf({ ...device, desc: 'Front\r\ngate' }))).desc).toBe('Front gate');
});

test('the form shows local times and returns UTC', () => {
	chooseZone('Africa/Johannesburg');
	const form = formOf(device);
	expect(form).toEqual({
		desc: 'Front gate',
		capture_window_start: '00:30',
		capture_window_end: '07:00',
		light_window_start: '20:00',
		light_window_end: '08:00',
	});
	expect(editOf({ ...form, desc: ' Front gate ' })).toEqual(STORED);
});

test('a window needs two times, and two different ones', () => {
	expect(problemsOf(STORED)).toEqual({ capture: undefined, light: undefined });
	expect(problemsOf({ ...STORED, capture_window_end: '22:30', light_window_end: '18:00' })).toEqual({
		capture: 'Capture window start cannot be the same as capture window end.',
		light: 'Flashlight window start cannot be the same as capture window end.',
	});
	expect(problemsOf({ ...STORED, light_window_start: '' }).light).toBe('Enter both times.');
	expect(problemsOf({ ...STORED, capture_window_start: '', capture_window_end: '' }).capture).toBe(
		'Enter both times.',
	);
});
