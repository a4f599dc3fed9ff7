/** The mail server of an installation, as its operator sees and sets it. */
import { z } from 'zod';
import { email } from './ids.ts';
import { ends } from './limit.ts';

/** Who our mails come from: an address, or a name with an address in angle brackets. */
export const mailSender = z
	.string()
	.max(200, ends('must have at most 200 characters'))
	.regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be a sender such as Watchword <portal@example.com>');

/** A machine, with or without a port. */
export const mailServer = z
	.string()
	.max(250, ends())
	.regex(
		/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i,
		'must be a machine such as mail.example.com or mail.example.com:465',
	)
	.refine((server) => Number(server.split(':')[1] ?? 1) <= 65535, 'must have a port up to 65535');

export const operatorMail = z.strictObject({
	/** In words: through which server mails are sent, or where they are kept without one. */
	is: z.string(),
	/** The setting of the environment that names the server, so that it cannot be set here. */
	is_set: z.string().nullable(),
	/** The same for the sender. */
	sender_is_set: z.string().nullable(),
	/** Null where mails are kept as files. The password is never shown. */
	server: z.string().nullable(),
	user: z.string().nullable(),
	sender: z.string(),
});
export type OperatorMail = z.infer<typeof operatorMail>;

export const setMailBody = z.strictObject({
	server: mailServer,
	/** Empty for a server that asks for none. */
	user: z.string().max(250),
	/** Without it, the password stays as it is, if server and user do. */
	password: z.string().max(250).optional(),
	sender: mailSender,
});
export type SetMail = z.infer<typeof setMailBody>;

export const testMailBody = z.strictObject({ to: email });
