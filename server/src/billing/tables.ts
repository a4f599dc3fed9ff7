import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

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
