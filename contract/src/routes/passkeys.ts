import { z } from 'zod';
import { PASSKEYS_MAX } from '../constants.ts';
import { id } from '../ids.ts';
import {
	creationOptions,
	passkey,
	passkeyAnswer,
	passkeyEdit,
	passkeyStart,
	requestOptions,
} from '../passkey.ts';
import { route } from '../route.ts';

const tags = ['Passkeys'];
const path = '/api/users/me/passkeys';
const params = z.object({ id });
const nothing = z.strictObject({});

export const listPasskeys = route({
	method: 'get',
	path,
	scope: 'session',
	weak: true,
	summary: 'The passkeys of the signed-in user',
	tags,
	answer: z.object({ items: z.array(passkey) }),
	says: 'Newest first.',
});

export const startPasskey = route({
	method: 'post',
	path: `${path}/options`,
	confirmed: true,
	weak: true,
	summary: 'Begin to add a passkey',
	description:
		'The answer is for `navigator.credentials.create()`. It works once, in this browser, for five minutes.',
	tags,
	answer: creationOptions,
	says: 'What the browser needs to make a passkey.',
});

export const addPasskey = route({
	method: 'post',
	path,
	confirmed: true,
	weak: true,
	summary: 'Add the passkey that the browser made',
	description: `An account has at most ${PASSKEYS_MAX}. The owner gets a mail about each.`,
	tags,
	body: passkeyStart,
	answer: passkey,
	says: 'The passkey; it can be used to sign in.',
});

export const renamePasskey = route({
	method: 'put',
	path: `${path}/{id}`,
	summary: 'Rename a passkey',
	tags,
	params,
	body: passkeyEdit,
	answer: passkey,
	says: 'The passkey as it is now.',
});

export const removePasskey = route({
	method: 'delete',
	path: `${path}/{id}`,
	confirmed: true,
	summary: 'Remove a passkey',
	description: 'The owner gets a mail about it.',
	tags,
	params,
	answer: nothing,
	says: 'Removed; it no longer opens this account.',
});

export const startPasskeyConfirmation = route({
	method: 'post',
	path: '/api/users/me/confirmation/options',
	weak: true,
	summary: 'Begin to prove again with a passkey who you are',
	description:
		'The answer is for `navigator.credentials.get()`. What that answers goes to `POST /api/users/me/confirmation` as `passkey`, once, within five minutes.',
	tags,
	answer: requestOptions,
	says: 'What the browser needs, with the passkeys of the account.',
});

export const startPasskeySignIn = route({
	method: 'post',
	path: '/api/auth/passkey/options',
	scope: 'public',
	summary: 'Begin to sign in with a passkey',
	description:
		'The answer is for `navigator.credentials.get()`. It works once, in this browser, for five minutes.',
	tags,
	answer: requestOptions,
	says: 'What the browser needs to find a passkey for this site. No account is named.',
});

export const signInWithPasskey = route({
	method: 'post',
	path: '/api/auth/sign-in/passkey',
	scope: 'public',
	summary: 'Sign in with a passkey',
	tags,
	body: z.strictObject({ answer: passkeyAnswer }),
	answer: z.object({ uid: id }),
	says: 'Signed in; the session is in the cookie. No second factor is asked for.',
});
