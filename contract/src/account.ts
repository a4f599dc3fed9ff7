import { z } from 'zod';
import { PRESENCES, QUIET_HOURS_NEEDED, quietHoursProblem } from './alerts.ts';
import { NAME_MAX_LENGTH, PASSWORD_LENGTH, TOURS } from './constants.ts';
import { email, id, timeOfDay } from './ids.ts';
import { passkeyAnswer } from './passkey.ts';
import { isZone } from './schedule.ts';

/** How a session began: `sso` is single sign-on, `link` the link of the demo account. */
export const SIGN_IN_WAYS = ['password', 'passkey', 'sso', 'link'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** What the identity side knows of a person. `password` among the providers marks an email/password account, `sso` one that is linked to a person at the provider of single sign-on. */
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
	/** IANA name of the zone times are shown and entered in; null is that of the browser. */
	zone: z.string().nullable(),
	/** Whether failed runs, and credits that run out, are told by mail. */
	mail_failures: z.boolean(),
	mail_credits: z.boolean(),
	/** Whether a camera that goes silent, and that is back, is told by mail. */
	mail_silent: z.boolean(),
	/** Whether mails that wait for a yes are reminded of every day. */
	mail_waiting: z.boolean(),
	/** When mails of automations are held, and sent as one at the end; null for never. May cross midnight. */
	quiet_start: z.string().nullable(),
	quiet_end: z.string().nullable(),
	/** When the mail about the last 24 hours is sent; null for never. */
	brief_at: z.string().nullable(),
	/** The zone whose wall clock the three times above are on. */
	alert_zone: z.string(),
	presence: z.enum(PRESENCES),
	/** The end of the address that switches between home and away without signing in; null where there is none. */
	presence_key: z.string().nullable(),
	/** When the account is erased, because its owner asked for it; null where nobody did. */
	leaves_at: z.string().nullable(),
});
export type User = z.infer<typeof user>;

/** The answer of GET /api/users/me; `details` is null where the account has no user document. */
export const me = z.object({
	account,
	details: user.nullable(),
	/** Present where the operator wants a second factor and this session has none: all else is refused until it is set up. */
	secondFactorNeeded: z.literal(true).optional(),
});
export type Me = z.infer<typeof me>;

export const password = z
	.string()
	.min(PASSWORD_LENGTH.min, `must have at least ${PASSWORD_LENGTH.min} characters`)
	.max(PASSWORD_LENGTH.max, `must have at most ${PASSWORD_LENGTH.max} characters`);

export const signIn = z.strictObject({ email, password: z.string().min(1).max(PASSWORD_LENGTH.max) });
export type SignIn = z.infer<typeof signIn>;
export const requestPasswordReset = z.strictObject({ email: z.string().max(1000) });
export type RequestPasswordReset = z.infer<typeof requestPasswordReset>;
export const resetPassword = z.strictObject({ token: z.string().min(1).max(200), newPassword: password });
export type ResetPassword = z.infer<typeof resetPassword>;
export const addTour = z.strictObject({ tour: z.enum(TOURS) });
export type AddTour = z.infer<typeof addTour>;

/** What one may change of one's own user document. What is left out stays, so that an old tab undoes nothing. */
export const userEdit = z
	.strictObject({
		/** One line, since it also stands in mails and in lists of the operator. */
		name: z
			.string()
			.trim()
			.min(1, 'must not be blank')
			.regex(/^\P{Cc}*$/u, 'must be one line')
			.max(NAME_MAX_LENGTH),
		zone: z.string().refine(isZone, 'must be a time zone such as Europe/Berlin').nullable(),
		mail_failures: z.boolean(),
		mail_credits: z.boolean(),
		mail_silent: z.boolean(),
		mail_waiting: z.boolean(),
		quiet_start: timeOfDay.nullable(),
		quiet_end: timeOfDay.nullable(),
		brief_at: timeOfDay.nullable(),
		alert_zone: z.string().refine(isZone, 'must be a time zone such as Europe/Berlin'),
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
	currentPassword: z.string().min(1).max(PASSWORD_LENGTH.max),
	newPassword: password,
});
export type ChangePassword = z.infer<typeof changePassword>;

/** The password again, or the answer of a passkey. */
export const confirmation = z.union([
	z.strictObject({ password: z.string().min(1).max(PASSWORD_LENGTH.max) }),
	z.strictObject({ passkey: passkeyAnswer }),
]);

export const addressEdit = z.strictObject({ email });

/** A change of the account's address that waits for one of the two addresses, or for both. */
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
	/** The one that asks. */
	current: z.boolean(),
	createdAt: z.string(),
	/** To a few minutes. */
	lastUsedAt: z.string(),
	ipAddress: z.string().nullable(),
	userAgent: z.string().nullable(),
	how: z.enum(SIGN_IN_WAYS),
});
export type Session = z.infer<typeof session>;
