import { z } from 'zod';

/** What can happen to an account. Its owner reads it on the Account screen for `ACCOUNT_EVENT_DAYS`. */
export const ACCOUNT_EVENTS = [
	'signed-in',
	'sign-in-failed',
	'session-ended',
	'password-changed',
	'factor-added',
	'factor-removed',
	'factor-reset',
	'recovery-code-used',
	'recovery-codes-renewed',
	'passkey-added',
	'passkey-removed',
	'sso-linked',
	'address-asked',
	'address-changed',
	'device-added',
	'device-key',
	'token-added',
	'token-revoked',
	'webhook-added',
	'shared',
	'share-revoked',
	'exported',
	'leaving',
	'stayed',
	'disabled',
	'enabled',
] as const;
export type AccountEventName = (typeof ACCOUNT_EVENTS)[number];

export const ACCOUNT_EVENT_DAYS = 90;

/** What an event says beside its name: never a secret. */
export const accountEventDetails = z.object({
	/** The way of a sign-in, or why it failed, in a word. */
	how: z.string().optional(),
	/** The name of the key, camera, token, passkey or share. */
	name: z.string().optional(),
	/** How often the same happened in a row. */
	times: z.number().optional(),
});
export type AccountEventDetails = z.infer<typeof accountEventDetails>;

export const accountEvent = z.object({
	id: z.string(),
	at: z.string(),
	what: z.enum(ACCOUNT_EVENTS),
	details: accountEventDetails,
	ip_address: z.string().nullable(),
	user_agent: z.string().nullable(),
});
export type AccountEvent = z.infer<typeof accountEvent>;
