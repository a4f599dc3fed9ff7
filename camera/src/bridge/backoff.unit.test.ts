import { expect, test } from 'vitest';
import { Backoff } from './backoff.ts';

test('pauses grow up to a minute, and a wrong password waits half an hour', () => {
	const backoff = new Backoff();
	const pauses = Array.from({ length: 10 }, () => backoff.next());
	expect(pauses[0]).toBeLessThan(3000);
	expect(pauses[4]).toBeGreaterThan(20_000);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(75_000);
	expect(backoff.next('password')).toBe(30 * 60_000);
	backoff.reset();
	expect(backoff.next()).toBeLessThan(3000);
});
