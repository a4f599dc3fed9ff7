import { type Device, deviceEdit } from '@watchword/contract/device';
import { expect, test } from 'vitest';
import { editOf, formOf, problemsOf } from './edit.ts';

const STORED = {
	desc: 'Front gate',
	capture_window_start: '22:30',
	capture_window_end: '05:00',
	light_window_start: '18:00',
	light_window_end: '06:00',
	_zone: 'Africa/Johannesburg',
	_utcOffset: 120,
};
const device: Device = {
	...STORED,
	id: 'a'.repeat(20),
	last_image_path: null,
	automations: [],
	last_captured_at: null,
	last_seen_at: null,
	last_image_problem: null,
	zones: [],
	removed_zones: [],
	mail_address: 'a'.repeat(24),
	connection: null,
	problem: null,
	problem_since: null,
};

const johannesburg = { zone: 'Africa/Johannesburg', now: new Date('2026-11-19T12:00Z') };

test('a device with a name of several lines can be saved', () => {
	const lines = { ...device, desc: 'Front\r\ngate' };
	const edit = editOf(formOf(lines, johannesburg), lines, johannesburg);
	expect(deviceEdit.parse(edit).desc).toBe('Front gate');
});

test('the form shows local times and returns UTC', () => {
	const form = formOf(device, johannesburg);
	expect(form).toEqual({
		desc: 'Front gate',
		capture_window_start: '00:30',
		capture_window_end: '07:00',
		light_window_start: '20:00',
		light_window_end: '08:00',
	});
	expect(editOf({ ...form, desc: ' Front gate ' }, device, johannesburg)).toEqual(STORED);
});

const day = { capture_window_start: '12:00', capture_window_end: '00:00' };
const newYork = { ...device, ...day, _zone: 'America/New_York', _utcOffset: -300 };
const november = { zone: 'America/New_York', now: new Date('2026-11-19T12:00Z') };
const july = { zone: 'America/New_York', now: new Date('2027-07-19T12:00Z') };

test('windows saved in winter show the same in summer', () => {
	for (const clock of [november, july])
		expect(formOf(newYork, clock)).toMatchObject({
			...{ capture_window_start: '07:00', capture_window_end: '19:00' },
			...{ light_window_start: '13:00', light_window_end: '01:00' },
		});
});

test('saving only the name leaves times, zone and offset as they are, also in another zone', () => {
	for (const clock of [november, july, johannesburg]) {
		const edit = editOf({ ...formOf(newYork, clock), desc: 'Yard' }, newYork, clock);
		expect(edit).toMatchObject({ ...day, _zone: 'America/New_York', _utcOffset: -300, desc: 'Yard' });
	}
});

test('a change of one time saves all of them in the zone and season of the edit', () => {
	const later = { ...formOf(newYork, july), capture_window_start: '08:00' };
	const edit = editOf(later, newYork, july);
	expect(edit).toMatchObject({
		...{ capture_window_start: '12:00', capture_window_end: '23:00' },
		...{
			light_window_start: '17:00',
			light_window_end: '05:00',
			_zone: 'America/New_York',
			_utcOffset: -240,
		},
	});
	expect(formOf({ ...newYork, ...edit }, november)).toEqual(later);
});

test('in another zone they are shown as its clocks show them next', () => {
	const sydney = { zone: 'Australia/Sydney', now: new Date('2026-11-19T12:00Z') };
	expect(formOf(newYork, sydney)).toMatchObject({
		capture_window_start: '23:00',
		capture_window_end: '11:00',
	});
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
