/** To which of our addresses a mail in the mailbox came. */
import { idIn } from '@watchword/contract/mailbox';
import { type Field, firstOf, parseFields, splitHead } from '../reading/header.ts';

/** Written by the host when it delivers. */
const DELIVERED = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to'];
/** Written by the sender. */
const ADDRESSED = ['to', 'cc', 'resent-to', 'resent-cc'];
const MAX_RECIPIENTS = 50;
const MAX_FIELD = 100_000;

/** What is no part of an address, and what may stand around one. */
const BETWEEN = /[\s<>",;:()[\]\\]/;
/** The longest address of RFC 5321. */
const MAX_ADDRESS = 254;

export interface HeadOfMail {
	/** Each address of ours with the part of its own. */
	recipients: { address: string; id: string }[];
	/** The sender of the envelope; empty if the host names none. */
	sender: string;
}

/** The host's fields count if they name one of our addresses, otherwise those of the sender. */
export function readHead(head: Buffer, mailAddress: string): HeadOfMail {
	const fields = parseFields(splitHead(head).head);
	const found = DELIVERED.map((name) => ours([firstOf(fields, name) ?? ''], mailAddress)).find(
		(some) => some.length > 0,
	);
	return {
		recipients: found ?? ours(valuesOf(fields, ADDRESSED), mailAddress),
		sender: senderIn(firstOf(fields, 'return-path') ?? ''),
	};
}

const valuesOf = (fields: readonly Field[], names: string[]) =>
	fields.flatMap(([name, value]) => (names.includes(name) ? [value] : []));

function senderIn(value: string): string {
	const address = value.startsWith('<') && value.endsWith('>') ? value.slice(1, -1) : value;
	return isAddress(address) && !/[\s<>]/.test(address) ? address : '';
}

/** Without a pattern for the whole: a stranger's long text could keep one busy for a minute. */
function isAddress(text: string): boolean {
	const at = text.indexOf('@', 1);
	return text.length <= MAX_ADDRESS && at > 0 && at < text.length - 1;
}

function ours(values: string[], mailAddress: string): HeadOfMail['recipients'] {
	const known = new Map<string, string>();
	for (const address of values.join(' ').slice(0, MAX_FIELD).split(BETWEEN)) {
		const id = isAddress(address) ? idIn(mailAddress, address) : null;
		if (id !== null && known.size < MAX_RECIPIENTS) known.set(id, address.toLowerCase());
	}
	return [...known].map(([id, address]) => ({ address, id }));
}
