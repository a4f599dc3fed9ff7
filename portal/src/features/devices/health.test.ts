import { expect, test } from 'vitest';
import { healthInWords, hoursOf } from './health.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const device = {
	capture_window_start: '00:00',
	capture_window_end: '23:59',
	_zone: 'UTC',
	_utcOffset: 0,
	connection: null,
} as const;
const captures = (change: Record<number, number> = {}, all = 0) =>
	Array.from({ length: 24 }, (_, hour) => change[hour] ?? all);
const health = (counts: number[], created_at = '2026-01-01T00:00:00Z') => ({
	id: 'a'.repeat(20),
	created_at,
	captures: counts,
});
const words = (counts: number[], change = {}, created?: string) =>
	healthInWords(hoursOf({ ...device, ...change }, health(counts, created), NOW));

test('says in how many of the expected hours pictures came, and how many an hour', () => {
	expect(words(captures({}, 120))).toBe('Pictures in each of the last 24 hours, about 120 an hour');
	expect(words(captures({ 3: 0, 4: 0 }, 6))).toBe('Pictures in 22 of 24 hours, about 6 an hour');
	expect(words(captures({ 23: 1 }))).toBe('Pictures in 1 of 24 hours, about one an hour');
	expect(words(captures())).toBe('No pictures in the last day');
});

test('hours outside the capture window and before the device was there do not count', () => {
	const morning = { capture_window_start: '06:00', capture_window_end: '12:00' };
	const hours = hoursOf({ ...device, ...morning }, health(captures({ 23: 2 })), NOW);
	expect(hours.filter(({ expected }) => expected)).toHaveLength(6);
	expect(words(captures({ 23: 2 }), morning)).toBe('Pictures in 1 of 6 hours, about 2 an hour');
	expect(words(captures({ 23: 4 }), {}, '2026-11-16T11:20:00Z')).toBe(
		'Pictures in the last hour, about 4 an hour',
	);
});

test('pictures from before the device was added do not say how often it sends', () => {
	expect(words(captures({ 3: 1, 9: 1, 23: 1 }), {}, '2026-11-16T11:20:00Z')).toBe(
		'3 pictures in the last day',
	);
});

test('nothing is expected of a camera that mails or of a folder', () => {
	expect(words(captures({ 2: 1, 9: 3 }), { connection: 'mail' })).toBe('4 pictures in the last day');
	expect(words(captures({ 9: 1 }), { connection: 'mail' })).toBe('One picture in the last day');
	expect(words(captures({ 9: 1 }), { connection: 'folder' })).toBe('One picture in the last day');
});
