import type { DeviceSettings } from '@watchword/contract/device';
import { expect, test } from 'vitest';
import { timeOfDay } from '../../lib/time.ts';
import { describe, mayCapture, mayUseLight, type Situation } from './camera-words.ts';

const settings: DeviceSettings = {
	desc: 'Gate',
	capture_window_start: '20:00',
	capture_window_end: '05:00',
	light_window_start: '22:00',
	light_window_end: '04:00',
	_zone: 'UTC',
	_utcOffset: 0,
	burst: 1,
	serverTime: '2026-05-12T21:00:00.000Z',
};
const at = (time: string) => new Date(`2026-05-12T${time}Z`);
const watching: Situation = { webcam: 'on', settings, now: at('21:00:00'), unreachable: false };
const title = (change: Partial<Situation>) =>
	describe({ ...watching, ...change }, 'Africa/Johannesburg').title;

test('every state has its words', () => {
	expect(title({})).toBe('Watching');
	expect(title({ webcam: 'asking' })).toBe('Waiting for the camera');
	expect(title({ webcam: 'blocked' })).toBe('The camera is blocked');
	expect(title({ webcam: 'missing' })).toBe('No camera found');
	expect(title({ webcam: 'busy' })).toBe('The camera is in use');
	expect(title({ unreachable: true })).toBe('Not connected');
	expect(title({ settings: null })).toBe('Starting');
	expect(title({ settings: null, unreachable: true })).toBe('Not connected');
	expect(title({ webcam: null })).toBe('Ready for single photos');
});

test('outside the window it says until when, in local time', () => {
	expect(describe({ ...watching, webcam: 'off', now: at('12:00:00') }, 'Africa/Johannesburg')).toEqual({
		tone: 'resting',
		title: `Resting until ${timeOfDay('22:00')}`,
		detail: `This camera captures between ${timeOfDay('22:00')} and ${timeOfDay('07:00')}.`,
	});
});

test('it captures only within the window, and not before the window is known', () => {
	expect(mayCapture({ settings, now: at('03:00:00') })).toBe(true);
	expect(mayCapture({ settings, now: at('06:00:00') })).toBe(false);
	expect(mayCapture({ settings: null, now: at('03:00:00') })).toBe(false);
	expect(mayUseLight(settings, at('23:00:00'))).toBe(true);
	expect(mayUseLight(settings, at('21:00:00'))).toBe(false);
});

test('its times are those of the clock on the wall, in winter and in summer', () => {
	// 07:00 to 19:00, entered in New York in November.
	const newYork = {
		...{ ...settings, capture_window_start: '12:00', capture_window_end: '00:00' },
		...{ _zone: 'America/New_York', _utcOffset: -300 },
	};
	for (const now of [new Date('2026-11-20T06:00:00Z'), new Date('2027-07-19T06:00:00Z')]) {
		expect(mayCapture({ settings: newYork, now })).toBe(false);
		const said = describe({ ...watching, settings: newYork, now }, 'America/New_York');
		expect(said.detail).toBe(`This camera captures between ${timeOfDay('07:00')} and ${timeOfDay('19:00')}.`);
	}
	expect(mayCapture({ settings: newYork, now: new Date('2027-07-19T11:30:00Z') })).toBe(true);
});
