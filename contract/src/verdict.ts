import { z } from 'zod';

/** What a model must answer. The evidence stands first, so that the verdict follows from it. */
export const answer = z.strictObject({
	/** What was seen or read that decides, quoted or counted. */
	evidence: z.string().min(1).max(4000),
	verdict: z.enum(['met', 'not met', 'cannot tell']),
	/** The result in words for the customer; what a save keeps. */
	information: z.string().min(1).max(20_000),
	/** The mail to send where the action is a mail; empty otherwise. */
	email_subject: z.string().max(300),
	email_html: z.string().max(200_000),
});
export type Answer = z.infer<typeof answer>;
