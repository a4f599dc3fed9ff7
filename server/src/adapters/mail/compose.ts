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
		attachments: pictures.map((picture) => ({ cid: picture.cid, raw: enclose(picture) })),
		headers: { 'Auto-Submitted': answers ? 'auto-replied' : 'auto-generated' },
		...(answers?.messageId && { inReplyTo: answers.messageId }),
		...(answers && { references: answers.references, envelope: { from: '', to } }),
	};
}

const LINE = 76;

/** A picture as a part of a mail. Nodemailer makes the same, in small pieces, at several times the cost. */
function enclose({ cid, contentType, bytes }: NonNullable<Mail['pictures']>[number]): string {
	const name = `${cid}.${contentType.split('/')[1]}`;
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
	const lines = [
		`Content-Type: ${contentType}; name=${name}`,
		'Content-Transfer-Encoding: base64',
		`Content-Disposition: inline; filename=${name}`,
		`Content-ID: <${cid}>`,
		'',
	];
	for (let at = 0; at < text.length; at += LINE) lines.push(text.slice(at, at + LINE));
	return lines.join('\r\n');
}
