import { z } from 'zod';
import { PRESENCES, QUIET_HOURS_NEEDED, quietHoursProblem } from './alerts.ts';
import { NAME_MAX_LENGTH, PASSWORD_LENGTH, TOURS } from './constants.ts';
import { email, id, line, timeOfDay, timeZone } from './ids.ts';
import { ends } from './limit.ts';
import { passkeyAnswer } from './passkey.ts';

/** How a session began: `sso` is single sign-on, `link` the link of the demo account. */
export const SIGN_IN_WAYS = ['password', 'passkey', 'sso', 'link'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/**
 * What is known about a person's sign-in. Of the providers, `password` is an email/password account and `sso` one that is
 * linked to the single sign-on provider.
 */
export const account = z.object({
	uid: id,
	email: z.string(),
	providers: z.array(z.enum(['password', 'sso'])),
});
export type Account = z.infer<typeof account>;

/** The user document, users/{uid}. The lists are derived from what the user owns. */
export const user = z.object({
	name: z.string(),
	devices: z.array(id),
	automations: z.array(id),
	tours: z.array(z.enum(TOURS)),
	/** IANA name of the time zone for shown and entered times; null for that of the browser. */
	zone: z.string().nullable(),
	/** Whether failed runs, and credits that run out, are reported by mail. */
	mail_failures: z.boolean(),
	mail_credits: z.boolean(),
	/** Whether there is a mail when a camera goes silent, and when it is back. */
	mail_silent: z.boolean(),
	/** Whether there is a daily reminder of mails that wait for approval. */
	mail_waiting: z.boolean(),
	/** When mails of automations are held back; one mail at the end contains them all. Null for never. May cross midnight. */
	quiet_start: z.string().nullable(),
	quiet_end: z.string().nullable(),
	/** When the mail about the last 24 hours is sent; null for never. */
	brief_at: z.string().nullable(),
	/** The time zone of the three times above. */
	alert_zone: z.string(),
	presence: z.enum(PRESENCES),
	/** The last part of the address that switches between home and away without signing in; null if there is none. */
	presence_key: z.string().nullable(),
	/** Whether Home Assistant gets the cameras, the automations and home or away, through the operator's broker. */
	home_assistant: z.boolean(),
	/** When the account is erased because its owner asked for it; null if nobody did. */
	leaves_at: z.string().nullable(),
});
export type User = z.infer<typeof user>;

/** The answer of GET /api/users/me; `details` is null if the account has no user document. */
export const me = z.object({
	account,
	details: user.nullable(),
	/** Set if the operator requires a second factor and this session has none: everything else is refused until it is set up. */
	secondFactorNeeded: z.literal(true).optional(),
});
export type Me = z.infer<typeof me>;

export const password = z
	.string()
	.min(PASSWORD_LENGTH.min, `must have at least ${PASSWORD_LENGTH.min} characters`)
	.max(PASSWORD_LENGTH.max, ends(`must have at most ${PASSWORD_LENGTH.max} characters`));

export const signIn = z.strictObject({ email, password: z.string().min(1).max(PASSWORD_LENGTH.max, ends()) });
export const requestPasswordReset = z.strictObject({ email: z.string().max(1000, ends()) });
export const resetPassword = z.strictObject({
	token: z.string().min(1).max(200, ends()),
	newPassword: password,
});
export type ResetPassword = z.infer<typeof resetPassword>;
export const addTour = z.strictObject({ tour: z.enum(TOURS) });

/** What users may change in their own document. Omitted fields stay, so that an old tab undoes nothing. */
export const userEdit = z
	.strictObject({
		name: line(NAME_MAX_LENGTH).min(1, 'must not be blank'),
		zone: timeZone.nullable(),
		mail_failures: z.boolean(),
		mail_credits: z.boolean(),
		mail_silent: z.boolean(),
		mail_waiting: z.boolean(),
		quiet_start: timeOfDay.nullable(),
		quiet_end: timeOfDay.nullable(),
		brief_at: timeOfDay.nullable(),
		alert_zone: timeZone,
		home_assistant: z.boolean(),
	})
	.partial()
	.refine((edit) => Object.keys(edit).length > 0, 'must change something')
	.refine(
		({ quiet_start = null, quiet_end = null }) =>
			(quiet_start === null && quiet_end === null) || !quietHoursProblem(quiet_start, quiet_end),
		{
			message: QUIET_HOURS_NEEDED,
			path: ['quiet_end'],
		},
	);
export type UserEdit = z.infer<typeof userEdit>;

export const presenceEdit = z.strictObject({ presence: z.enum(PRESENCES) });

export const changePassword = z.strictObject({
	currentPassword: z.string().min(1).max(PASSWORD_LENGTH.max, ends()),
	newPassword: password,
});
export type ChangePassword = z.infer<typeof changePassword>;

/** The password again, or the answer of a passkey. */
export const confirmation = z.union([
	z.strictObject({ password: z.string().min(1).max(PASSWORD_LENGTH.max, ends()) }),
	z.strictObject({ passkey: passkeyAnswer }),
]);

export const addressEdit = z.strictObject({ email });

/** A change of the account's address that waits for the consent of one or both addresses. */
export const addressChange = z.object({
	/** The new one. */
	email: z.string(),
	expires_at: z.string(),
	old_confirmed: z.boolean(),
	new_confirmed: z.boolean(),
});
export type AddressChange = z.infer<typeof addressChange>;
export const pendingAddress = z.object({ pending: addressChange.nullable() });

/** A browser that is signed in. */
export const session = z.object({
	id: z.string(),
	/** The session of this request. */
	current: z.boolean(),
	createdAt: z.string(),
	/** Accurate to a few minutes. */
	lastUsedAt: z.string(),
	ipAddress: z.string().nullable(),
	userAgent: z.string().nullable(),
	how: z.enum(SIGN_IN_WAYS),
});
export type Session = z.infer<typeof session>;
