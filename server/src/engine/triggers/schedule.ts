import { fireTimesBetween, nextFire } from '@watchword/contract/schedule';
import { eq, sql } from 'drizzle-orm';
import { automations } from '../../automations/tables.ts';
import type { Db, Log } from '../../ports.ts';
import { queueRun } from '../queue-runs.ts';

/** After an outage, times missed in the last hour run once; older ones do not run. */
const CATCH_UP_MS = 60 * 60_000;
const TICK_MS = 1000;
const BATCH = 100;

/**
 * Queues what is due. Any number of processes may tick: each automation's row is worked on by one at a time, and a run
 * for a time exists once. Only what is due is read, so automations that are not cost nothing.
 */
export async function fireDue(db: Db, now: Date): Promise<number> {
	for (let fired = 0; ; ) {
		const handled = await db.transaction(async (tx) => {
			const due = await tx
				.select()
				.from(automations)
				.where(
					sql`${automations._triggerType} = 'schedule' and not ${automations._deleted} and ${automations.next_fire_at} <= ${now.toISOString()}::timestamptz`,
				)
				.orderBy(automations.next_fire_at)
				.limit(BATCH)
				.for('update', { skipLocked: true });
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
		await queueRun(tx, automation, { _triggerKey: `schedule:${id}:${time.toISOString()}`, _timestamp: time });
	}
	await tx
		.update(automations)
		.set({ next_fire_at: nextFire(_schedule, _zone, _utcOffset, now) })
		.where(eq(automations.id, id));
	return times.length;
}

/** Ticks until stopped. A tick that fails is said and tried again: what it missed is still due. */
export function startScheduler(db: Db, log: Log): { stop(): Promise<void> } {
	let timer: NodeJS.Timeout | undefined;
	let ticking = Promise.resolve();
	let stopped = false;
	const tick = async () => {
		try {
			const fired = await fireDue(db, new Date());
			if (fired > 0) log.info({ fired }, 'schedule');
		} catch (error) {
			log.error({ err: error }, 'schedule tick failed');
		}
		if (!stopped) timer = setTimeout(start, TICK_MS);
	};
	const start = () => {
		ticking = tick();
	};
	start();
	return {
		async stop() {
			stopped = true;
			clearTimeout(timer);
			await ticking;
		},
	};
}
