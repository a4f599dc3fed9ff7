import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offsetAt, utcTime } from './schedule.ts';
import { type DailyWindow, isWithin, openMinutes, opensAt } from './window.ts';

const MINUTE = 60_000;
const utc = (start: string, end: string): DailyWindow => ({ start, end, _zone: 'UTC', _utcOffset: 0 });
const at = (time: string) => new Date(`2026-03-29T${time}Z`);

test.each([
	['08:00', '17:00', '07:59:59', false],
	['08:00', '17:00', '08:00:00', true],
	['08:00', '17:00', '17:00:59', true],
	['08:00', '17:00', '17:01:00', false],
	['22:00', '05:30', '23:59:59', true],
	['22:00', '05:30', '00:00:00', true],
	['22:00', '05:30', '05:30:30', true],
	['22:00', '05:30', '05:31:00', false],
	['22:00', '05:30', '21:59:59', false],
	['00:00', '23:59', '23:59:59', true],
])('%s to %s at %s: %s', (start, end, time, within) => {
	expect(isWithin(utc(start, end), at(time))).toBe(within);
});

test.each([
	['08:00', '17:00', '09:30:10', '2026-03-29T09:30:10.000Z'],
	['08:00', '17:00', '03:30:10', '2026-03-29T08:00:00.000Z'],
	['08:00', '17:00', '17:01:00', '2026-03-30T08:00:00.000Z'],
	['22:00', '05:30', '12:00:00', '2026-03-29T22:00:00.000Z'],
])('%s to %s opens, seen from %s, at %s', (start, end, time, opens) => {
	expect(opensAt(utc(start, end), at(time)).toISOString()).toBe(opens);
});

test.each([
	['08:00', '18:00', '08:00', 0],
	['08:00', '18:00', '17:59', 599],
	['08:00', '18:00', '18:00', 600],
	['08:00', '18:00', '18:01', null],
	['08:00', '18:00', '07:59', null],
	['22:00', '06:00', '00:30', 150],
	['22:00', '06:00', '06:00', 480],
	['22:00', '06:00', '06:01', null],
	['00:00', '23:58', '23:58', 1438],
	['00:00', '23:59', '23:59', Number.POSITIVE_INFINITY],
])('from %s to %s, at %s: open for %s minutes', (start, end, time, minutes) => {
	expect(openMinutes(utc(start, end), at(`${time}:00`))).toBe(minutes);
});

describe('a window keeps to the clock on the wall', () => {
	// 07:00 to 19:00, entered in New York in November.
	const newYork = { start: '12:00', end: '00:00', _zone: 'America/New_York', _utcOffset: -300 };

	test.each([
		['2026-11-19T11:59:00Z', false],
		['2026-11-19T12:00:00Z', true],
		['2026-11-20T00:00:00Z', true],
		['2026-11-20T00:01:00Z', false],
		['2027-07-19T10:59:00Z', false],
		['2027-07-19T11:00:00Z', true],
		['2027-07-19T23:00:00Z', true],
		['2027-07-19T23:01:00Z', false],
	])('in winter and in summer: %s %s', (instant, within) => {
		expect(isWithin(newYork, new Date(instant))).toBe(within);
	});

	test('and opens at its hour in the night in which the clocks change', () => {
		expect(opensAt(newYork, new Date('2027-03-14T02:00:00Z')).toISOString()).toBe('2027-03-14T11:00:00.000Z');
		expect(opensAt(newYork, new Date('2026-11-01T00:00:00Z')).toISOString()).toBe('2026-11-01T12:00:00.000Z');
	});

	test('and minutes that the clocks skip have not passed', () => {
		// 01:55 in Berlin; at 02:00 the clocks show 03:00.
		const early = { start: '00:55', end: '05:00', _zone: 'Europe/Berlin', _utcOffset: 60 };
		expect(openMinutes(early, new Date('2026-03-29T01:05:00Z'))).toBe(10);
		expect(openMinutes(early, new Date('2026-10-25T01:05:00Z'))).toBe(70);
	});

	test('where a zone is not known, the offset of the edit is kept', () => {
		const unknown = { ...newYork, _zone: 'Mars/Olympus' };
		expect(isWithin(unknown, new Date('2027-07-19T11:30:00Z'))).toBe(false);
		expect(opensAt(unknown, new Date('2027-07-19T11:30:00Z')).toISOString()).toBe('2027-07-19T12:00:00.000Z');
	});

	test('for every zone, time and offset', () => {
		const zones = [
			...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Havana', 'Asia/Kolkata', 'Asia/Tehran'],
			...['Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Chatham'],
		];
		const minute = fc.integer({ min: 0, max: 1439 });
		const time = (minute: number) => new Date(minute * MINUTE).toISOString().slice(11, 16);
		const instant = fc.date({
			min: new Date('2010-01-01'),
			max: new Date('2035-12-31'),
			noInvalidDate: true,
		});
		const offset = fc.integer({ min: -720, max: 840 });
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				offset,
				minute,
				minute,
				instant,
				(zone, offset, from, to, now) => {
					const stored = (wall: number) => utcTime(time(wall), offset);
					const range = { start: stored(from), end: stored(to), _zone: zone, _utcOffset: offset };
					const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'short' }).format(now);
					const inside =
						from <= to ? shown >= time(from) && shown <= time(to) : shown >= time(from) || shown <= time(to);
					expect(isWithin(range, now)).toBe(inside);
					const opens = opensAt(range, now);
					expect(opens >= now).toBe(true);
					if (offsetAt(zone, now) === offsetAt(zone, opens)) {
						expect(isWithin(range, opens)).toBe(true);
						if (!inside) expect(isWithin(range, new Date(opens.getTime() - MINUTE))).toBe(false);
					}
				},
			),
			{ numRuns: 500 },
		);
	});
});
