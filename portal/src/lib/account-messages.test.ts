import type { ErrorCode } from '@watchword/contract/errors';
import { expect, test } from 'vitest';
import { resetFailure, signInFailure } from './account-messages.ts';
import { ApiError } from './api.ts';

const OTHER = 'An error has occured. Please try again.';
const failed = (code: ErrorCode, retryAfter: number | null = null) => new ApiError(code, '', 0, retryAfter);

test('sign-in', () => {
	expect(signInFailure(failed('auth/invalid-credential'))).toEqual([
		'The credentials you have entered are incorrect. Please try again.',
	]);
	for (const code of ['internal', 'unavailable', 'invalid-argument', 'auth/invalid-email'] as const) {
		expect(signInFailure(failed(code))).toEqual([OTHER]);
	}
	expect(signInFailure(failed('auth/user-disabled'))).toEqual([
		OTHER,
		'This account is disabled. Please contact support.',
	]);
});

test('reset', () => {
	expect(resetFailure(failed('auth/invalid-email'))).toEqual([
		'The email you have entered cannot be found in our system. Please double check it and then contact support.',
	]);
	for (const code of ['internal', 'unavailable', 'auth/invalid-credential'] as const) {
		expect(resetFailure(failed(code))).toEqual([OTHER]);
	}
});

test('a limit adds when to try again', () => {
	expect(signInFailure(failed('resource-exhausted', 61))).toEqual([
		OTHER,
		'There were too many attempts. You can try again in 2 minutes.',
	]);
	expect(resetFailure(failed('resource-exhausted'))).toEqual([
		OTHER,
		'There were too many attempts. You can try again in a while.',
	]);
});
