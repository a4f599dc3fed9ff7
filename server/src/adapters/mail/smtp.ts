import type { Writable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Log, Mailer } from '../../ports.ts';
import { Undeliverable } from '../../undeliverable.ts';
import { compose } from './compose.ts';

/** Sends through a mail server, over a few kept connections. */
export function smtpMailer(url: string, from: string, log: Log): Mailer {
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
			const { message, envelope, messageId } = compose(from, mail);
			try {
				await transport.sendMail({ raw: message, envelope, messageId });
				log.info({ to: mail.to, subject: mail.subject, messageId }, 'mail');
			} catch (error) {
				const { responseCode, response } = error as { responseCode?: number; response?: string };
				// 5xx to what we said is the server's last word; to the sign-in (535) it is a setting to be mended.
				if (responseCode && responseCode >= 500 && responseCode !== 535) {
					throw new Undeliverable(response ?? 'The mail server refused the mail.', { cause: error });
				}
				throw error;
			}
		},
		close: () => transport.close(),
	};
}

/**
 * A message as nodemailer reads it, but handed over at once: nodemailer looks at each byte for lines that begin with a dot
 * or do not end as they should, which for ours is known. The last line's end goes its way, and so the dot that follows.
 */
const whole = (message: string) => ({
	readableDidRead: false,
	pipe(data: Writable & { push(chunk: string): boolean }) {
		this.readableDidRead = true;
		data.push(message.replaceAll('\r\n.', '\r\n..').slice(0, -2));
		data.end('\r\n');
	},
});
