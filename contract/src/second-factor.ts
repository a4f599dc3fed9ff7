import { z } from 'zod';
import { CODE_DIGITS } from './constants.ts';
import { ends } from './limit.ts';

/** Whether signing in with the password also needs a code. */
export const secondFactor = z.object({
	/** When it was turned on; null while it is off. */
	since: z.string().nullable(),
	/** Whether the operator requires one for every account. */
	required: z.boolean(),
	/** How many recovery codes have not been used. */
	recoveryCodesLeft: z.number(),
	/** How many browsers are not asked for a code at the moment. */
	trustedBrowsers: z.number(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** What an authenticator app needs. It is active once a code of the app was entered. */
export const secondFactorSetup = z.object({
	/** For typing: base32. */
	secret: z.string(),
	/** The same with the names of product and account, otpauth://totp/... */
	uri: z.string(),
	/** The address above as a picture. */
	qrSvg: z.string(),
});
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;

/** Apps show codes in groups, so spaces are allowed. */
const code = z
	.string()
	.max(20, ends())
	.transform((text) => text.replace(/\s/g, ''))
	.pipe(z.string().regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), `must have ${CODE_DIGITS} digits`));

export const factorCode = z.strictObject({ code });

export const signInCode = z
	.strictObject({
		code: code.optional(),
		recoveryCode: z.string().min(1, 'must not be blank').max(50, ends()).optional(),
		/** Whether this browser is not asked for codes for `TRUST_DAYS`. */
		trust: z.boolean().default(false),
	})
	.refine((given) => (given.code === undefined) !== (given.recoveryCode === undefined), {
		message: 'must be given, or recoveryCode in its place',
		path: ['code'],
	});

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
