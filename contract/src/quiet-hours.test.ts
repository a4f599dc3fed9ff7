import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

test.each([
	['22:00', '06:00', '2026-06-01T19:59:59Z', null],
	['22:00', '06:00', '2026-06-01T20:00:00Z', '2026-06-02T04:00:00.000Z'],
	['22:00', '06:00', '2026-06-02T03:59:59Z', '2026-06-02T04:00:00.000Z'],
	['22:00', '06:00', '2026-06-02T04:00:00Z', null],
	['12:00', '14:00', '2026-06-01T11:00:00Z', '2026-06-01T12:00:00.000Z'],
	// The night in which the clocks go forward is an hour shorter, the one in which they go back an hour longer.
	['22:00', '06:00', '2026-03-28T22:00:00Z', '2026-03-29T04:00:00.000Z'],
	['22:00', '06:00', '2026-10-24T21:00:00Z', '2026-10-25T05:00:00.000Z'],
	// An end that the clocks jump over comes right after the jump; one they show twice comes the first time.
	['22:00', '02:30', '2026-03-28T22:00:00Z', '2026-03-29T01:00:00.000Z'],
	['22:00', '02:30', '2026-10-24T21:00:00Z', '2026-10-25T00:30:00.000Z'],
])('from %s to %s in Berlin at %s: until %s', (start, end, now, until) => {
	const found = quietUntil({ start, end, zone: 'Europe/Berlin' }, new Date(now));
	expect(found?.toISOString() ?? null).toBe(until);
});
