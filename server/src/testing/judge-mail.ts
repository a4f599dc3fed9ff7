import { answerFromMail } from '../adapters/model/built-in/mail/answer.ts';

const TODAY = new Date('2026-11-18T00:00:00Z');

export interface GivenMail {
	from?: string;
	subject?: string;
	text: string;
	attachments?: string[];
	partly?: boolean;
}

/** The built-in model's answer to a prompt and a mail of a confirmed sender, on 18 November 2026. */
export function judgeMail(
	prompt: string,
	{ from = 'Shop <orders@shop.example>', subject = '', ...given }: GivenMail,
	replies = false,
) {
	const sender = { address: /<(.*)>/.exec(from)?.[1] ?? from, checks: 'SPF pass' };
	return answerFromMail(prompt, { from, subject, sender, ...given }, replies, TODAY);
}
