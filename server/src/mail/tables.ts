import type { MailMark } from '@watchword/contract/mail-mark';
import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
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
		/**
		 * The host whose Authentication-Results are believed, for a mail that was read from a mailbox; empty for none. Null for a mail
		 * that came by SMTP: its sender is checked here.
		 */
		trusted_host: text(),
		raw_path: text().notNull(),
		received_at: at().notNull().defaultNow(),
	},
	(t) => [index().on(t.automationId, t.received_at)],
);

/** How reading the operator's mailbox goes. There is one row, shared by all processes. */
export const mailboxes = pgTable('mailboxes', {
	id: text().primaryKey(),
	/** User, host and folder. */
	name: text().notNull(),
	/** While this stays the same, no number of a mail is used again. */
	uid_validity: bigint({ mode: 'number' }),
	/** Every mail up to this number is done. */
	last_uid: bigint({ mode: 'number' }).notNull().default(0),
	added_at: at().notNull().defaultNow(),
	/** When it was last looked at with success. */
	checked_at: at(),
	/** When a mail for an automation or a device was last taken from it. */
	mail_at: at(),
	/** Why it cannot be read, since it last could. */
	problem: text(),
	/** The last mail for one of us that was not taken, and why. */
	skipped: text(),
	skipped_at: at(),
	/** When it was reported that it cannot be read. */
	told_at: at(),
});

/** Mails that were taken from a mailbox. A mailbox that is moved numbers its mails anew, and their runs may be gone by then. */
export const mailsTaken = pgTable(
	'mails_taken',
	{
		/** As the key of the run or capture. */
		key: text().primaryKey(),
		_owner: owner(),
		taken_at: at().notNull().defaultNow(),
	},
	(t) => [index().on(t._owner), index().on(t.taken_at)],
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
