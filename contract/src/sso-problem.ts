/** Why single sign-on was refused, as in the address: /signin?problem=expired, or ?confirmed=expired after confirming who one is. */
export const SSO_PROBLEMS = [
	'unavailable',
	'cancelled',
	'refused',
	'expired',
	'no-address',
	'unverified',
	'no-account',
	'other-person',
	'disabled',
	'too-many',
	'failed',
] as const;
export type SsoProblem = (typeof SSO_PROBLEMS)[number];
