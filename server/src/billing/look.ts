import type { Payment } from '@watchword/contract/billing';
import { eq, sql } from 'drizzle-orm';
import { publish } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db, Intent, Log, Payments } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { enter } from './billing.ts';
import { payments as records } from './tables.ts';

export interface PaymentNeeds {
	db: Db;
	payments: Payments;
	log: Log;
}

type Record = typeof records.$inferSelect;

/** When the reconciler asks about a new payment, and how much later each time after. */
export const FIRST_LOOK = sql`now() + interval '2 minutes'`;
const NEXT_LOOK = sql`now() + least(interval '1 hour', interval '2 minutes' * power(2, least(looks, 6)))`;
/** A payment nobody has made by then is withdrawn. */
const GIVE_UP = sql`created_at < now() - interval '1 day'`;
const AT_ONCE = 20;

export const isOpen = (status: Payment['status']) => status !== 'succeeded' && status !== 'canceled';

/**
 * Asks the provider what became of a payment and makes the ledger say the same. Webhooks, the reconciler and a customer
 * who comes back all end here: what they bring is only the hint to look, so none of them can come twice, late or in the
 * wrong order.
 */
export async function look({ db, payments, log }: PaymentNeeds, id: string): Promise<void> {
	const { rows } = await db.execute(sql`
		update payments set looks = looks + 1, next_look_at = ${NEXT_LOOK}
		where id = ${id} and intent is not null
		returning looks, intent, ${GIVE_UP} and credited_at is null as overdue`);
	const [taken] = rows as { looks: number; intent: string; overdue: boolean }[];
	if (!taken) return;
	const truth = await (taken.overdue
		? payments.cancelIntent(taken.intent)
		: payments.readIntent(taken.intent));
	const mismatch = await db.transaction((tx) => apply(tx, id, taken.looks, truth));
	if (mismatch) {
		log.error({ payment: id, intent: truth.id, mismatch }, 'a payment is not what it was started as');
		throw new Refusal('payment/mismatch', `The payment does not match our record of it: ${mismatch}.`);
	}
}

/** The user first, then the payment: the order in which everything that moves credits waits. */
async function apply(tx: Db, id: string, number: number, truth: Intent): Promise<string | null> {
	await tx.execute(
		sql`select from users where id = (select uid from payments where id = ${id}) for no key update`,
	);
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
	// Only news is told: a tab that hears of it looks again, and would otherwise never come to rest.
	const seen = ({ status, refunded, disputed }: Pick<Intent, 'status' | 'refunded' | 'disputed'>) =>
		`${status} ${refunded} ${disputed}`;
	if (seen(payment) !== seen(truth)) await publish(tx, payment.uid, { topic: 'billing' });
	return null;
}

/** Whether what the provider says is about what we asked for. */
function mismatchOf(payment: Record, truth: Intent): string | null {
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
 * Money that went back takes its credits along, as far as they are there: a balance is never negative. What was spent
 * already is taken from the next purchase. A dispute that was won gives back what it took.
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

/** Takes up to this many credits, or gives them back where negative. How many it came to. */
async function take(
	tx: Db,
	{ uid, id }: Record,
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
	// A payment may be refunded in parts, so each entry has a reference of its own; the record says how far it is.
	const entry = { uid, kind, reference: `${id}:${newId()}`, why };
	const { outcome, balance } = await enter(tx, { ...entry, credits: -credits });
	if (outcome === 'entered') return credits;
	if (balance > 0) await enter(tx, { ...entry, credits: -balance });
	return balance;
}

/** Looks at what is open and due. A payment that was written down but never reached the provider is forgotten. */
export async function reconcile(needs: PaymentNeeds): Promise<void> {
	const { db, payments, log } = needs;
	await db.execute(sql`delete from payments where intent is null and ${GIVE_UP}`);
	const { rows } = await db.execute(sql`
		select id from payments
		where next_look_at <= now() and provider = ${payments.form.provider} and livemode = ${payments.livemode}
		order by next_look_at limit 500`);
	const due = rows.map((row) => String(row.id));
	for (let at = 0; at < due.length; at += AT_ONCE) {
		const looks = due.slice(at, at + AT_ONCE).map((id) => look(needs, id));
		for (const result of await Promise.allSettled(looks)) {
			if (result.status === 'rejected') log.warn({ err: result.reason }, 'a payment could not be looked at');
		}
	}
}
