import type { Billing, StatementLine } from '@watchword/contract/billing';
import { desc, eq, sql } from 'drizzle-orm';
import { announcement } from '../base/events.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import { ledgerEntries } from './tables.ts';

interface Entered {
	/** `short` if the balance would become negative: then nothing is entered. */
	outcome: 'entered' | 'repeated' | 'short';
	/** The present one. */
	balance: number;
}

interface Entry {
	uid: string;
	kind: StatementLine['kind'];
	credits: number;
	/** The id of a run or a payment. Each pair of kind and reference is entered only once. */
	reference: string;
	why?: string;
	/** The automation of the run. */
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
 * Adds an entry in the caller's transaction. Entries of one user wait for each other, because each builds on the one
 * before it. The database function `enter_ledger` does this and the checks in one statement.
 */
export async function enter(
	tx: Db,
	{ uid, kind, credits, reference, why = '', automation }: Entry,
): Promise<Entered> {
	const { rows } = await tx.execute(sql`
		select outcome, balance, case when outcome = 'entered' then ${announcement(uid, { topic: 'billing' })} end
		from enter_ledger(${newId()}, ${uid}, ${kind}, ${credits}, ${reference}, ${why}, ${automation ?? null})`);
	return rows[0] as unknown as Entered;
}
