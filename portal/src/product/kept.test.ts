import { expect, test } from 'vitest';
import { runsKept } from './kept.ts';

const kept = { captures: 30, done: 90, 'not-met': 90, 'cannot-tell': 90, failed: 90, skipped: 90 };

test('how long runs are kept is said in one sentence', () => {
	expect(runsKept(kept)).toBe('Runs are kept for 90 days');
	expect(runsKept({ ...kept, 'not-met': 14 })).toBe(
		'Runs are kept for 90 days, for 14 days where the condition was not met',
	);
	expect(
		runsKept({ ...kept, done: 3650, failed: 1, skipped: 3650, 'cannot-tell': 3650, 'not-met': 3650 }),
	).toBe('Runs are kept for 3,650 days, for one day where they failed');
});
