import type { Writable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { MailServerFailure, Undeliverable } from '../../base/undeliverable.ts';
import type { Log, Mailer } from '../../ports.ts';
import { compose, type OurMail } from './compose.ts';

/** Sends through a mail server, over a few connections that stay open. */
export function smtpMailer(url: string, ours: OurMail, log: Log): Mailer {
	const transport = createTransport({
		url,
		pool: true,
		maxConnections: 5,
		maxMessages: 1000,
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		socketTimeout: 30_000,
	});
	transport.use('stream', ({ message, data }, done) => {
		if (message) message.createReadStream = () => whole(String(data.raw)) as never;
		done();
	});
	return {
		describe: `sent through ${new URL(url).host}`,
		async send(mail) {
			const { message, envelope, messageId } = compose(ours, mail);
			try {
				await transport.sendMail({ raw: message, envelope, messageId });
				log.info({ to: mail.to, subject: mail.subject, messageId }, 'mail');
			} catch (error) {
				if (isFinal(error as Answer)) {
					const { response = 'The mail server refused the mail.' } = error as Answer;
					throw new Undeliverable(response, { cause: error });
				}
				throw new MailServerFailure(error);
			}
		},
		close: () => transport.close(),
	};
}

interface Answer {
	code?: string;
	responseCode?: number;
	response?: string;
}

/**
 * 5xx is final where it is about this mail. At the greeting or the sign-in it is about this server or its settings, which the
 * operator can correct; 530 at the sender's address asks for a sign-in.
 */
const isFinal = ({ code, responseCode = 0 }: Answer) =>
	(code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && ![530, 535].includes(responseCode);

/**
 * Hands the whole message to nodemailer in one piece. Nodemailer would check every byte for leading dots and wrong line
 * ends; in our messages only the dots need care. The last line end goes through nodemailer, so that it adds the final dot.
 */
const whole = (message: string) => ({
	readableDidRead: false,
	pipe(data: Writable & { push(chunk: string): boolean }) {
		this.readableDidRead = true;
		data.push(message.replaceAll('\r\n.', '\r\n..').slice(0, -2));
		data.end('\r\n');
	},
});
