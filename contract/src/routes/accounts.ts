import { z } from 'zod';
import {
	addressEdit,
	addTour,
	changePassword,
	confirmation,
	me,
	pendingAddress,
	presenceEdit,
	requestPasswordReset,
	resetPassword as resetPasswordBody,
	session,
	signIn as signInBody,
	userEdit,
} from '../account.ts';
import { accountEvent } from '../account-event.ts';
import { ACCOUNT_EVENT_DAYS, ADDRESS_CHANGE_HOURS, CONFIRMED_MINUTES, LEAVING_DAYS } from '../constants.ts';
import { id } from '../ids.ts';
import { ends } from '../limit.ts';
import { route } from '../route.ts';

const tags = ['Accounts'];
const nothing = z.strictObject({});
const meNow = { answer: me, says: 'The account and its details as they are now.' };

export const signIn = route({
	method: 'post',
	path: '/api/auth/sign-in/email',
	scope: 'public',
	summary: 'Sign in with email and password',
	description:
		'Where the account has two-step sign-in and this browser is not trusted, the answer is auth/multi-factor-auth-required: go on with POST /api/auth/sign-in/code.',
	tags,
	body: signInBody,
	answer: z.object({ uid: id }),
	says: 'Signed in; the session is in the cookie.',
});

const redirect = { scope: 'public', status: 302, contentType: 'text/plain', answer: z.string() } as const;

export const beginSso = route({
	method: 'get',
	path: '/api/auth/sso',
	summary: 'Sign in by single sign-on: where a browser is sent',
	tags,
	query: z.object({
		/** A path of the portal. */
		to: z.string().max(2000, ends()).optional(),
	}),
	...redirect,
	says: 'To the provider; to the sign-in screen, with the problem in the address, if that is not possible.',
});

export const finishSso = route({
	method: 'get',
	path: '/api/auth/sso/callback',
	summary: 'Where the provider of single sign-on sends the browser back to',
	tags,
	...redirect,
	says: 'To where the customer wanted to go, signed in; to the sign-in screen, with the problem in the address, if refused.',
});

export const signOut = route({
	method: 'post',
	path: '/api/auth/sign-out',
	scope: 'public',
	summary: 'Sign out',
	tags,
	answer: nothing,
	says: 'Signed out, also when nobody was signed in.',
});

export const requestReset = route({
	method: 'post',
	path: '/api/auth/request-password-reset',
	scope: 'public',
	summary: 'Ask for a reset link by mail',
	tags,
	body: requestPasswordReset,
	answer: nothing,
	says: 'The same whether or not the address has an account.',
});

export const resetPassword = route({
	method: 'post',
	path: '/api/auth/reset-password',
	scope: 'public',
	summary: 'Set a new password with a mailed link',
	tags,
	body: resetPasswordBody,
	answer: nothing,
	says: 'The password is set and every session of the account has ended.',
});

export const readMe = route({
	method: 'get',
	path: '/api/users/me',
	weak: true,
	summary: 'The signed-in account and its user document',
	tags,
	answer: me,
	says: 'The account and its details.',
});

export const editMe = route({
	method: 'put',
	path: '/api/users/me',
	summary: 'Change name, time zone and which mails are sent',
	tags,
	body: userEdit,
	...meNow,
});

export const setPresence = route({
	method: 'put',
	path: '/api/users/me/presence',
	summary: 'Say whether you are at home or away',
	tags,
	body: presenceEdit,
	...meNow,
});

export const renewPresenceLink = route({
	method: 'post',
	path: '/api/users/me/presence-link',
	summary:
		'A new address that switches between home and away without signing in; the one before stops working',
	tags,
	...meNow,
});

export const setPassword = route({
	method: 'put',
	path: '/api/users/me/password',
	summary: 'Change the password',
	tags,
	body: changePassword,
	answer: nothing,
	says: 'The password is changed and every other session has ended.',
});

export const confirm = route({
	method: 'post',
	path: '/api/users/me/confirmation',
	weak: true,
	summary: 'Prove again who you are, before a change that needs it',
	tags,
	body: confirmation,
	answer: nothing,
	says: `Confirmed for this session, for the next ${CONFIRMED_MINUTES} minutes.`,
});

export const confirmBySso = route({
	method: 'post',
	path: '/api/users/me/confirmation/sso',
	summary: 'Prove again who you are by single sign-on',
	tags,
	body: z.strictObject({
		/** A path of the portal. */
		to: z.string().max(2000, ends()),
	}),
	answer: z.object({ url: z.string() }),
	says: 'The address at the provider to send the browser to. It comes back to `to`, with `confirmed` in the query: `yes`, or the problem.',
});

export const listSessions = route({
	method: 'get',
	path: '/api/users/me/sessions',
	scope: 'session',
	summary: 'Where the account is signed in',
	tags,
	answer: z.object({ items: z.array(session) }),
	says: 'This browser first, then the newest.',
});

export const endOtherSessions = route({
	method: 'delete',
	path: '/api/users/me/sessions',
	summary: 'Sign out everywhere else',
	tags,
	answer: nothing,
	says: 'Every other session has ended.',
});

export const leave = route({
	method: 'post',
	path: '/api/users/me/leaving',
	confirmed: true,
	summary: 'Ask for the deletion of the account',
	description: `It is erased with everything of it after ${LEAVING_DAYS} days. Until then it can be kept: cameras and automations go on, while API tokens, feeds, shared links and the link of the home/away switch stop until it is kept.`,
	tags,
	...meNow,
});

export const stay = route({
	method: 'delete',
	path: '/api/users/me/leaving',
	summary: 'Keep the account after all',
	tags,
	...meNow,
});

export const listEvents = route({
	method: 'get',
	path: '/api/users/me/events',
	scope: 'session',
	summary: 'What happened to the account',
	description: `Sign-ins and failed attempts, and changes to passwords, keys and tokens, for ${ACCOUNT_EVENT_DAYS} days.`,
	tags,
	query: z.strictObject({ cursor: z.string().max(100, ends()).optional() }),
	answer: z.object({ items: z.array(accountEvent), next: z.string().nullable() }),
	says: 'The newest first; `next` continues the list.',
});

export const endSession = route({
	method: 'delete',
	path: '/api/users/me/sessions/{id}',
	summary: 'Sign out one browser',
	tags,
	params: z.object({ id }),
	answer: nothing,
	says: 'This session has ended.',
});

const ADDRESS = '/api/users/me/address';

export const readAddressChange = route({
	method: 'get',
	path: ADDRESS,
	scope: 'session',
	summary: 'The change of the address that waits, if there is one',
	tags,
	answer: pendingAddress,
	says: 'The new address, and which of the two addresses agreed.',
});

export const changeAddress = route({
	method: 'put',
	path: ADDRESS,
	confirmed: true,
	summary: 'Ask for another address of the account',
	description: `A link is mailed to the current address and one to the new one. The account has the new one once both were opened and confirmed, within ${ADDRESS_CHANGE_HOURS} hours. An earlier change that waits ends.`,
	tags,
	body: addressEdit,
	answer: pendingAddress,
	says: 'The same whether or not the new address has an account.',
});

export const cancelAddressChange = route({
	method: 'delete',
	path: ADDRESS,
	summary: 'Stop a change of the address that waits',
	tags,
	answer: pendingAddress,
	says: 'Nothing waits; its links do not work any more.',
});

export const rememberTour = route({
	method: 'post',
	path: '/api/users/me/tours',
	summary: 'Remember that a tour was shown',
	tags,
	body: addTour,
	answer: nothing,
	says: 'Remembered.',
});
