import { z } from 'zod';
import { RECOVERY_CODES, TRUST_DAYS } from '../constants.ts';
import { id } from '../ids.ts';
import { route } from '../route.ts';
import { factorCode, recoveryCodes, secondFactor, secondFactorSetup, signInCode } from '../second-factor.ts';

const tags = ['Accounts'];
const nothing = z.strictObject({});

export const signInWithCode = route({
	method: 'post',
	path: '/api/auth/sign-in/code',
	scope: 'public',
	summary: 'Finish a sign-in with a code of the authenticator app, or with a recovery code',
	description: `For a sign-in that was answered with auth/multi-factor-auth-required, in the same browser. With \`trust\` this browser is not asked again for ${TRUST_DAYS} days.`,
	tags,
	body: signInCode,
	answer: z.object({ uid: id }),
	says: 'Signed in; the session is in the cookie.',
});

export const readSecondFactor = route({
	method: 'get',
	path: '/api/users/me/second-factor',
	scope: 'session',
	weak: true,
	summary: 'Whether signing in needs a code, too',
	tags,
	answer: secondFactor,
	says: 'The state of two-step sign-in.',
});

export const startSecondFactor = route({
	method: 'post',
	path: '/api/users/me/second-factor',
	confirmed: true,
	weak: true,
	summary: 'Begin to set up two-step sign-in',
	description: 'Nothing changes until the first code was entered. A new beginning replaces the one before.',
	tags,
	answer: secondFactorSetup,
	says: 'The secret for the authenticator app, told only here.',
});

export const finishSecondFactor = route({
	method: 'post',
	path: '/api/users/me/second-factor/code',
	confirmed: true,
	weak: true,
	summary: 'Turn two-step sign-in on with the first code of the app',
	tags,
	body: factorCode,
	answer: recoveryCodes,
	says: `It is on, every other session has ended, and these are the ${RECOVERY_CODES} recovery codes, told only here.`,
});

export const removeSecondFactor = route({
	method: 'delete',
	path: '/api/users/me/second-factor',
	confirmed: true,
	summary: 'Turn two-step sign-in off',
	tags,
	answer: nothing,
	says: 'It is off; recovery codes and trusted browsers are forgotten.',
});

export const renewRecoveryCodes = route({
	method: 'post',
	path: '/api/users/me/recovery-codes',
	confirmed: true,
	summary: 'New recovery codes; the ones before stop working',
	tags,
	answer: recoveryCodes,
	says: 'The new codes, told only here.',
});

export const endTrust = route({
	method: 'delete',
	path: '/api/users/me/trusted-browsers',
	summary: 'Ask for a code in every browser again',
	tags,
	answer: nothing,
	says: 'No browser is trusted any more.',
});
