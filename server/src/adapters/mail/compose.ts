import { randomUUID } from 'node:crypto';
import { isMailbox, OUR_HEADER } from '@watchword/contract/mailbox';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import { Undeliverable } from '../../base/failures.ts';
import type { Mail } from '../../ports/mailer.ts';

/** Who we are in the mails we send. */
export interface OurMail {
	/** The sender of mails that do not come from an automation's address. */
	from: string;
	/** The domain of our addresses. It is in the Message-ID and in our header, so that we recognise our own mails. */
	domain: string;
}

interface Composed {
	/** Exactly one recipient, and one sender or none. */
	envelope: { from: string | false; to: string[] };
	messageId: string;
	/** 7-bit text. Every line ends with CR LF, the last one too. */
	message: string;
}

/** A line of a mail may have 998 bytes, and a word in a header is never broken. */
const SUBJECT_LENGTH = 250;
const MESSAGE_ID = /^<[!-;=?-~]{1,250}>$/;

/**
 * Builds the mail as it is sent. Nodemailer writes the headers only: it would write the body in small pieces, which costs
 * several times as much as everything else in sending.
 */
export function compose(ours: OurMail, mail: Mail): Composed {
	const { to, subject, text, html, answers, unsubscribe, pictures = [] } = mail;
	// Nodemailer splits a string at commas into several addresses, so a comma would add a recipient.
	if (!isMailbox(to)) throw new Undeliverable('the recipient is not one complete email address');
	const messageId = mail.messageId ?? `<${randomUUID()}@${ours.domain}>`;
	const references = (answers?.references ?? []).filter((id) => MESSAGE_ID.test(id));
	const [either, within] = [boundary(), boundary()];
	const root = new MimeNode('multipart/alternative').setHeader({
		from: mail.from ?? ours.from,
		to,
		subject: [...subject].slice(0, SUBJECT_LENGTH).join(''),
		'message-id': messageId,
		[OUR_HEADER]: ours.domain,
		'auto-submitted': answers ? 'auto-replied' : 'auto-generated',
		...(answers?.messageId && MESSAGE_ID.test(answers.messageId) && { 'in-reply-to': answers.messageId }),
		...(references.length > 0 && { references: references.join(' ') }),
		...(unsubscribe && {
			'list-unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
			'list-unsubscribe-post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
		}),
		'content-type': { prepared: true, value: `multipart/alternative; boundary="${either}"` },
	});
	const shown = written('text/html', page(html));
	const message = [
		root.buildHeaders(),
		'',
		`--${either}`,
		...written('text/plain', text),
		`--${either}`,
		...(pictures.length === 0
			? shown
			: [
					`Content-Type: multipart/related; type="text/html"; boundary="${within}"`,
					'',
					`--${within}`,
					...shown,
					...pictures.flatMap((picture) => [`--${within}`, ...enclosed(picture)]),
					`--${within}--`,
				]),
		`--${either}--`,
		'',
	];
	return {
		envelope: { from: answers ? '' : root.getEnvelope().from, to: [to] },
		messageId,
		message: message.join('\r\n'),
	};
}

/**
 * The page around the HTML of a mail. Without it, mail programs use their oldest font and lines as wide as the window, and in
 * dark mode the text stays black.
 */
const page = (html: string) => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}</style>
</head>
<body style="max-width:640px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere">
${html}
</body>
</html>
`;

/** No text in quoted-printable or base64 can contain "=_". */
const boundary = () => `=_${randomUUID()}`;

function written(type: string, text: string): string[] {
	return [
		`Content-Type: ${type}; charset=utf-8`,
		'Content-Transfer-Encoding: quoted-printable',
		'',
		wrap(encode(text.replace(/\r\n?|\n/g, '\r\n'))),
	];
}

const LINE = 76;

function enclosed({ cid, contentType, bytes }: NonNullable<Mail['pictures']>[number]): string[] {
	const name = `${cid}.${contentType.split('/')[1]}`;
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
	const lines = [
		`Content-Type: ${contentType}; name="${name}"`,
		'Content-Transfer-Encoding: base64',
		`Content-Disposition: inline; filename="${name}"`,
		`Content-ID: <${cid}>`,
		'',
	];
	for (let at = 0; at < text.length; at += LINE) lines.push(text.slice(at, at + LINE));
	return lines;
}
