/** Why single sign-on was refused, as the address says it: /signin?problem=expired, or ?confirmed=expired after proving again who one is. */
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
