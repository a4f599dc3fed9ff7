import { afterEach, expect, test, vi } from 'vitest';
import { captureAllowance } from './capture-allowance.ts';

const MB = 1024 * 1024;
afterEach(() => vi.useRealTimers());

test('a device may send so many captures in an hour, and as many in the next', () => {
	vi.useFakeTimers();
	const count = captureAllowance({ capturesPerHour: 2, bytesPerHour: MB });
	count('gate');
	count('gate');
	vi.advanceTimersByTime(59.5 * 60_000);
	expect(() => count('gate')).toThrow(
		'This device has sent 2 captures within an hour, which is the most it may. Please try again in a minute.',
	);
	count('garden');
	vi.advanceTimersByTime(60_000);
	count('gate');
});

test('few large captures use up an hour as well', () => {
	const count = captureAllowance({ capturesPerHour: 1000, bytesPerHour: 2 * MB });
	for (let sent = 0; sent < 2; sent++) count('gate').add(MB);
	expect(() => count('gate')).toThrow('This device has sent 2 MB of captures within an hour');
});
