/** To which of our addresses a mail in the mailbox came. */
import { idIn } from '@watchword/contract/mailbox';
import { type Field, firstOf, parseFields, splitHead } from '../reading/header.ts';

/** Written by the host when it delivers. */
const DELIVERED = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to'];
/** Written by the sender. */
const ADDRESSED = ['to', 'cc', 'resent-to', 'resent-cc'];
const MAX_RECIPIENTS = 50;
const MAX_FIELD = 100_000;

const ADDRESS = /[^\s<>",;:()[\]\\]+@[^\s<>",;:()[\]\\]+/g;

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
		sender: /^<?([^\s<>]+@[^\s<>]+)>?$/.exec(firstOf(fields, 'return-path') ?? '')?.[1] ?? '',
	};
}

const valuesOf = (fields: readonly Field[], names: string[]) =>
	fields.flatMap(([name, value]) => (names.includes(name) ? [value] : []));

function ours(values: string[], mailAddress: string): HeadOfMail['recipients'] {
	const known = new Map<string, string>();
	for (const [address] of values.join(' ').slice(0, MAX_FIELD).matchAll(ADDRESS)) {
		const id = idIn(mailAddress, address);
		if (id !== null && known.size < MAX_RECIPIENTS) known.set(id, address.toLowerCase());
	}
	return [...known].map(([id, address]) => ({ address, id }));
}
