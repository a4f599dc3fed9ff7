import { afterEach, describe, expect, test } from 'vitest';
import { chooseZone, crossesMidnight, exactTime, lastDayStart, timeInWords, waitInWords } from './time.ts';

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

test('which windows cross midnight', () => {
	expect(crossesMidnight('22:00', '06:00')).toBe(true);
	expect(crossesMidnight('06:00', '22:00')).toBe(false);
	expect(crossesMidnight('06:00', '00:00')).toBe(true);
});

describe('in the zone of the account', () => {
	afterEach(() => chooseZone(null));

	test.each([
		['Europe/Berlin', '2026-07-01T10:20:00Z', '2026-06-30T11:00:00Z'],
		['Europe/Berlin', '2026-03-29T10:59:59Z', '2026-03-28T11:00:00Z'],
		['Asia/Kathmandu', '2026-01-01T10:20:00Z', '2025-12-31T11:15:00Z'],
		['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T00:30:00Z'],
	])('the last 24 hours of %s at %s began at %s', (zone, now, start) => {
		chooseZone(zone);
		expect(new Date(lastDayStart(Date.parse(now))).toISOString()).toBe(new Date(start).toISOString());
	});

	test('times are shown and entered there', () => {
		chooseZone('Asia/Kathmandu');
		expect(exactTime(0)).toContain('5:30:00');
		chooseZone('Mars/Olympus');
		expect(exactTime(0)).not.toContain('5:30:00');
	});
});
