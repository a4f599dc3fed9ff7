import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../ports.ts';

/** Our mail in nodemailer's words. */
export function compose(portalFrom: string, mail: Mail): SendMailOptions {
	const { to, subject, text, html, messageId, answers, pictures = [] } = mail;
	const from = mail.from ?? portalFrom;
	return {
		from,
		to,
		subject,
		text,
		html,
		...(messageId && { messageId }),
		attachments: pictures.map(({ cid, contentType, bytes }) => ({
			cid,
			contentType,
			content: Buffer.from(bytes),
			filename: `${cid}.${contentType.split('/')[1]}`,
			contentDisposition: 'inline' as const,
		})),
		headers: { 'Auto-Submitted': answers ? 'auto-replied' : 'auto-generated' },
		...(answers?.messageId && { inReplyTo: answers.messageId }),
		...(answers && { references: answers.references, envelope: { from: '', to } }),
	};
}
