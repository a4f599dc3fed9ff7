import type { Billing } from '@watchword/contract/billing';
import { desc, eq, sql } from 'drizzle-orm';
import { announcement } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db } from '../ports.ts';
import { type ENTRY_KINDS, ledgerEntries } from './tables.ts';

interface Entry {
	uid: string;
	kind: (typeof ENTRY_KINDS)[number];
	credits: number;
	/** A run's or a payment's id: the same kind and reference is entered once, however often it is asked for. */
	reference: string;
	why?: string;
	/** Whose run it is for. */
	automation?: string;
}

export async function readBilling(db: Db, uid: string): Promise<Billing> {
	const [last] = await db
		.select({ balance: ledgerEntries.balance })
		.from(ledgerEntries)
		.where(eq(ledgerEntries.uid, uid))
		.orderBy(desc(ledgerEntries.seq))
		.limit(1);
	return { creditBalance: last?.balance ?? 0 };
}

/**
 * Adds an entry in the caller's transaction. Entries of one user wait for each other, so that each builds on the one
 * before it; that, and the look at what is there, is `enter_ledger` in the database: one statement from here.
 * `short` where the balance would become negative; nothing is entered then. The balance is the one that stands now.
 */
export async function enter(
	tx: Db,
	{ uid, kind, credits, reference, why = '', automation }: Entry,
): Promise<{ outcome: 'entered' | 'repeated' | 'short'; balance: number }> {
	const { rows } = await tx.execute(sql`
		select outcome, balance, case when outcome = 'entered' then ${announcement(uid, { topic: 'billing' })} end
		from enter_ledger(${newId()}, ${uid}, ${kind}, ${credits}, ${reference}, ${why}, ${automation ?? null})`);
	return rows[0] as { outcome: 'entered' | 'repeated' | 'short'; balance: number };
}
