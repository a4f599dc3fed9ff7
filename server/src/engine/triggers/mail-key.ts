import { createHash } from 'node:crypto';
import { firstOf, parseFields, splitHead } from '../reading/header.ts';

/** The header fields that describe the content. Servers on the way may add other fields. */
const CONTENT_FIELDS = new Set(
	'from sender reply-to to cc subject in-reply-to references content-type content-transfer-encoding'.split(
		' ',
	),
);

/** Longer headers are compared byte for byte. */
const MOST_HEAD = 64 * 1024;

/**
 * Two mails with the same key are the same mail: same recipient, Message-ID and content. Without a Message-ID, every byte
 * of the header counts too, because nothing else identifies the mail.
 */
export function mailKey(recipientId: string, raw: Buffer): string {
	const { head, body } = splitHead(raw);
	const fields = head.length <= MOST_HEAD ? parseFields(head) : [];
	const messageId = firstOf(fields, 'message-id');
	const compared = [messageId, ...fields.filter(([name]) => CONTENT_FIELDS.has(name))];
	const hash = createHash('sha256')
		.update(messageId ? JSON.stringify(compared) : head)
		.update('\0')
		.update(body)
		.digest('base64url');
	return `mail:${recipientId}:${hash}`;
}
