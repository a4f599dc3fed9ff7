import { expect, test } from 'vitest';
import { retryAfter } from './retry-after.ts';

test.each([
	['17', 17],
	['0.2', 1],
	['0', 0],
	['99999999', 3600],
	['Tue, 03 Mar 2026 10:00:30 GMT', 30],
	['Tue, 03 Mar 2026 09:00:00 GMT', 0],
	['soon', null],
	['', null],
	['-5', null],
])('Retry-After: %s', (header, seconds) => {
	expect(retryAfter(header, Date.parse('2026-03-03T10:00:00Z'))).toBe(seconds);
});
