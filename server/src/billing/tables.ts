import { PAYMENT_STATUSES } from '@watchword/contract/billing';
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

export const ENTRY_KINDS = ['charge', 'purchase', 'grant', 'refund', 'dispute'] as const;

/**
 * The ledger: entries are added and never changed (a trigger refuses both), and each names the entry before it and the
 * balance it left. The chain is a foreign key and the sum a check, so the database itself holds that every balance is the
 * sum of its entries and that none is negative.
 */
export const ledgerEntries = pgTable(
	'ledger_entries',
	{
		id: text().primaryKey(),
		uid: text()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		seq: integer().notNull(),
		at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
		kind: text({ enum: ENTRY_KINDS }).notNull(),
		/** Added, or taken where negative. */
		credits: integer().notNull(),
		balance: integer().notNull(),
		previous_seq: integer(),
		previous_balance: integer(),
		/** What it was for: a run's id, a payment's id, or an operator's word. Once per kind. */
		reference: text().notNull(),
		why: text().notNull().default(''),
		/** Whose run it was for. Kept here, since runs are forgotten sooner than what they cost. */
		automation: text(),
	},
	(t) => [
		unique('ledger_place').on(t.uid, t.seq, t.balance),
		unique('ledger_seq').on(t.uid, t.seq),
		unique('ledger_once').on(t.kind, t.reference),
		index().on(t.uid, t.at),
		// Few among many charges: what was added, and what was taken back.
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
 * Our own record of each payment, made before the provider hears of it. What the provider says later is held against it:
 * it can say how far a payment is, never what it was for.
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
		/** What the provider calls it; null until it has answered. */
		intent: text().unique(),
		status: text({ enum: PAYMENT_STATUSES }).notNull().default('requires_payment_method'),
		/** In cents, as all money here. */
		amount: integer().notNull(),
		currency: text().notNull(),
		credits: integer().notNull(),
		created_at: at().notNull().defaultNow(),
		credited_at: at(),
		refunded: integer().notNull().default(0),
		disputed: integer().notNull().default(0),
		/** Credits taken back for those; less than they are worth where the balance did not hold as many. */
		refund_taken: integer().notNull().default(0),
		dispute_taken: integer().notNull().default(0),
		/** Each look at the provider takes the next number first; what a later look found is never overwritten. */
		looks: integer().notNull().default(0),
		applied: integer().notNull().default(0),
		/** When the reconciler asks by itself; null once there is nothing left to ask. */
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
