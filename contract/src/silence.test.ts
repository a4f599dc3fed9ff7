import { expect, test } from 'vitest';
import type { Device } from './device.ts';
import { durationInWords, silentMinutes } from './silence.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

const device = (from: string, to: string, seen: string | null): Device => ({
	id: 'a'.repeat(20),
	desc: '',
	capture_window_start: from,
	capture_window_end: to,
	light_window_start: '18:00',
	light_window_end: '06:00',
	_zone: 'UTC',
	_utcOffset: 0,
	last_image_path: null,
	automations: [],
	last_captured_at: seen,
	last_seen_at: seen,
	last_image_problem: null,
	zones: [],
	removed_zones: [],
	mail_address: 'a'.repeat(24),
	connection: null,
	problem: null,
	problem_since: null,
});

test.each<[string, string, string | null, number | null, string]>([
	['08:00', '18:00', '2026-03-10T11:59:00Z', null, 'spoke a minute ago'],
	['08:00', '18:00', '2026-03-10T11:45:00Z', null, 'exactly fifteen minutes are not long yet'],
	['08:00', '18:00', '2026-03-10T11:44:00Z', 16, 'sixteen are'],
	['08:00', '18:00', '2026-03-09T17:59:00Z', 240, 'the night does not count: silent since the window opened'],
	['11:50', '18:00', '2026-03-09T17:59:00Z', null, 'the window has just opened'],
	['13:00', '18:00', '2026-03-10T01:00:00Z', null, 'not its time yet'],
	['08:00', '11:59', '2026-03-10T01:00:00Z', null, 'not its time any more'],
	['08:00', '12:00', '2026-03-10T01:00:00Z', 240, 'the last minute of its time'],
	['22:00', '06:00', '2026-03-10T01:00:00Z', null, 'a night camera at noon'],
	['20:00', '13:00', '2026-03-10T10:00:00Z', 120, 'a window across midnight that is open'],
	['11:00', '10:00', '2026-03-01T00:00:00Z', 60, 'nearly the whole day, opened an hour ago'],
	['08:00', '18:00', null, null, 'never seen: there is no camera yet'],
	['08:00', '18:00', '2026-03-10T12:05:00Z', null, 'seen by a clock ahead of ours'],
])('from %s to %s, last seen %s: %s (%s)', (from, to, seen, minutes) => {
	expect(silentMinutes(device(from, to, seen), NOON)).toBe(minutes);
});

test('just after midnight, in a window that crosses it', () => {
	const camera = device('22:00', '06:00', '2026-03-09T23:00:00Z');
	expect(silentMinutes(camera, Date.parse('2026-03-10T00:10:00Z'))).toBe(70);
});

test.each(['2026-03-09T23:59:30Z', '2026-03-10T00:00:00Z'])(
	'the whole day has no beginning and no end: %s',
	(now) => {
		const camera = device('00:00', '23:59', '2026-03-09T12:00:00Z');
		expect(silentMinutes(camera, Date.parse(now))).toBeGreaterThan(700);
		const elsewhere = device('23:00', '22:59', '2026-03-09T12:00:00Z');
		expect(silentMinutes(elsewhere, Date.parse(now))).toBeGreaterThan(700);
	},
);

test.each([
	[16, '16 minutes'],
	[59, '59 minutes'],
	[60, 'an hour'],
	[119, 'an hour'],
	[120, '2 hours'],
])('%i minutes are %j', (minutes, words) => {
	expect(durationInWords(minutes)).toBe(words);
});
