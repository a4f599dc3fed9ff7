import { LOW_BALANCE } from '@watchword/contract/constants';
import { latestFire, nextFire } from '@watchword/contract/schedule';
import { sql } from 'drizzle-orm';
import { enter } from '../billing/billing.ts';
import type { Db } from '../ports.ts';
import type { EngineNeeds } from './end.ts';
import type { LeasedRun } from './lease.ts';

/**
 * How many runs of the automation count for the day of this one, in the automation's own zone: those the model answered
 * and that did not fail. Held, runs that would count at the same moment wait for each other.
 */
export async function countOfDay(db: Db, run: LeasedRun, hold: boolean): Promise<number> {
	const { dailyCap, zone } = run;
	if (hold) {
		await db.execute(sql`select from automations where id = ${run._automationId} for no key update`);
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

/** A charge that leaves little makes a mail. Entries of one user stand in a row, so exactly one steps over each mark. */
export async function warnOfLittle(
	{ queue, creditsPerRun }: Pick<EngineNeeds, 'queue' | 'creditsPerRun'>,
	tx: Db,
	uid: string,
	credits: number,
	balance: number,
): Promise<void> {
	const crosses = (mark: number) => balance < mark && balance + credits >= mark;
	if (crosses(LOW_BALANCE + 1) || crosses(creditsPerRun)) {
		await queue.send(tx, 'low-balance-mail', { uid, balance });
	}
}

/** A failed run is free: what was taken for it comes back. */
export async function refundRun(tx: Db, run: LeasedRun): Promise<void> {
	const { rows } = await tx.execute(
		sql`select -credits as credits from ledger_entries where kind = 'charge' and reference = ${run.id}`,
	);
	const taken = Number(rows[0]?.credits ?? 0);
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

export async function warnOfCredits(
	{ queue }: Pick<EngineNeeds, 'queue'>,
	tx: Db,
	uid: string,
): Promise<void> {
	await queue.send(tx, 'credits-mail', { uid }, { key: uid, oncePerSeconds: DAY_SECONDS });
}
