import { FREE_AUTOMATIONS_PER_DEVICE, LOW_BALANCE } from '@watchword/contract/constants';
import { latestFire, nextFire } from '@watchword/contract/schedule';
import { sql } from 'drizzle-orm';
import { enter } from '../billing/billing.ts';
import type { Db } from '../ports.ts';
import type { EngineNeeds } from './end.ts';
import type { LeasedRun } from './lease.ts';

export interface Terms {
	/** The first automations attached to a device run free on its captures. */
	free: boolean;
	balance: number;
	/** The most runs in a day of `zone`; null for any number. */
	dailyCap: number | null;
	zone: string;
}

/** What stands between a run and its model: one look, before anything is spent on it. */
export async function termsOf(db: Db, run: LeasedRun): Promise<Terms> {
	const { rows } = await db.execute(sql`
		select a."_dailyCap" as "dailyCap", a._zone as zone,
			coalesce((select balance from ledger_entries where uid = ${run._owner} order by seq desc limit 1), 0) as balance,
			${run._triggerType === 'capture'} and a.id in (
				select o.id from automations o
				where o."trigger_device_deviceID" = a."trigger_device_deviceID"
					and not o._deleted and o."_triggerType" = 'capture'
				order by o.created_at, o.id limit ${FREE_AUTOMATIONS_PER_DEVICE}
			) as free
		from automations a where a.id = ${run._automationId}`);
	return rows[0] as unknown as Terms;
}

/**
 * How many runs of the automation count for the day of this one, in the automation's own zone: those the model answered
 * and that did not fail. Held, runs that would count at the same moment wait for each other.
 */
export async function countOfDay(db: Db, run: LeasedRun, { dailyCap, zone }: Terms, hold: boolean) {
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

/** Takes what a run costs; false where there is not enough. A charge that leaves little makes a mail. */
export async function chargeRun(
	{ queue, creditsPerRun }: Pick<EngineNeeds, 'queue' | 'creditsPerRun'>,
	tx: Db,
	run: LeasedRun,
	credits: number,
): Promise<boolean> {
	const { outcome, balance } = await enter(tx, {
		uid: run._owner,
		kind: 'charge',
		credits: -credits,
		reference: run.id,
		automation: run._automationId,
	});
	// Entries of one user stand in a row, so exactly one of them steps over each mark.
	const crosses = (mark: number) => balance < mark && balance + credits >= mark;
	if (outcome === 'entered' && (crosses(LOW_BALANCE + 1) || crosses(creditsPerRun))) {
		await queue.send(tx, 'low-balance-mail', { uid: run._owner, balance });
	}
	return outcome !== 'short';
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
