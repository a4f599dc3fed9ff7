/** Whether the operator's mailbox, from which mails are read, is really read. */
import { z } from 'zod';

/** After so many minutes without a look into the mailbox, the operator and the owners of its automations are told. */
export const AWAY_AFTER_MINUTES = 15;

const at = z.iso.datetime().nullable();

export const automationMail = z.strictObject({
	/** The last mail to the automation that is kept. */
	last_mail_at: at,
	/** Null where mail comes in by SMTP alone. `away` means that it could not be read for a while. */
	mailbox: z.strictObject({ checked_at: at, away: z.boolean() }).nullable(),
});
export type AutomationMail = z.infer<typeof automationMail>;

/** The same for the operator. */
export const operatorMailbox = z.strictObject({
	/** User, folder and host. */
	is: z.string(),
	checked_at: at,
	/** When a mail was last taken from it. */
	mail_at: at,
	away: z.boolean(),
	/** Why it cannot be read now. */
	problem: z.string().nullable(),
	/** The last mail for an automation that was not taken, and why. */
	skipped: z.string().nullable(),
	skipped_at: at,
});
export type OperatorMailbox = z.infer<typeof operatorMailbox>;
