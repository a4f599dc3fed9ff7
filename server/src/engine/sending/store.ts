import { publish } from '../../base/events.ts';
import { deliveriesEnded } from '../../base/metrics.ts';
import { deliveries } from '../../deliveries/tables.ts';
import type { Db } from '../../ports/database.ts';
import { isHeld, type LeasedDelivery } from './lease.ts';
import type { DeliveryNeeds, Ended, Sender, Sent } from './sender.ts';

/** Seconds to hours between attempts. The last one is a day after the delivery was queued. */
const WAIT_SECONDS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600];
const TRIED_FOR_MS = 24 * 3600_000;
/** Targets that fail together are not all tried again at the same moment. */
const JITTER = 0.2;
const LONGEST_PROBLEM = 500;

/**
 * Stores the result of an attempt: the delivery has ended, or is retried later. Nothing is stored if another worker has taken
 * the delivery over.
 */
export async function storeOutcome(
	needs: DeliveryNeeds,
	delivery: LeasedDelivery,
	sent: Sent,
	afterEnd: Sender['afterEnd'],
): Promise<void> {
	const now = new Date();
	const retryAt = sent.outcome === 'failed' && !sent.final ? nextTry(delivery, sent.afterSeconds, now) : null;
	const ended: Ended | null = retryAt ? null : sent.outcome;
	await needs.db.transaction(async (tx: Db) => {
		const stored = await tx
			.update(deliveries)
			.set({
				lease_until: null,
				answer: 'answer' in sent ? (sent.answer ?? null) : null,
				problem: 'problem' in sent ? sent.problem.slice(0, LONGEST_PROBLEM) : null,
				...('payload' in sent && { payload: sent.payload }),
				...('reference' in sent && { reference: sent.reference }),
				...(retryAt && { next_try_at: retryAt }),
				...(ended && { status: ended, ended_at: now }),
			})
			.where(isHeld(delivery))
			.returning({ id: deliveries.id });
		if (stored.length === 0) return;
		await afterEnd?.({ ...needs, db: tx }, delivery, sent, ended);
		const { _owner, runId } = delivery;
		await publish(tx, _owner, { topic: 'deliveries', ...(runId && { id: runId }) });
	});
	if (ended) deliveriesEnded.inc({ kind: delivery.kind, status: ended });
}

/** When to try again; null if it was tried for a day. */
export function nextTry(
	{ attempts, created_at }: Pick<LeasedDelivery, 'attempts' | 'created_at'>,
	afterSeconds: number | undefined,
	now: Date,
	random = Math.random,
): Date | null {
	const last = created_at.getTime() + TRIED_FOR_MS;
	if (now.getTime() >= last) return null;
	const wait = WAIT_SECONDS[Math.min(attempts, WAIT_SECONDS.length) - 1] ?? 0;
	const seconds = Math.max(wait * (1 + JITTER * (2 * random() - 1)), afterSeconds ?? 0);
	return new Date(Math.min(now.getTime() + seconds * 1000, last));
}
