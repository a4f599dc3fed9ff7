import { expect, test } from 'vitest';
import { daysOf } from './period.ts';

test.each([
	['month', '2026-03-01', '2026-03-15'],
	['before', '2026-02-01', '2026-02-28'],
	['quarter', '2025-12-16', '2026-03-15'],
	['year', '2025-03-16', '2026-03-15'],
] as const)('%s', (period, from, to) => {
	expect(daysOf(period, '2026-03-15')).toEqual({ from, to });
});

test('over the turn of a year', () => {
	expect(daysOf('before', '2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});
