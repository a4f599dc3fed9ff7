import { createHash, subtle } from 'node:crypto';
import { bytesOf, type Content, LARGE_BYTES, piecesOf } from '../base/incoming.ts';
import { firstOf, parseFields, splitHead } from './reading/header.ts';

/** The header fields that describe the content. Servers on the way may add other fields. */
const CONTENT_FIELDS = new Set(
	'from sender reply-to to cc subject in-reply-to references content-type content-transfer-encoding'.split(
		' ',
	),
);

/** Longer headers are compared byte for byte. */
const MAX_HEAD = 64 * 1024;

/**
 * Two mails with the same digest are the same mail: same Message-ID and content. Without a Message-ID, every byte of the
 * header counts too, because nothing else identifies the mail.
 */
export async function mailDigest(mail: Content): Promise<string> {
	const beginning = bytesOf(mail, Math.min(mail.length, LARGE_BYTES));
	const { head, body } = splitHead(beginning);
	const fields = head.length <= MAX_HEAD ? parseFields(head) : [];
	const messageId = firstOf(fields, 'message-id');
	const compared = [messageId, ...fields.filter(([name]) => CONTENT_FIELDS.has(name))];
	const hash = createHash('sha256')
		.update(messageId ? JSON.stringify(compared) : head)
		.update('\0')
		.update(body);
	// Each piece in a thread: to hash a large mail here would keep others waiting.
	for await (const piece of piecesOf(mail, beginning.length))
		hash.update(new Uint8Array(await subtle.digest('SHA-256', piece)));
	return hash.digest('base64url');
}

/** A mail that comes again makes no second run or capture. */
export const mailKey = (recipientId: string, digest: string) => `mail:${recipientId}:${digest}`;
