import type { ErrorCode } from '@watchword/contract/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { countdown, grouped, keyFailure, pairingFailure, removalFailure, saveFailure } from './messages.ts';

const error = (code: ErrorCode, retryAfter: number | null = null) =>
	new ApiError(code, 'desc: is too long', 400, retryAfter);

test('a failed removal says why', () => {
	expect(removalFailure(error('device-has-automations'))).toBe(
		'Please remove associated automations before removing this device.',
	);
	expect(removalFailure(error('not-found'))).toBe('Device not found.');
	for (const code of ['internal', 'unavailable', 'unauthenticated'] as const) {
		expect(removalFailure(error(code))).toBe('Failed to delete the device.');
	}
});

test('a failed save says why, and that nothing is lost', () => {
	expect(saveFailure(error('not-found'))).toBe('Device not found.');
	expect(saveFailure(error('invalid-argument'))).toBe('desc: is too long');
	expect(saveFailure(error('unavailable'))).toContain('still here');
});

test('other failures', () => {
	expect(keyFailure(error('not-found'))).toBe('Device not found.');
	expect(keyFailure(error('internal'))).toContain('could not be replaced');
	expect(pairingFailure(error('resource-exhausted', 120))).toContain('in 2 minutes');
	expect(pairingFailure(error('resource-exhausted'))).toContain('in a while');
	expect(pairingFailure(error('unavailable'))).toContain('try again');
});

test('a code in groups, and its time', () => {
	expect(grouped('ABCDEFGH')).toBe('ABCD-EFGH');
	expect([600_000, 581_000, 60_000, 59_001, 900, 0, -5].map(countdown)).toEqual([
		'10:00',
		'9:41',
		'1:00',
		'1:00',
		'0:01',
		'0:00',
		'0:00',
	]);
});
