import { nextFire } from '@watchword/contract/schedule';
import { and, eq, isNull, lte } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { startTicking } from '../../base/loops.ts';
import type { Db } from '../../ports/database.ts';
import type { Log } from '../../ports/log.ts';
import type { Queue } from '../../ports/queue.ts';

/** After a longer outage the missed brief is not sent, like any missed schedule. The next one is about the day after. */
const LATE_MS = 60 * 60_000;
const TICK_MS = 5000;
const BATCH = 100;

/**
 * Queues the briefs that are due. Any number of processes may do this at once: the row of a customer is locked by one of
 * them, and the next time is stored with the job, so that each time makes one mail.
 */
export async function queueDueBriefs(db: Db, queue: Queue, now: Date): Promise<number> {
	for (let queued = 0; ; ) {
		const handled = await db.transaction(async (tx) => {
			const due = await tx
				.select({ uid: users.id, at: users.next_brief_at, time: users.brief_at, zone: users.alert_zone })
				.from(users)
				.where(and(lte(users.next_brief_at, now), isNull(users.disabled_at)))
				.orderBy(users.next_brief_at)
				.limit(BATCH)
				.for('no key update', { skipLocked: true });
			for (const { uid, at, time, zone } of due) {
				const next_brief_at = time === null ? null : nextFire([time], zone, 0, now);
				await tx.update(users).set({ next_brief_at }).where(eq(users.id, uid));
				if (at === null || time === null || now.getTime() - at.getTime() > LATE_MS) continue;
				const until = at.toISOString();
				await queue.send(tx, 'brief', { uid, until }, { key: `${uid} ${until}`, oncePerSeconds: 3600 });
				queued += 1;
			}
			return due.length;
		});
		if (handled < BATCH) return queued;
	}
}

export function startBriefs(db: Db, queue: Queue, log: Log): { stop(): Promise<void> } {
	const tick = async () => {
		const queued = await queueDueBriefs(db, queue, new Date());
		if (queued > 0) log.info({ queued }, 'briefs queued');
	};
	return startTicking('brief', TICK_MS, tick, log);
}
