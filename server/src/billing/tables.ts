import { PAYMENT_STATUSES, STATEMENT_KINDS } from '@watchword/contract/billing';
import { sql } from 'drizzle-orm';
import {
	boolean,
	check,
	foreignKey,
	index,
	integer,
	pgTable,
	text,
	timestamp,
	unique,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * The ledger. Entries are added and never changed or deleted (a trigger refuses both). Each entry names the one before it
 * and the balance after it. A foreign key guards the chain and a check guards the sum, so the database itself guarantees
 * that every balance is the sum of its entries and never negative.
 */
export const ledgerEntries = pgTable(
	'ledger_entries',
	{
		id: text().primaryKey(),
		/** The account. Not a foreign key: entries stay when their account is removed, and then name nobody. */
		uid: text().notNull(),
		seq: integer().notNull(),
		at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		kind: text({ enum: STATEMENT_KINDS }).notNull(),
		/** Credits added; negative if they were taken. */
		credits: integer().notNull(),
		balance: integer().notNull(),
		previous_seq: integer(),
		previous_balance: integer(),
		/** The id of a run or a payment, or a text of the operator. Unique per kind. */
		reference: text().notNull(),
		why: text().notNull().default(''),
		/** The automation of the run. Stored here, because runs are deleted sooner than ledger entries. */
		automation: text(),
	},
	(t) => [
		unique('ledger_place').on(t.uid, t.seq, t.balance),
		unique('ledger_seq').on(t.uid, t.seq),
		unique('ledger_once').on(t.kind, t.reference),
		index().on(t.uid, t.at),
		// Most entries are charges. This index finds the others.
		index('ledger_other').on(t.uid, t.at).where(sql`${t.kind} <> 'charge'`),
		foreignKey({
			name: 'ledger_chain',
			columns: [t.uid, t.previous_seq, t.previous_balance],
			foreignColumns: [t.uid, t.seq, t.balance],
		}),
		check('ledger_never_negative', sql`${t.balance} >= 0`),
		check('ledger_sum', sql`${t.balance} = coalesce(${t.previous_balance}, 0) + ${t.credits}`),
		check(
			'ledger_order',
			sql`case when ${t.seq} = 1 then ${t.previous_seq} is null else ${t.previous_seq} = ${t.seq} - 1 and ${t.previous_balance} is not null end`,
		),
	],
);

/**
 * Our own record of each payment, made before the provider is asked. Later answers of the provider are compared with it:
 * they can change the state of a payment, but never its amount or its customer.
 */
export const payments = pgTable(
	'payments',
	{
		/** Also the idempotency key with the provider, and the reference of the purchase in the ledger. */
		id: text().primaryKey(),
		uid: text()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		provider: text({ enum: ['stripe', 'test-cards'] }).notNull(),
		livemode: boolean().notNull(),
		/** The provider's id; null until it has answered. */
		intent: text().unique(),
		status: text({ enum: PAYMENT_STATUSES }).notNull().default('requires_payment_method'),
		/** In cents, like all amounts of money here. */
		amount: integer().notNull(),
		currency: text().notNull(),
		credits: integer().notNull(),
		created_at: at().notNull().defaultNow(),
		credited_at: at(),
		refunded: integer().notNull().default(0),
		disputed: integer().notNull().default(0),
		/** Credits taken back for them. Fewer than they are worth if the balance was too low. */
		refund_taken: integer().notNull().default(0),
		dispute_taken: integer().notNull().default(0),
		/** Each request to the provider takes the next number. The result of a later request is never overwritten. */
		looks: integer().notNull().default(0),
		applied: integer().notNull().default(0),
		/** When the reconciler asks the provider next; null if there is nothing left to ask. */
		next_look_at: at(),
	},
	(t) => [
		index().on(t.uid, t.created_at),
		index('payments_open').on(t.next_look_at).where(sql`${t.next_look_at} is not null`),
		check(
			'payments_taken_in_bounds',
			sql`${t.refund_taken} >= 0 and ${t.dispute_taken} >= 0
			and ${t.refund_taken} + ${t.dispute_taken} <= ${t.credits}`,
		),
	],
);
