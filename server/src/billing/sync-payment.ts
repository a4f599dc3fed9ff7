import type { Payment } from '@watchword/contract/billing';
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { Intent, Payments } from '../ports/payments.ts';
import type { Job, Nothing } from '../ports/queue.ts';
import { enter } from './billing.ts';
import { payments as records } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		'reconcile-payments': Nothing;
	}
}

export interface PaymentNeeds {
	db: Db;
	payments: Payments;
	log: Log;
}

type PaymentRow = typeof records.$inferSelect;

/** When the reconciler first asks about a payment, and when it asks again. */
export const FIRST_SYNC = sql`now() + interval '2 minutes'`;
const NEXT_SYNC = sql`now() + least(interval '1 hour', interval '2 minutes' * power(2, least(looks, 6)))`;
/** A payment that is not paid by then is cancelled. */
const GIVE_UP = sql`created_at < now() - interval '1 day'`;
const AT_ONCE = 20;

export const isOpen = (status: Payment['status']) => status !== 'succeeded' && status !== 'canceled';

/**
 * Asks the provider for the state of a payment and makes the ledger agree with it. Webhooks, the reconciler and a returning
 * customer only start this, so it does not matter whether they come twice, late or out of order.
 */
export async function syncPayment({ db, payments, log }: PaymentNeeds, id: string): Promise<void> {
	const { rows } = await db.execute(sql`
		update payments set looks = looks + 1, next_look_at = ${NEXT_SYNC}
		where id = ${id} and intent is not null
		returning looks, intent, ${GIVE_UP} and credited_at is null as overdue`);
	const [taken] = rows as { looks: number; intent: string; overdue: boolean }[];
	if (!taken) return;
	const truth = await (taken.overdue
		? payments.cancelIntent(taken.intent)
		: payments.readIntent(taken.intent));
	const mismatch = await db.transaction((tx) => apply(tx, id, taken.looks, truth));
	if (mismatch) {
		log.error({ payment: id, intent: truth.id, mismatch }, 'a payment does not match our record');
		throw new Refusal('payment/mismatch', `The payment does not match our record of it: ${mismatch}.`);
	}
}

/** Locks the user first, then the payment. Everything that moves credits uses this order, which prevents deadlocks. */
async function apply(tx: Db, id: string, number: number, truth: Intent): Promise<string | null> {
	await tx
		.select({ id: users.id })
		.from(users)
		.where(inArray(users.id, tx.select({ uid: records.uid }).from(records).where(eq(records.id, id))))
		.for('no key update');
	const [payment] = await tx.select().from(records).where(eq(records.id, id)).for('update');
	if (!payment || number <= payment.applied) return null;
	const mismatch = mismatchOf(payment, truth);
	if (mismatch) return mismatch;
	const paid = truth.status === 'succeeded';
	await tx
		.update(records)
		.set({
			status: truth.status,
			refunded: truth.refunded,
			disputed: truth.disputed,
			applied: number,
			...(paid && { credited_at: sql`coalesce(${records.credited_at}, now())` }),
			...(!isOpen(truth.status) && { next_look_at: null }),
		})
		.where(eq(records.id, id));
	if (paid) {
		const { uid, credits } = payment;
		await enter(tx, { uid, kind: 'purchase', credits, reference: id });
		await takeBack(tx, uid);
	}
	// Only changes are published. A notified tab reads the payment again, which would otherwise repeat forever.
	const seen = ({ status, refunded, disputed }: Pick<Intent, 'status' | 'refunded' | 'disputed'>) =>
		`${status} ${refunded} ${disputed}`;
	if (seen(payment) !== seen(truth)) await publish(tx, payment.uid, { topic: 'billing' });
	return null;
}

/** The difference between our record and the provider's; null if there is none. */
function mismatchOf(payment: PaymentRow, truth: Intent): string | null {
	const pairs: [string, unknown, unknown][] = [
		['intent', payment.intent, truth.id],
		['amount', payment.amount, truth.amount],
		['currency', payment.currency, truth.currency],
		['livemode', payment.livemode, truth.livemode],
		['user', payment.uid, truth.metadata.uid],
		['payment', payment.id, truth.metadata.payment],
	];
	if (truth.status === 'succeeded') pairs.push(['amount received', payment.amount, truth.received]);
	const wrong = pairs.find(([, ours, theirs]) => ours !== theirs);
	return wrong ? `${wrong[0]} is ${String(wrong[2])}, not ${String(wrong[1])}` : null;
}

/**
 * Takes back the credits of refunded and disputed money. A balance is never negative: credits that are already spent are
 * taken from the next purchase. A dispute that we win gives its credits back.
 */
async function takeBack(tx: Db, uid: string): Promise<void> {
	const unsettled = await tx
		.select()
		.from(records)
		.where(sql`${records.uid} = ${uid} and ${records.credited_at} is not null and
			(${records.refunded} + ${records.disputed} + ${records.refund_taken} + ${records.dispute_taken}) > 0`)
		.orderBy(records.created_at)
		.for('update');
	for (const payment of unsettled) {
		const worth = (cents: number) => Math.floor((cents * payment.credits) / payment.amount);
		const refund = Math.min(payment.credits, worth(payment.refunded));
		const dispute = Math.min(payment.credits - refund, worth(payment.disputed));
		const refund_taken =
			payment.refund_taken + (await take(tx, payment, 'refund', refund - payment.refund_taken));
		const dispute_taken =
			payment.dispute_taken + (await take(tx, payment, 'dispute', dispute - payment.dispute_taken));
		await tx.update(records).set({ refund_taken, dispute_taken }).where(eq(records.id, payment.id));
	}
}

/** Takes up to this many credits; a negative number gives credits back. Returns how many were taken. */
async function take(
	tx: Db,
	{ uid, id }: PaymentRow,
	kind: 'refund' | 'dispute',
	credits: number,
): Promise<number> {
	if (credits === 0) return 0;
	const why =
		credits < 0
			? 'The dispute was settled.'
			: kind === 'refund'
				? 'The payment was refunded.'
				: 'The payment was disputed with the bank.';
	// A payment may be refunded in parts, so each entry has its own reference. The payment row holds the total.
	const entry = { uid, kind, reference: `${id}:${newId()}`, why };
	const { outcome, balance } = await enter(tx, { ...entry, credits: -credits });
	if (outcome === 'entered') return credits;
	if (balance > 0) await enter(tx, { ...entry, credits: -balance });
	return balance;
}

/** Syncs the open payments that are due. A payment that never reached the provider is deleted. */
export async function reconcile(needs: PaymentNeeds): Promise<void> {
	const { db, payments, log } = needs;
	await db.delete(records).where(and(isNull(records.intent), GIVE_UP));
	const rows = await db
		.select({ id: records.id })
		.from(records)
		.where(
			and(
				lte(records.next_look_at, sql`now()`),
				eq(records.provider, payments.form.provider),
				eq(records.livemode, payments.livemode),
			),
		)
		.orderBy(records.next_look_at)
		.limit(500);
	const due = rows.map(({ id }) => id);
	for (let at = 0; at < due.length; at += AT_ONCE) {
		const syncs = due.slice(at, at + AT_ONCE).map((id) => syncPayment(needs, id));
		for (const result of await Promise.allSettled(syncs)) {
			if (result.status === 'rejected') log.warn({ err: result.reason }, 'payment sync failed');
		}
	}
}

export const reconcilePayments: Job<'reconcile-payments', PaymentNeeds> = {
	handle: reconcile,
	cron: '* * * * *',
};
