import { z } from 'zod';

/** What the portal may know before anyone has signed in: GET /api/portal. */
export const portalSettings = z.object({
	supportEmail: z.string(),
	termsUrl: z.string(),
	privacyUrl: z.string(),
	companyUrl: z.string(),
	mailDomain: z.string(),
	/** Where cameras deliver their mail, and whether the connection can be encrypted (STARTTLS). */
	mailServer: z.object({ host: z.string(), port: z.number(), encrypted: z.boolean() }),
	/** The bucket of the storage addresses, /v0/b/{bucket}/o/{path}. */
	storageBucket: z.string(),
	/** Whether the built-in model decides, or one that the operator has set. */
	builtInModel: z.boolean(),
	/** For how many days captures are kept, and runs by how they came out. */
	keptDays: z.object({
		captures: z.number(),
		done: z.number(),
		'not-met': z.number(),
		'cannot-tell': z.number(),
		failed: z.number(),
		skipped: z.number(),
	}),
	/** Where passkeys work: the origin of this installation. Null if its host is an IP address, for which no browser has passkeys. */
	passkeyOrigin: z.string().nullable(),
	/** The version of Watchword that answers, such as 1.2.0. */
	release: z.string(),
	/** How a command for the terminal begins here: `watchword admin` in an archive, `npm run admin --` in the repository. */
	commands: z.object({ admin: z.string(), camera: z.string() }),
	/** The build of the portal that is served; a page of another one is out of date. */
	version: z.string(),
	/** What the button for single sign-on calls the provider; null where there is none. */
	singleSignOn: z.object({ name: z.string() }).nullable(),
	/** Whose payment form stands on the billing screen. The key is Stripe's publishable one. */
	payments: z.union([
		z.object({ provider: z.literal('stripe'), publishableKey: z.string() }),
		z.object({ provider: z.literal('test-cards') }),
	]),
});
export type PortalSettings = z.infer<typeof portalSettings>;
