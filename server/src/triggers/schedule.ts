import { fireTimesBetween, nextFire } from '@watchword/contract/schedule';
import { eq, type Placeholder, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { startTicking } from '../base/loops.ts';
import { statement } from '../base/sql.ts';
import { queueRun } from '../engine/queue-runs.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';

/** After an outage, each time that was missed in the last hour runs once. Older ones do not run. */
const CATCH_UP_MS = 60 * 60_000;
const TICK_MS = 1000;
const BATCH = 100;

const isDue = (
	now: string | Placeholder,
) => sql`${automations._triggerType} = 'schedule' and not ${automations._deleted}
	and ${automations.next_fire_at} <= ${now}::timestamptz
	and not exists (select from users u where u.id = ${automations._owner} and u.disabled_at is not null)`;
const anyDue = statement<'now'>(
	sql`with due as (select from automations where ${isDue(sql.placeholder('now'))}) select exists (select from due) as any`,
);

/**
 * Queues the runs that are due. Any number of processes may do this at once: the row of an automation is locked by one of
 * them, and each time makes one run only. Only automations that are due are read, so the others cost nothing.
 */
export async function fireDue(db: Db, now: Date): Promise<number> {
	// Asked each second: a transaction that finds nothing would cost the embedded database several times as much.
	const { rows } = await anyDue(db, { now: now.toISOString() });
	if (!rows[0]?.any) return 0;
	for (let fired = 0; ; ) {
		const handled = await db.transaction(async (tx) => {
			const due = await tx
				.select()
				.from(automations)
				.where(isDue(now.toISOString()))
				.orderBy(automations.next_fire_at)
				.limit(BATCH)
				.for('no key update', { skipLocked: true });
			for (const automation of due) fired += await fire(tx, automation, now);
			return due.length;
		});
		if (handled < BATCH) return fired;
	}
}

async function fire(tx: Db, automation: typeof automations.$inferSelect, now: Date): Promise<number> {
	const { id, _schedule, _zone, _utcOffset, next_fire_at } = automation;
	const planned = next_fire_at?.getTime() ?? now.getTime();
	const since = new Date(Math.max(planned - 1, now.getTime() - CATCH_UP_MS));
	const times = fireTimesBetween(_schedule, _zone, _utcOffset, since, now);
	for (const time of times) {
		const signal = { _triggerKey: `schedule:${id}:${time.toISOString()}`, _timestamp: time };
		await queueRun(tx, automation, signal, { ifWorking: true });
	}
	await tx
		.update(automations)
		.set({ next_fire_at: nextFire(_schedule, _zone, _utcOffset, now) })
		.where(eq(automations.id, id));
	return times.length;
}

/** Ticks until stopped. A failed tick is logged; the next one queues what it missed. */
export function startScheduler(db: Db, log: Log): { stop(): Promise<void> } {
	const tick = async () => {
		const fired = await fireDue(db, new Date());
		if (fired > 0) log.info({ fired }, 'scheduled runs queued');
	};
	return startTicking('schedule', TICK_MS, tick, log);
}
