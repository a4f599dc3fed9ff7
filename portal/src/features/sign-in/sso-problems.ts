import type { SsoProblem } from '@watchword/contract/sso-problem';

/** Why single sign-on did not work, and what to do. `provider` is the operator's name for it. */
const PROBLEMS: Record<SsoProblem, (provider: string) => string> = {
	unavailable: (provider) =>
		`${provider} does not answer right now. Please try again in a few minutes, or sign in with your password.`,
	cancelled: (provider) => `You were not signed in, because you did not go on at ${provider}.`,
	refused: (provider) =>
		`You were not signed in: the answer of ${provider} could not be trusted. Please try again.`,
	expired: () =>
		'This sign-in took longer than 10 minutes, was used already, or began in another browser. Please try again.',
	'no-address': (provider) =>
		`You were not signed in, because ${provider} does not tell us your email address.`,
	unverified: (provider) =>
		`You were not signed in, because ${provider} has not verified your email address. Verify it there and try again.`,
	'no-account': (provider) =>
		`There is no account here for your email address at ${provider}. Please contact support.`,
	'other-person': (provider) =>
		`The account with your email address belongs to another person at ${provider}. Please contact support.`,
	disabled: () => 'This account is disabled. Please contact support.',
	'too-many': () => 'There were too many attempts. Please try again in a quarter of an hour.',
	failed: () => 'Something went wrong on our side. You were not signed in. Please try again.',
};

/** The sentence for a problem that the address names; null for an unknown one. */
export function ssoProblem(code: string | null, provider: string): string | null {
	return code !== null && Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as SsoProblem](provider) : null;
}
