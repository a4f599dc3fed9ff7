import { LOW_BALANCE } from '@watchword/contract/constants';
import { latestFire, nextFire } from '@watchword/contract/schedule';
import { and, eq, sql } from 'drizzle-orm';
import { enter } from '../billing/billing.ts';
import { ledgerEntries } from '../billing/tables.ts';
import type { Db } from '../ports/database.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { LeasedRun } from './lease.ts';

/**
 * Whether the automation already had its runs of the day of this run, in the automation's zone. Runs count that the model
 * answered and that did not fail.
 */
export async function hasReachedCap(db: Db, run: LeasedRun): Promise<boolean> {
	const { dailyCap, zone } = run;
	if (dailyCap === null) return false;
	const midnight = ['00:00'];
	const from = latestFire(midnight, zone, 0, run._timestamp) ?? run._timestamp;
	const to = nextFire(midnight, zone, 0, run._timestamp) ?? run._timestamp;
	const { rows } = await db.execute(sql`
		select count(*)::int as runs from (
			select from automation_runs
			where "_automationId" = ${run._automationId}
				and _timestamp >= ${from.toISOString()} and _timestamp < ${to.toISOString()}
				and action_verdict is not null and _status <> 'failed'
			limit ${dailyCap}
		) counted`);
	return Number(rows[0]?.runs) >= dailyCap;
}

/**
 * Mails the customer when a charge takes the balance below a limit. Entries of a user are in order, so exactly one crosses it.
 * That the balance is too low for another run is mailed once a day, as for skipped runs.
 */
export async function warnLowBalance(
	{ queue, creditsPerRun }: Pick<EngineNeeds, 'queue' | 'creditsPerRun'>,
	tx: Db,
	uid: string,
	credits: number,
	balance: number,
): Promise<void> {
	const crosses = (mark: number) => balance < mark && balance + credits >= mark;
	if (crosses(creditsPerRun)) await warnNoCredits({ queue }, tx, uid, balance);
	else if (crosses(LOW_BALANCE + 1)) await queue.send(tx, 'low-balance-mail', { uid, balance });
}

/** A failed run is free: its charge is refunded. */
export async function refundRun(tx: Db, run: LeasedRun): Promise<void> {
	const [charge] = await tx
		.select({ credits: ledgerEntries.credits })
		.from(ledgerEntries)
		.where(and(eq(ledgerEntries.kind, 'charge'), eq(ledgerEntries.reference, run.id)));
	const taken = -(charge?.credits ?? 0);
	if (taken > 0) {
		await enter(tx, {
			uid: run._owner,
			kind: 'refund',
			credits: taken,
			reference: run.id,
			why: 'The run failed.',
			automation: run._automationId,
		});
	}
}

const DAY_SECONDS = 24 * 3600;

export async function warnNoCredits(
	{ queue }: Pick<EngineNeeds, 'queue'>,
	tx: Db,
	uid: string,
	balance?: number,
): Promise<void> {
	const notice = { uid, ...(balance !== undefined && { balance }) };
	await queue.send(tx, 'credits-mail', notice, { key: uid, oncePerSeconds: DAY_SECONDS });
}
