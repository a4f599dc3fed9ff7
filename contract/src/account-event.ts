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
	'sso-unlinked',
	'address-asked',
	'address-changed',
	'device-added',
	'device-key',
	'token-added',
	'token-revoked',
	'webhook-added',
	'webhook-removed',
	'webhook-secret',
	'channel-added',
	'channel-changed',
	'channel-removed',
	'presence-link',
	'shared',
	'share-revoked',
	'exported',
	'leaving',
	'stayed',
	'disabled',
	'enabled',
] as const;
export type AccountEventName = (typeof ACCOUNT_EVENTS)[number];

/** Details of an event: never a secret. */
export const accountEventDetails = z.object({
	/** The way it was done, in a word: `password`, `passkey`, `reset`, ... */
	how: z.string().optional(),
	/** The name of the key, camera, token, passkey, webhook, channel or share. */
	name: z.string().optional(),
	/** How often the same happened in a row. */
	times: z.number().optional(),
	/** The day that was chosen for the deletion of the account. */
	on: z.string().optional(),
});
export type AccountEventDetails = z.infer<typeof accountEventDetails>;

export const accountEvent = z.object({
	id: z.string(),
	/** For consecutive failed attempts, the time of the last one. */
	at: z.string(),
	what: z.enum(ACCOUNT_EVENTS),
	details: accountEventDetails,
	/** Null if the operator or Watchword itself did it, and for failed attempts from more addresses than are listed separately. */
	ip_address: z.string().nullable(),
	user_agent: z.string().nullable(),
});
export type AccountEvent = z.infer<typeof accountEvent>;
