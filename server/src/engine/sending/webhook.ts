import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { postWebhook } from '../../deliveries/send-webhook.ts';
import { webhookEndpoints } from '../../deliveries/tables.ts';
import { runEnded } from '../webhook-events.ts';
import type { LeasedDelivery } from './lease.ts';
import type { DeliveryNeeds, Ended, Sender, Sent } from './sender.ts';

/** A little less than a day, because an endpoint's first failure comes a little after the first attempt began. */
const OFF_AFTER_HOURS = 23;
const GONE = 410;

/** Posts events to webhooks. An endpoint that fails for a day is turned off, and its owner gets one mail. */
export const webhookSender: Sender = { send, afterEnd };

async function send(needs: DeliveryNeeds, delivery: LeasedDelivery): Promise<Sent> {
	const [endpoint] = await needs.db
		.select()
		.from(webhookEndpoints)
		.where(eq(webhookEndpoints.id, delivery.webhookId ?? ''));
	if (!endpoint) return { outcome: 'dropped', problem: 'The webhook was removed.' };
	if (endpoint.disabled_at) return { outcome: 'dropped', problem: 'The webhook is turned off.' };
	const payload = delivery.payload ?? (await runEnded(needs, delivery.runId ?? ''));
	if (!payload) return { outcome: 'dropped', problem: 'The run is not kept any more.' };
	const sent = await postWebhook(needs.outgoing, endpoint, delivery.id, payload);
	return { ...sent, payload, ...(sent.answer === GONE && { final: true }) };
}

async function afterEnd(
	{ db: tx, queue }: DeliveryNeeds,
	{ webhookId, _owner }: LeasedDelivery,
	sent: Sent,
	ended: Ended | null,
): Promise<void> {
	if (!webhookId || sent.outcome === 'dropped') return;
	const isThis = eq(webhookEndpoints.id, webhookId);
	if (sent.outcome === 'sent') {
		await tx
			.update(webhookEndpoints)
			.set({ failing_since: null })
			.where(and(isThis, isNotNull(webhookEndpoints.failing_since)));
		return;
	}
	await tx
		.update(webhookEndpoints)
		.set({ failing_since: sql`now()` })
		.where(and(isThis, isNull(webhookEndpoints.failing_since)));
	if (ended !== 'failed') return;
	const isGone = sent.answer === GONE;
	const forLong = isGone
		? sql`true`
		: sql`${webhookEndpoints.failing_since} < now() - make_interval(hours => ${OFF_AFTER_HOURS})`;
	const [off] = await tx
		.update(webhookEndpoints)
		.set({ disabled_at: sql`now()` })
		.where(and(isThis, isNull(webhookEndpoints.disabled_at), forLong))
		.returning({ url: webhookEndpoints.url });
	if (!off) return;
	const { problem } = sent;
	await queue.send(tx, 'webhook-mail', { uid: _owner, url: off.url, problem, isGone });
}
