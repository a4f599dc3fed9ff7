/** What a raw mail says: from its bytes alone, so that it can be read anywhere. */
import PostalMime, { type Email } from 'postal-mime';
import type { automationRuns, MailChecks } from '../runs/tables.ts';
import { cleanHtml, htmlToText } from './html.ts';

const TEXT_LIMIT = 100_000;
const HTML_LIMIT = 5_000_000;
const MAX_ATTACHMENTS = 50;

export interface Enclosed {
	name: string;
	contentType: string;
	bytes: Buffer;
}

/** Under the names a run keeps it by. */
export interface Message {
	trigger_from: string;
	trigger_subject: string;
	trigger_html: string | null;
	trigger_text: string;
	trigger_reply: NonNullable<typeof automationRuns.$inferSelect.trigger_reply>;
	attachments: Enclosed[];
}

/** What a raw message says and encloses. Nothing is stored. */
export async function parseMessage(
	raw: Buffer,
	/** The envelope's; what the message itself names where it came without one. */
	envelopeSender: string | null,
	checks: MailChecks,
	mailDomain: string,
): Promise<Message> {
	let parsed: Email;
	try {
		parsed = await PostalMime.parse(raw, { maxNestingDepth: 100 });
	} catch (error) {
		return unreadable(envelopeSender, error instanceof Error ? error.message : String(error));
	}
	const html = parsed.html ? cleanHtml(parsed.html.slice(0, HTML_LIMIT)) : null;
	const text = (parsed.text || (html && htmlToText(html)) || '').slice(0, TEXT_LIMIT);
	const sender = envelopeSender ?? parsed.from?.address ?? '';
	return {
		trigger_from: senderName(parsed) ?? sender,
		trigger_subject: oneLine(parsed.subject ?? '', 1000),
		trigger_html: html,
		trigger_text: withoutNul(text),
		attachments: parsed.attachments.slice(0, MAX_ATTACHMENTS).map(enclosed),
		trigger_reply: {
			to: sender || null,
			refused: whyNoReply(parsed, sender, checks, mailDomain),
			messageId: parsed.messageId ?? null,
			references: (parsed.references ?? '').match(/<[^<>\s]+>/g)?.slice(-20) ?? [],
		},
	};
}

/** A mail of which nothing is known but that it came. */
export function unreadable(sender: string | null, reason: string): Message {
	return {
		trigger_from: sender ?? '',
		trigger_subject: '',
		trigger_text: `This mail could not be read: ${reason}`,
		trigger_html: null,
		attachments: [],
		trigger_reply: { to: null, refused: 'the mail could not be read', messageId: null, references: [] },
	};
}

function enclosed(attachment: Email['attachments'][number], index: number): Enclosed {
	return {
		name: oneLine(attachment.filename ?? `attachment ${index + 1}`, 255),
		contentType: /^[\w.+-]+\/[\w.+-]+$/.test(attachment.mimeType)
			? attachment.mimeType.toLowerCase()
			: 'application/octet-stream',
		bytes: Buffer.from(attachment.content as ArrayBuffer),
	};
}

/** No answer to what must not be answered: RFC 3834, our own addresses, and senders that are not who they say. */
function whyNoReply(parsed: Email, sender: string, checks: MailChecks, mailDomain: string): string | null {
	const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value.toLowerCase();
	if (!sender) return 'it came without a sender, as bounces do';
	if (/^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)[@+]/i.test(sender))
		return 'its sender takes no answers';
	if (sender.toLowerCase().endsWith(`@${mailDomain}`)) return 'it came from one of our own addresses';
	const auto = header('auto-submitted');
	if (auto && !auto.startsWith('no')) return 'it is an automatic mail';
	if (header('x-autoreply') || header('x-autorespond') || header('x-auto-response-suppress'))
		return 'it is an automatic mail';
	if (header('list-id') || header('list-unsubscribe') || header('list-post'))
		return 'it came through a mailing list';
	if (/bulk|junk|list|auto_reply/.test(header('precedence') ?? '')) return 'it is a bulk mail';
	if (checks.dmarc === 'fail') return 'its sender failed DMARC';
	return null;
}

function senderName(parsed: Email): string | null {
	const from = parsed.from;
	if (!from?.address) return null;
	return oneLine(from.name ? `${from.name} <${from.address}>` : from.address, 500);
}

const withoutNul = (text: string) => text.replaceAll('\0', '');

const oneLine = (text: string, most: number) =>
	withoutNul(text)
		.replace(/[\r\n\t]+/g, ' ')
		.slice(0, most);
