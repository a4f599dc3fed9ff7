import { LOW_BALANCE } from '@watchword/contract/constants';
import { latestFire, nextFire } from '@watchword/contract/schedule';
import { and, eq, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { enter } from '../billing/billing.ts';
import { ledgerEntries } from '../billing/tables.ts';
import type { Db } from '../ports.ts';
import type { EngineNeeds } from './end.ts';
import type { LeasedRun } from './lease.ts';

/**
 * Counts the automation's runs on the day of this run, in the automation's zone: runs that the model answered and that did
 * not fail. With `hold`, runs that count at the same moment wait for each other.
 */
export async function countOfDay(db: Db, run: LeasedRun, hold: boolean): Promise<number> {
	const { dailyCap, zone } = run;
	if (hold) {
		await db
			.select({ id: automations.id })
			.from(automations)
			.where(eq(automations.id, run._automationId))
			.for('no key update');
	}
	const midnight = ['00:00'];
	const from = latestFire(midnight, zone, 0, run._timestamp) ?? run._timestamp;
	const to = nextFire(midnight, zone, 0, run._timestamp) ?? run._timestamp;
	const { rows } = await db.execute(sql`
		select count(*)::int as runs from (
			select from automation_runs
			where "_automationId" = ${run._automationId}
				and _timestamp >= ${from.toISOString()} and _timestamp < ${to.toISOString()}
				and action_verdict is not null and _status <> 'failed'
			limit ${(dailyCap ?? 0) + 1}
		) counted`);
	return Number(rows[0]?.runs);
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
