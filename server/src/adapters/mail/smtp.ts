import type { Writable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { MailServerFailure, Undeliverable } from '../../base/failures.ts';
import type { Log } from '../../ports/log.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { compose, type OurMail } from './compose.ts';

/** A server that sends its answers byte by byte is never silent for long, so a mail also has a total time limit. */
const WHOLE_MS = 10 * 60_000;
/** The server's refusal is shown to the customer, up to this length. */
const MAX_SAID = 500;

/** Sends through a mail server, over a few connections that stay open. */
export function smtpMailer(url: string, ours: OurMail, log: Log, wholeMs = WHOLE_MS): Mailer {
	let transport = open(url);
	return {
		describe: `sent through ${new URL(url).host}`,
		server: serverIn(url),
		from: ours.from,
		async send(mail) {
			const { message, envelope, messageId } = compose(ours, mail);
			const used = transport;
			// Other mails on these connections get one more minute: a mail that is cut off may have been accepted, and would be sent twice.
			const late = setTimeout(() => {
				if (transport === used) transport = open(url);
				used.close();
			}, wholeMs * 0.9);
			const over = setTimeout(() => used.transporter.close?.({ force: true }), wholeMs);
			try {
				await used.sendMail({ raw: message, envelope, messageId });
				log.info({ to: mail.to, subject: mail.subject, messageId }, 'mail');
			} catch (error) {
				if (isFinal(error as Answer)) {
					const { response = 'The mail server refused the mail.' } = error as Answer;
					// PostgreSQL stores no NUL.
					throw new Undeliverable(response.replaceAll('\0', '').slice(0, MAX_SAID).toWellFormed(), {
						cause: error,
					});
				}
				const { code, responseCode } = error as Answer;
				throw new MailServerFailure(code === 'ETLS' && responseCode ? notEncrypted(error) : error);
			} finally {
				clearTimeout(late);
				clearTimeout(over);
			}
		},
		close: () => transport.close(),
	};
}

function serverIn(url: string): NonNullable<Mailer['server']> {
	const { hostname: host, port, protocol } = new URL(url);
	return { host, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) };
}

function open(url: string) {
	const transport = createTransport({
		url,
		pool: true,
		// Options in the query of the address override this.
		requireTLS: tellsPassword(url),
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
	return transport;
}

/** Whether a password would go over the network, which is allowed only with encryption. */
export function tellsPassword(url: string): boolean {
	const { protocol, hostname, password } = new URL(url);
	return protocol === 'smtp:' && password !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/i.test(hostname);
}

/** The server refused STARTTLS, which is not about this mail. The message tells the operator what to change. */
const notEncrypted = (cause: unknown) =>
	new Error(
		'It does not encrypt the connection. Set SMTP_URL to smtps://..., or let it end with ?requireTLS=false where the network is safe.',
		{ cause },
	);

interface Answer {
	code?: string;
	responseCode?: number;
	response?: string;
}

/**
 * 5xx is final if it is about this mail. At the greeting or the sign-in it is about the server or its settings, which the
 * operator can correct; 530 at the sender's address asks for a sign-in.
 */
const isFinal = ({ code, responseCode = 0 }: Answer) =>
	(code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && ![530, 535].includes(responseCode);

/**
 * Gives the whole message to nodemailer in one piece. Nodemailer would check every byte for leading dots and wrong line ends;
 * our messages only need the dots escaped. The last line end goes through nodemailer, so that it adds the final dot.
 */
const whole = (message: string) => ({
	readableDidRead: false,
	pipe(data: Writable & { push(chunk: string): boolean }) {
		this.readableDidRead = true;
		data.push(message.replaceAll('\r\n.', '\r\n..').slice(0, -2));
		data.end('\r\n');
	},
});
