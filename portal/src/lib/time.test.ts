import { openFor } from '@watchword/contract/window';
import { afterEach, describe, expect, test } from 'vitest';
import {
	chooseZone,
	crossesMidnight,
	dayOf,
	exactTime,
	localTime,
	timeInWords,
	utcTime,
	waitInWords,
} from './time.ts';

test.each([
	[0, 'just now'],
	[-59, 'just now'],
	[-60, '1 minute ago'],
	[-200, '3 minutes ago'],
	[-3_600, '1 hour ago'],
	[-86_400, '1 day ago'],
	// It may well be the day before yesterday.
	[-2 * 86_400 + 1, '1 day ago'],
	[-2 * 86_400, '2 days ago'],
	[-604_800, '1 week ago'],
	[-3 * 604_800, '3 weeks ago'],
	[-2_592_000, '1 month ago'],
	[-31_536_000, '1 year ago'],
	[7_200, 'in 2 hours'],
	[86_400, 'in 1 day'],
])('%i seconds from now is %j', (seconds, words) => {
	expect(timeInWords(1_800_000_000 + seconds, 1_800_000_000)).toBe(words);
});

test.each([
	[0, 'in 1 second'],
	[40, 'in 40 seconds'],
	[60, 'in 1 minute'],
	[61, 'in 2 minutes'],
	[900, 'in 15 minutes'],
])('a wait of %i seconds is %j', (seconds, words) => {
	expect(waitInWords(seconds)).toBe(words);
});

test.each([
	['12:00', 0, '12:00'],
	['22:30', -120, '00:30'],
	['01:00', 300, '20:00'],
	['18:45', -345, '00:30'],
	['00:00', 720, '12:00'],
	['23:59', -840, '13:59'],
])('%s in UTC is, with an offset of %i, %s here', (utc, offset, local) => {
	expect(localTime(utc, offset)).toBe(local);
	expect(utcTime(local, offset)).toBe(utc);
});

const EVERY_MINUTE = Array.from({ length: 24 * 60 }, (_, minute) =>
	[Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'),
);
const MANY = EVERY_MINUTE.filter((_, minute) => minute % 37 === 0);

test('converting a time there and back gives the same time, for every minute in every zone', () => {
	for (let offset = -14 * 60; offset <= 12 * 60; offset += 15) {
		const there = EVERY_MINUTE.map((time) => localTime(time, offset));
		expect(there.map((time) => utcTime(time, offset))).toEqual(EVERY_MINUTE);
		expect(new Set(there).size).toBe(EVERY_MINUTE.length);
		expect(there.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))).toBe(true);
	}
});

test('a window is as long, and open as long, in every zone', () => {
	for (const offset of [-840, -345, -60, 0, 210, 720]) {
		const times = MANY.map((utc) => ({ utc, local: localTime(utc, offset) }));
		const differ = times.flatMap((start) =>
			times.flatMap((end) =>
				times.filter(
					(time) => openFor(start.local, end.local, time.local) !== openFor(start.utc, end.utc, time.utc),
				),
			),
		);
		expect(differ).toEqual([]);
	}
});

test.each([
	['08:00', '18:00', '08:00', 0],
	['08:00', '18:00', '17:59', 599],
	['08:00', '18:00', '18:00', 600],
	['08:00', '18:00', '18:01', null],
	['08:00', '18:00', '07:59', null],
	['22:00', '06:00', '22:00', 0],
	['22:00', '06:00', '00:30', 150],
	['22:00', '06:00', '05:59', 479],
	['22:00', '06:00', '06:00', 480],
	['22:00', '06:00', '06:01', null],
	['22:00', '06:00', '12:00', null],
	['00:00', '23:58', '23:58', 1438],
	['00:00', '23:59', '23:59', Number.POSITIVE_INFINITY],
])('from %s to %s, at %s: open for %s minutes', (start, end, time, minutes) => {
	expect(openFor(start, end, time)).toBe(minutes);
});

test('which windows cross midnight', () => {
	expect(crossesMidnight('22:00', '06:00')).toBe(true);
	expect(crossesMidnight('06:00', '22:00')).toBe(false);
	expect(crossesMidnight('06:00', '00:00')).toBe(true);
});

describe('in the zone of the account', () => {
	afterEach(() => chooseZone(null));

	test.each([
		['Europe/Berlin', '2026-07-01T10:00:00Z', '2026-06-30T22:00:00Z', 24],
		['Europe/Berlin', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z', 23],
		['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-24T22:00:00Z', 25],
		['Australia/Lord_Howe', '2026-04-05T03:00:00Z', '2026-04-04T13:00:00Z', 25],
		['Pacific/Auckland', '2026-01-01T11:00:00Z', '2026-01-01T11:00:00Z', 24],
	])('a day of %s at %s began at %s and has %i hours', (zone, now, start, hours) => {
		chooseZone(zone);
		expect(dayOf(Date.parse(now))).toEqual({ start: Date.parse(start), hours });
	});

	test('times are shown and entered there', () => {
		chooseZone('Asia/Kathmandu');
		expect(localTime('18:30')).toBe('00:15');
		expect(utcTime('00:15')).toBe('18:30');
		expect(exactTime(0)).toContain('5:30:00');
		chooseZone('Mars/Olympus');
		expect(exactTime(0)).not.toContain('5:30:00');
	});
});
