import type { Billing } from '@watchword/contract/billing';
import { desc, eq, sql } from 'drizzle-orm';
import { publish } from '../events.ts';
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
}

export async function readBilling(db: Db, uid: string): Promise<Billing> {
	return { creditBalance: (await lastEntry(db, uid))?.balance ?? 0 };
}

async function lastEntry(db: Db, uid: string) {
	const [last] = await db
		.select({ seq: ledgerEntries.seq, balance: ledgerEntries.balance })
		.from(ledgerEntries)
		.where(eq(ledgerEntries.uid, uid))
		.orderBy(desc(ledgerEntries.seq))
		.limit(1);
	return last;
}

/**
 * Adds an entry in the caller's transaction. Entries of one user wait for each other on the user's row, so that each
 * builds on the one before it. `short` where the balance would become negative; nothing is entered then.
 */
export async function enter(tx: Db, entry: Entry): Promise<'entered' | 'repeated' | 'short'> {
	await tx.execute(sql`select from users where id = ${entry.uid} for update`);
	const [known] = await tx
		.select({ id: ledgerEntries.id })
		.from(ledgerEntries)
		.where(sql`${ledgerEntries.kind} = ${entry.kind} and ${ledgerEntries.reference} = ${entry.reference}`);
	if (known) return 'repeated';
	const last = await lastEntry(tx, entry.uid);
	const balance = (last?.balance ?? 0) + entry.credits;
	if (balance < 0) return 'short';
	await tx.insert(ledgerEntries).values({
		id: newId(),
		uid: entry.uid,
		seq: (last?.seq ?? 0) + 1,
		kind: entry.kind,
		credits: entry.credits,
		balance,
		previous_seq: last?.seq ?? null,
		previous_balance: last?.balance ?? null,
		reference: entry.reference,
		why: entry.why ?? '',
	});
	await publish(tx, entry.uid, { topic: 'billing' });
	return 'entered';
}
