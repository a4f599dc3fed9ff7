import { z } from 'zod';

/** What the portal may know before anyone has signed in: GET /api/portal. */
export const portalSettings = z.object({
	supportEmail: z.string(),
	termsUrl: z.string(),
	privacyUrl: z.string(),
	companyUrl: z.string(),
	/** How the addresses of automations and devices look, with `{id}` for the part of its own. */
	mailAddress: z.string(),
	/** Where cameras deliver their mail, and whether STARTTLS is offered. Null where mail comes in through a mailbox. */
	mailServer: z.object({ host: z.string(), port: z.number(), encrypted: z.boolean() }).nullable(),
	/** Whether a mail server is set; otherwise mails only become files. */
	sendsMail: z.boolean(),
	/** Whether the operator has an MQTT broker, through which accounts may be in Home Assistant. */
	homeAssistant: z.boolean(),
	/** The bucket of the storage addresses, /v0/b/{bucket}/o/{path}. */
	storageBucket: z.string(),
	/** Whether the built-in model decides, or one that the operator configured. */
	builtInModel: z.boolean(),
	/** Whether a language model can fill in conditions. */
	fillsConditions: z.boolean(),
	/** Whether the built-in model looks first at every picture, because the language model is slow. */
	looksFirst: z.boolean(),
	/** For how many days captures are kept, and runs by their outcome. */
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
	/** How a terminal command begins here: `watchword admin` in an archive, `npm run admin --` in the repository. */
	commands: z.object({ admin: z.string(), camera: z.string() }),
	/** The build of the portal that is served; a page from another build is out of date. */
	version: z.string(),
	/** The provider's name on the single sign-on button; null if there is none. */
	singleSignOn: z.object({ name: z.string() }).nullable(),
	/** Whose payment form the billing screen shows. The key is Stripe's publishable one. With `none`, runs cost nothing. */
	payments: z.union([
		z.object({ provider: z.literal('none') }),
		z.object({ provider: z.literal('stripe'), publishableKey: z.string() }),
		z.object({ provider: z.literal('test-cards') }),
	]),
});
export type PortalSettings = z.infer<typeof portalSettings>;
