import { FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import { sql } from 'drizzle-orm';
import { enter, readBilling } from '../billing/billing.ts';
import type { Db } from '../ports.ts';
import type { EngineNeeds } from './end.ts';
import type { LeasedRun } from './lease.ts';

/** The first automations attached to a device run free on its captures. */
export async function isFree(db: Db, run: LeasedRun): Promise<boolean> {
	if (run._triggerType !== 'capture') return false;
	const { rows } = await db.execute(sql`
		select a.id from automations a
		where a."trigger_device_deviceID" = (select "trigger_device_deviceID" from automations where id = ${run._automationId})
			and not a._deleted and a."_triggerType" = 'capture'
		order by a.created_at, a.id limit ${FREE_AUTOMATIONS_PER_DEVICE}`);
	return rows.some((row) => row.id === run._automationId);
}

export const readBalance = async (db: Db, uid: string) => (await readBilling(db, uid)).creditBalance;

export function chargeRun(tx: Db, run: LeasedRun, credits: number) {
	return enter(tx, { uid: run._owner, kind: 'charge', credits: -credits, reference: run.id });
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
