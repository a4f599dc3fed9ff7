import { domainOf, isMailbox, OUR_HEADER } from '@watchword/contract/mailbox';
import { type Field, parseFields, splitHead } from './header.ts';

/** The addresses that our own mails are sent from. */
export interface OurAddresses {
	/** Every address of this domain belongs to an automation. */
	domain: string;
	/** The sender of all other mails, with or without a name. */
	from: string;
}

/** Local parts of addresses that nobody reads: from RFC 2142, RFC 3834, and what mailing lists and shops use. */
const ROBOTS = [
	/^(?:mailer-daemon|postmaster|majordomo|listserv|listproc|daemon|nobody)(?:[-+_.=]|$)/,
	/(?:^|[-+_.=])(?:no|do[-_.]?not|dont)[-_.]?(?:reply|response|answer)(?:[-+_.=]|$)/,
	/(?:^|[-+_.=])bounces?(?:[-+_.=]|$)/,
	/^owner-|-owner$|-request$/,
];

const AUTOMATIC = [
	'x-autoreply',
	'x-autorespond',
	'x-auto-response-suppress',
	'x-loop',
	'x-failed-recipients',
];
const REPORT =
	/^(?:multipart\/report|message\/(?:delivery-status|disposition-notification|feedback-report))/i;
const LIST = ['x-beenthere', 'x-mailing-list'];

/** Why a mail must not be answered (RFC 3834, or it came from one of our own addresses); null if it may be. */
export function whyNotAnswered(fields: readonly Field[], sender: string, ours: OurAddresses): string | null {
	if (!sender) return 'it came without a sender, as bounces do';
	if (!isMailbox(sender)) return 'its sender is not one plain email address';
	const local = sender.slice(0, sender.lastIndexOf('@')).toLowerCase();
	if (isOurs(sender, ours)) return 'it came from one of our own addresses';
	if (ROBOTS.some((robot) => robot.test(local))) return 'its sender takes no answers';
	const values = (name: string) => fields.filter(([key]) => key === name).map(([, value]) => value.trim());
	const has = (name: string) => fields.some(([key]) => key === name);
	if (values('auto-submitted').some((value) => !/^no\s*(?:[;(]|$)/i.test(value)) || AUTOMATIC.some(has))
		return 'it is an automatic mail';
	if (values('content-type').some((value) => REPORT.test(value))) return 'it is a report about another mail';
	if (fields.some(([key]) => key.startsWith('list-')) || LIST.some(has))
		return 'it came through a mailing list';
	if (has('precedence')) return 'it is a bulk mail';
	return null;
}

function isOurs(address: string, { domain, from }: OurAddresses): boolean {
	const known = address.toLowerCase();
	const mailbox = /([^\s<>]+)>?$/.exec(from)?.[1]?.toLowerCase();
	return domainOf(known) === domain || known === mailbox;
}

/**
 * Whether this is a mail of ours that came back, perhaps forwarded by somebody. It must not start a run, or two automations
 * could answer each other forever.
 */
export function isOurMail(raw: Buffer, domain: string): boolean {
	return parseFields(splitHead(raw.subarray(0, HEAD_BYTES)).head).some(([name, text]) => {
		const value = text.toLowerCase();
		if (name === OUR_HEADER.toLowerCase()) return value === domain;
		return name === 'message-id' && value.endsWith(`@${domain}>`);
	});
}

const HEAD_BYTES = 256 * 1024;
