import type { RunDelivery } from '@watchword/contract/run';
import type { WebhookDelivery } from '@watchword/contract/webhook';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import { DELIVERIES_CHANNEL } from './queue.ts';
import { deliveries } from './tables.ts';

const SHOWN = 50;

type Row = typeof deliveries.$inferSelect;

const documentOf = (row: Row): WebhookDelivery => ({
	id: row.id,
	event: row.event,
	status: row.status,
	attempts: row.attempts,
	answer: row.answer,
	problem: row.problem,
	created_at: row.created_at.toISOString(),
	next_try_at: row.ended_at ? null : row.next_try_at.toISOString(),
	ended_at: row.ended_at?.toISOString() ?? null,
	payload: row.payload,
});

/** The last deliveries of a webhook, newest first. */
export async function listWebhookDeliveries(
	db: Db,
	uid: string,
	webhookId: string,
): Promise<WebhookDelivery[]> {
	const rows = await db
		.select()
		.from(deliveries)
		.where(and(eq(deliveries.webhookId, webhookId), eq(deliveries._owner, uid)))
		.orderBy(desc(deliveries.created_at), desc(deliveries.id))
		.limit(SHOWN);
	return rows.map(documentOf);
}

/** Sends an ended delivery again, or a waiting one at once. The target sees the same id. */
export async function sendAgain(
	db: Db,
	uid: string,
	webhookId: string,
	id: string,
): Promise<WebhookDelivery> {
	return db.transaction(async (tx: Db) => {
		const [row] = await tx
			.update(deliveries)
			.set({ status: 'waiting', ended_at: null, lease_until: null, next_try_at: sql`now()` })
			.where(
				and(
					...[eq(deliveries.id, id), eq(deliveries.webhookId, webhookId), eq(deliveries._owner, uid)],
					// A delivery that is being sent is left alone.
					sql`(${deliveries.lease_until} is null or ${deliveries.lease_until} < now())`,
				),
			)
			.returning();
		if (!row) throw new Refusal('not-found', 'There is no such delivery, or it is being sent now.');
		await tx.execute(sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`);
		await publish(tx, uid, { topic: 'deliveries' });
		return documentOf(row);
	});
}

/** What was sent to programs, phones and channels because of a run, in the order of queuing. */
export async function deliveriesOfRun(db: Db, uid: string, runId: string): Promise<RunDelivery[]> {
	const rows = await db
		.select()
		.from(deliveries)
		.where(and(eq(deliveries.runId, runId), eq(deliveries._owner, uid)))
		.orderBy(asc(deliveries.created_at), asc(deliveries.target));
	return rows.map(({ kind, target, status, problem, ended_at, created_at }) => ({
		...{ kind, target, status, problem },
		at: (ended_at ?? created_at).toISOString(),
	}));
}
