import { type SQL, sql } from 'drizzle-orm';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import { deliveries } from './tables.ts';

/** Workers listen on this channel. A message carries no data: it only says that there are deliveries to send. */
export const DELIVERIES_CHANNEL = 'watchword_deliveries';

export type NewDelivery = Pick<
	typeof deliveries.$inferInsert,
	'_owner' | 'kind' | 'key' | 'pushId' | 'webhookId' | 'channelId' | 'runId' | 'target' | 'event' | 'payload'
> & { next_try_at?: SQL };

/** The result of an attempt to send something. */
export type SendResult =
	/** `reference` is how the target knows what it took. */
	| { outcome: 'sent'; answer?: number; reference?: string }
	/** Tried again later, unless it is `final`. `afterSeconds` is the least time that the target asked for. */
	| { outcome: 'failed'; problem: string; answer?: number; final?: boolean; afterSeconds?: number }
	/** There is no longer anyone to send it to. */
	| { outcome: 'dropped'; problem: string };

/**
 * Queues deliveries and wakes the workers, both when the caller's transaction commits. An existing key is left as it is, so
 * that each target gets an event once.
 */
export async function queueDeliveries(tx: Db, rows: NewDelivery[]): Promise<void> {
	if (rows.length === 0) return;
	const queued = rows.map((row) => ({ ...row, id: newId() }));
	await tx.insert(deliveries).values(queued).onConflictDoNothing({ target: deliveries.key });
	await tx.execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
}
