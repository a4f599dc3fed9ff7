import { createTransport } from 'nodemailer';
import type { Log, Mailer } from '../../ports.ts';

/** Sends through a mail server, over a few kept connections. */
export function smtpMailer(url: string, from: string, log: Log): Mailer {
	const transport = createTransport(
		{
			url,
			pool: true,
			maxConnections: 5,
			connectionTimeout: 10_000,
			greetingTimeout: 10_000,
			socketTimeout: 30_000,
		},
		{ from },
	);
	return {
		describe: `sent through ${new URL(url).host}`,
		async send(mail) {
			const { messageId } = await transport.sendMail(mail);
			log.info({ to: mail.to, subject: mail.subject, messageId }, 'mail');
		},
		close: () => transport.close(),
	};
}
