import type { MailMark } from '@watchword/contract/mail-mark';
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { owner } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });

/** A mail to an automation's address. Its content is read from the raw message when its run begins. */
export const mails = pgTable(
	'mails',
	{
		id: text().primaryKey(),
		_owner: owner(),
		automationId: text()
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		/** The envelope: who really sent it, from where, to which of our addresses. The sender of a bounce is empty. */
		sender: text().notNull(),
		recipient: text().notNull(),
		remote_address: text().notNull(),
		helo: text().notNull(),
		raw_path: text().notNull(),
		received_at: at().notNull().defaultNow(),
	},
	(t) => [index().on(t.automationId, t.received_at)],
);

export interface Attachment {
	name: string;
	contentType: string;
	size: number;
	path: string;
	/** Set if the HTML may refer to it by this name. */
	cid?: string;
}

/** Who a mail is really from, as far as SPF, DKIM and DMARC can show. Results are named as in RFC 8601. */
export interface MailChecks {
	spf: string;
	dkim: string;
	dmarc: string;
	/** The domain of the envelope's sender, which SPF checks; null if the sender is empty. */
	envelopeDomain: string | null;
	/** The domain of each address in From, which DMARC checks. A mail with exactly one author has exactly one. */
	fromDomains: string[];
	/** A result is missing because DNS did not answer or time ran out: the same check may succeed later. */
	temporary: boolean;
}

/** What a reply to a mail needs: whether it is allowed, and the headers of its thread. */
export interface ReplyFacts {
	/** The envelope's sender, who gets a reply. */
	to: string | null;
	/** The address in From, which may be false. */
	author: string | null;
	refused: string | null;
	messageId: string | null;
	references: string[];
	/** What the header says of its kind; missing if it was not read whole. */
	marks?: MailMark[];
}
