import { CODE_DIGITS, PASSWORD_LENGTH } from '@watchword/contract/constants';
import type { ApiError } from './api.ts';
import { isEmail } from './email.ts';
import { waitInWords } from './time.ts';

const ANY_FAILURE = 'An error has occured. Please try again.';

/** One line, and a second one if it helps to know more. */
export function signInFailure(error: ApiError): string[] {
	if (error.code === 'auth/invalid-credential') {
		return ['The credentials you have entered are incorrect. Please try again.'];
	}
	if (error.code === 'auth/user-disabled')
		return [ANY_FAILURE, 'This account is disabled. Please contact support.'];
	return newPasswordFailure(error);
}

/** The server knows common passwords, and says why it refuses one. */
export const newPasswordFailure = (error: ApiError): string[] =>
	error.code === 'auth/weak-password' ? [error.message] : anyFailure(error);

export function resetFailure(error: ApiError): string[] {
	if (error.code === 'auth/invalid-email') {
		return [
			'The email you have entered cannot be found in our system. Please double check it and then contact support.',
		];
	}
	return anyFailure(error);
}

export function anyFailure(error: ApiError): string[] {
	if (error.code !== 'resource-exhausted') return [ANY_FAILURE];
	const when = error.retryAfter === null ? 'in a while' : waitInWords(error.retryAfter);
	return [ANY_FAILURE, `There were too many attempts. You can try again ${when}.`];
}

/** The server's message says whether a code was wrong or used before, and what to do if it cannot check codes. */
export function codeFailure(error: ApiError): string[] {
	const hasSentence = error.code === 'auth/invalid-verification-code' || error.status === 503;
	return hasSentence ? [error.message] : anyFailure(error);
}

/** What is wrong with a code of an authenticator app. Apps show it with a space. */
export function codeProblem(value: string): string | undefined {
	const isCode = new RegExp(`^\\d{${CODE_DIGITS}}$`).test(value.replace(/\s/g, ''));
	return isCode ? undefined : `Enter the ${CODE_DIGITS} digits that your app shows.`;
}

export function emailProblem(value: string): string | undefined {
	if (value.trim() === '') return 'Enter your email address.';
	return isEmail(value.trim()) ? undefined : 'Enter an email address such as you@example.com.';
}

/** What is wrong with a new password. */
export function passwordProblem(value: string): string | undefined {
	if (value === '') return 'Enter a new password.';
	if (value.length < PASSWORD_LENGTH.min) return `Use at least ${PASSWORD_LENGTH.min} characters.`;
	if (value.length > PASSWORD_LENGTH.max) return `Use at most ${PASSWORD_LENGTH.max} characters.`;
	return undefined;
}

export const PASSWORD_HINT = `At least ${PASSWORD_LENGTH.min} characters. A few words in a row are easy to remember.`;

/** How strong a new password seems while it is typed. The server decides. */
export function strengthInWords(value: string): string {
	if (value === '') return '';
	const missing = PASSWORD_LENGTH.min - value.length;
	if (missing > 0) return missing === 1 ? '1 more character.' : `${missing} more characters.`;
	const different = new Set(value.toLowerCase()).size;
	if (different < 7) return 'Weak: it repeats few characters.';
	const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(value)).length;
	return value.length + 2 * kinds >= 20 ? 'Strong.' : 'Long enough. A longer one is stronger.';
}
