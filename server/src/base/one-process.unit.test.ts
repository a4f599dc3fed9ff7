import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../ports/database.ts';
import { quiet } from '../testing/quiet.ts';
import { inOneProcess } from './one-process.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what was let go, because the database was away, has ended before it begins again', async () => {
	let isAway = false;
	const execute = async () => {
		if (isAway) throw new Error('away');
		return { rows: [{}] };
	};
	const { promise: ended, resolve: end } = Promise.withResolvers<void>();
	let starts = 0;
	const sole = inOneProcess({ db: { execute } as unknown as Db, sole: false }, 'a task', quiet, () => {
		starts++;
		return { stop: () => ended };
	});
	await vi.advanceTimersByTimeAsync(1000);
	isAway = true;
	await vi.advanceTimersByTimeAsync(25_000);
	isAway = false;
	await vi.advanceTimersByTimeAsync(30_000);
	expect(starts).toBe(1);
	end();
	await vi.advanceTimersByTimeAsync(30_000);
	expect(starts).toBe(2);
	await sole.stop();
});
