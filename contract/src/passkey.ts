import { z } from 'zod';
import { PASSKEY_NAME_MAX_LENGTH } from './constants.ts';
import { id, line } from './ids.ts';
import { ends } from './limit.ts';

/** A passkey as its owner sees it. Times are ISO 8601. */
export const passkey = z.object({
	id,
	name: z.string(),
	/** Whether it is synced to more than one device. */
	backed_up: z.boolean(),
	created_at: z.string(),
	/** Null if nobody has signed in with it yet. */
	used_at: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const passkeyName = line(PASSKEY_NAME_MAX_LENGTH).min(1, 'must not be blank');

export const passkeyEdit = z.strictObject({ name: passkeyName });

const base64url = (max: number) =>
	z
		.string()
		.max(max, ends())
		.regex(/^[\w-]+$/, 'must be base64url');

/** An authenticator chooses the id of a credential: at most 1023 bytes. */
const credentialId = base64url(1364);
const clientDataJSON = base64url(4000);

/** The result of `navigator.credentials.create()`, as `toJSON()` writes it. Other members are ignored. */
export const passkeyMade = z.object({
	id: credentialId,
	type: z.literal('public-key'),
	response: z.object({
		clientDataJSON,
		attestationObject: base64url(20_000),
		transports: z.array(z.string().max(30, ends())).max(10, ends()).optional(),
	}),
});
export type PasskeyMade = z.infer<typeof passkeyMade>;

/** The result of `navigator.credentials.get()`, as `toJSON()` writes it. */
export const passkeyAnswer = z.object({
	id: credentialId,
	type: z.literal('public-key'),
	response: z.object({
		clientDataJSON,
		authenticatorData: base64url(4000),
		signature: base64url(2000),
		/** The account that the passkey was made for. */
		userHandle: base64url(100).nullish(),
	}),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

export const passkeyStart = z.strictObject({ name: passkeyName, answer: passkeyMade });

const descriptor = z.object({
	id: z.string(),
	type: z.literal('public-key'),
	transports: z.array(z.string()),
});
const userVerification = z.literal('required');

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const creationOptions = z.object({
	challenge: z.string(),
	rp: z.object({ id: z.string(), name: z.string() }),
	user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
	pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
	timeout: z.int(),
	/** The account's passkeys: an authenticator that has one of them does not make a second one. */
	excludeCredentials: z.array(descriptor),
	authenticatorSelection: z.object({
		residentKey: z.literal('required'),
		requireResidentKey: z.literal(true),
		userVerification,
	}),
	attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const requestOptions = z.object({
	challenge: z.string(),
	rpId: z.string(),
	timeout: z.int(),
	userVerification,
	/** Empty at a sign-in: the browser offers all its passkeys for this site, and no account is named. */
	allowCredentials: z.array(descriptor),
});
export type RequestOptions = z.infer<typeof requestOptions>;
