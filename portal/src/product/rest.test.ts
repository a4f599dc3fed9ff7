import { afterEach, expect, test } from 'vitest';
import { chooseZone } from '../lib/time.ts';
import { restOf } from './rest.ts';

afterEach(() => chooseZone(null));

test('a snooze is shown with its end in the customer’s time zone, and only while it lasts', () => {
	chooseZone('Europe/Berlin');
	const now = Date.parse('2026-06-01T20:00Z');
	const words = (_snoozedUntil: string | null, _paused = false) =>
		restOf({ _paused, _snoozedUntil }, now)?.words ?? null;
	expect(words('2026-06-01T21:00:00.000Z')).toMatch(/^Snoozed until 11:00\sPM$/);
	// Past midnight in Berlin, though not in UTC.
	expect(words('2026-06-01T22:30:00.000Z')).toMatch(/^Snoozed until tomorrow, 12:30\sAM$/);
	expect(words('2026-06-04T05:00:00.000Z')).toMatch(/^Snoozed until Thu, Jun 4, 7:00\sAM$/);
	expect(words('2026-06-01T20:00:00.000Z')).toBeNull();
	expect(words(null)).toBeNull();
	expect(words('2026-06-01T21:00:00.000Z', true)).toBe('Paused');
});
