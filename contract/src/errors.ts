import { z } from 'zod';

/** Every error code the API answers with, and the one HTTP status that goes with it. */
export const ERROR_STATUS = {
	'invalid-argument': 400,
	'invalid-image': 400,
	'invalid-pairing-code': 400,
	'auth/invalid-email': 400,
	'auth/invalid-token': 400,
	'auth/weak-password': 400,
	'payment/invalid-signature': 400,
	'payment/wrong-mode': 400,
	unauthenticated: 401,
	'auth/invalid-credential': 401,
	'auth/multi-factor-auth-required': 401,
	'auth/invalid-verification-code': 401,
	'auth/code-expired': 401,
	'token/unknown': 401,
	'token/expired': 401,
	'permission-denied': 403,
	'token/scope': 403,
	'auth/user-disabled': 403,
	'auth/requires-recent-login': 403,
	'auth/second-factor-needed': 403,
	'quota-exceeded': 402,
	'cross-origin': 403,
	'not-found': 404,
	'payment/unknown-intent': 404,
	conflict: 409,
	'payment/mismatch': 409,
	'device-has-automations': 409,
	'range-not-satisfiable': 416,
	'payload-too-large': 413,
	'unsupported-media-type': 415,
	'resource-exhausted': 429,
	internal: 500,
	unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const errorBody = z.object({
	error: z.object({
		code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
		/** Safe to show to the customer; says what to change where something can be changed. */
		message: z.string(),
	}),
});
export type ErrorBody = z.infer<typeof errorBody>;
