import { randomUUID } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { Mail } from '../../ports.ts';

interface Composed {
	envelope: { from: string | false; to: string[] };
	messageId: string;
	/** In seven bits, its lines ended by CR and LF, the last one too. */
	message: string;
}

/**
 * Our mail as it travels. Nodemailer writes the head; it would write the body as well, but in small pieces and at several
 * times the cost of all else that is done to send it.
 */
export function compose(portalFrom: string, mail: Mail): Composed {
	const { to, subject, text, html, messageId, answers, pictures = [] } = mail;
	const [either, within] = [boundary(), boundary()];
	const root = new MimeNode(`multipart/alternative; boundary=${either}`).setHeader({
		from: mail.from ?? portalFrom,
		to,
		subject,
		...(messageId && { 'message-id': messageId }),
		'auto-submitted': answers ? 'auto-replied' : 'auto-generated',
		...(answers?.messageId && { 'in-reply-to': answers.messageId }),
		...(answers && answers.references.length > 0 && { references: answers.references.join(' ') }),
	});
	const shown = written('text/html', html);
	const message = [
		root.buildHeaders(),
		'',
		`--${either}`,
		...written('text/plain', text),
		`--${either}`,
		...(pictures.length === 0
			? shown
			: [
					`Content-Type: multipart/related; type="text/html"; boundary=${within}`,
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
		envelope: answers ? { from: '', to: [to] } : root.getEnvelope(),
		messageId: root.messageId(),
		message: message.join('\r\n'),
	};
}

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
		`Content-Type: ${contentType}; name=${name}`,
		'Content-Transfer-Encoding: base64',
		`Content-Disposition: inline; filename=${name}`,
		`Content-ID: <${cid}>`,
		'',
	];
	for (let at = 0; at < text.length; at += LINE) lines.push(text.slice(at, at + LINE));
	return lines;
}
