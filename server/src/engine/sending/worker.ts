import { setTimeout } from 'node:timers/promises';
import type { DeliveryKind } from '@watchword/contract/delivery';
import { oneLookAtATime, waitUntilIdle } from '../../base/loops.ts';
import { DELIVERIES_CHANNEL } from '../../deliveries/queue.ts';
import type { Database } from '../../ports/database.ts';
import { channelSender } from './channel.ts';
import { forgetDeliveryLeases, type LeasedDelivery, leaseDeliveries, targetOf } from './lease.ts';
import { pushSender } from './push.ts';
import type { DeliveryNeeds, Sender, Sent } from './sender.ts';
import { storeOutcome } from './store.ts';
import { webhookSender } from './webhook.ts';

/** Nothing announces that a retry is due or that a lease has run out, so the worker also polls. */
const POLL_MS = 3000;
/** Shorter than the lease, so that a delivery this worker gave up is not sent twice at the same time. */
const SEND_MS = 45_000;

/** How many are sent at once by this process: in all, for one customer, and to one target. */
const AT_ONCE = 32;
/**
 * Above this number, only customers with no delivery in progress get one, so that a few customers with slow targets do not use
 * up the capacity of all.
 */
const CROWDED = 16;
const PER_OWNER = 8;
const PER_TARGET = 4;
/** How many of one customer are leased at a time, so that others get their turn. */
const TURN = 4;

/** A target that fails gets one delivery at a time, with pauses that double up to this. */
const LONGEST_REST_MS = 5 * 60_000;

/** One for each kind of delivery. */
const SENDERS: Record<DeliveryKind, Sender> = {
	push: pushSender,
	webhook: webhookSender,
	channel: channelSender,
};

interface Target {
	going: number;
	/** How often it failed since it last succeeded. */
	failures: number;
	restsUntil: number;
}

/** Sends queued deliveries. It looks for them when one is queued, when one ended, and every few seconds. */
export async function startDeliveries(
	database: Database,
	needs: DeliveryNeeds,
	senders = SENDERS,
): Promise<{ stop(): Promise<void> }> {
	const { db } = database;
	const { log } = needs;
	const going = new Set<Promise<void>>();
	const targets = new Map<string, Target>();
	const owners = new Map<string, number>();
	let stopped = false;

	const takeDue = async (): Promise<boolean> => {
		if (stopped || going.size >= AT_ONCE) return false;
		const leased = await lease();
		for (const delivery of leased) start(delivery);
		return leased.length > 0;
	};
	const { poll, isLooking } = oneLookAtATime(takeDue, (error) =>
		log.error({ err: error }, 'deliveries could not be leased'),
	);
	const resting = () =>
		[...targets]
			.filter(
				([, { going, failures, restsUntil }]) =>
					going >= (failures > 0 ? 1 : PER_TARGET) || restsUntil > Date.now(),
			)
			.map(([id]) => id);
	const lease = () => {
		const isCrowded = going.size >= CROWDED;
		const [most, turn] = isCrowded ? [AT_ONCE, 1] : [CROWDED, TURN];
		const mayHave = isCrowded ? 0 : PER_OWNER - turn;
		const busy = [...owners].filter(([, count]) => count > mayHave).map(([id]) => id);
		return leaseDeliveries(db, most - going.size, turn, { resting: resting(), busy });
	};

	const start = (delivery: LeasedDelivery) => {
		const id = targetOf(delivery);
		const target = targets.get(id) ?? { going: 0, failures: 0, restsUntil: 0 };
		targets.set(id, target);
		target.going++;
		owners.set(delivery._owner, (owners.get(delivery._owner) ?? 0) + 1);
		const done = carryOut(delivery, target)
			.catch((error: unknown) =>
				log.error({ err: error, delivery: delivery.id }, 'the outcome of a delivery could not be stored'),
			)
			.finally(() => {
				going.delete(done);
				target.going--;
				if (target.going === 0 && target.failures === 0) targets.delete(id);
				const left = (owners.get(delivery._owner) ?? 1) - 1;
				if (left > 0) owners.set(delivery._owner, left);
				else owners.delete(delivery._owner);
				void poll();
			});
		going.add(done);
	};
	const carryOut = async (delivery: LeasedDelivery, target: Target) => {
		const sent = await send(delivery);
		if (sent.outcome === 'failed') {
			target.restsUntil = Date.now() + Math.min(1000 * 2 ** target.failures, LONGEST_REST_MS);
			target.failures++;
		} else {
			target.failures = 0;
			target.restsUntil = 0;
		}
		await storeOutcome(needs, delivery, sent, senders[delivery.kind].afterEnd);
	};
	const send = async (delivery: LeasedDelivery): Promise<Sent> => {
		if (delivery.disabled) return { outcome: 'dropped', problem: 'The account is disabled.' };
		const late = new AbortController();
		try {
			return await Promise.race([senders[delivery.kind].send(needs, delivery), tooLate(late.signal)]);
		} catch (error) {
			log.error({ err: error, delivery: delivery.id }, 'a delivery could not be sent');
			return { outcome: 'failed', problem: 'Something went wrong on our side. It is tried again.' };
		} finally {
			late.abort();
		}
	};

	if (database.sole) await forgetDeliveryLeases(db);
	await database.listen(
		DELIVERIES_CHANNEL,
		() => void poll(),
		() => void poll(),
	);
	const timer = setInterval(() => void poll(), POLL_MS);
	void poll();
	return {
		async stop() {
			stopped = true;
			clearInterval(timer);
			// Deliveries being leased may still start. Unfinished ones are sent again after their lease.
			await waitUntilIdle(() => going.size > 0 || isLooking());
		},
	};
}

async function tooLate(signal: AbortSignal): Promise<Sent> {
	await setTimeout(SEND_MS, undefined, { signal, ref: false });
	return { outcome: 'failed', problem: 'It took too long.' };
}
