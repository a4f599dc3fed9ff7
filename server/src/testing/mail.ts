import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailServerFailure } from '../base/failures.ts';
import { addAutomation, grant } from './automation.ts';
import type { TestServer } from './server.ts';

/** An automation that answers the mails it gets, of a customer with credits. */
export async function addReplier(server: TestServer, fields: Parameters<typeof addAutomation>[2] = {}) {
	const customer = await server.customer();
	await grant(server, customer.uid, 100);
	const id = await addAutomation(server, customer.uid, {
		_actionType: 'replyToEmail',
		action_toAddress: null,
		...fields,
	});
	return { customer, id, to: `${id}@automations.localhost` };
}

/** Sends a mail as a stranger's server would; rejects with the listener's answer. */
export async function deliverMail(server: TestServer, mail: SendMailOptions) {
	const transport = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true });
	try {
		return await transport.sendMail(mail);
	} finally {
		transport.close();
	}
}

/** Addresses whose mail servers say "later" as long as they are in the set. */
export function refuseForNow({ services: { mailer } }: TestServer): Set<string> {
	const later = new Set<string>();
	const { send } = mailer;
	mailer.send = async (mail) => {
		if (later.has(mail.to)) throw new MailServerFailure(Object.assign(new Error(), { responseCode: 450 }));
		await send(mail);
	};
	return later;
}

/** The content inside the page of a mail. */
export const bodyOf = (html = '') => /<body[^>]*>\r?\n(.*)\r?\n<\/body>/s.exec(html)?.[1];
