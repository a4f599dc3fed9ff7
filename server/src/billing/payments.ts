import type { Payment } from '@watchword/contract/billing';
import { CREDITS_PER_DOLLAR, CURRENCY } from '@watchword/contract/constants';
import { eq, type SQL, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { limit } from '../base/limits.ts';
import type { Db } from '../ports/database.ts';
import { FIRST_SYNC, isOpen, type PaymentNeeds, syncPayment } from './sync-payment.ts';
import { payments as records } from './tables.ts';

const LATEST = 50;
/** How often a customer can cause a request to the provider. */
const SYNCS = { max: 300, windowSeconds: 15 * 60 };

/** Stores the payment, then asks the provider for an intent. The customer's browser pays it with the secret. */
export async function startPayment({ db, payments }: PaymentNeeds, uid: string, dollars: number) {
	const id = newId();
	const credits = dollars * CREDITS_PER_DOLLAR;
	const order = { amount: dollars * 100, currency: CURRENCY.toLowerCase() };
	const { form, livemode } = payments;
	await db.insert(records).values({ id, uid, provider: form.provider, livemode, credits, ...order });
	const description = `${credits} Watchword credits`;
	const intent = await payments
		.createIntent({ key: id, ...order, description, metadata: { uid, payment: id } })
		.catch((cause: unknown) => {
			throw new Refusal('unavailable', 'The payment could not be started. Nothing was charged.', { cause });
		});
	await db.update(records).set({ intent: intent.id, next_look_at: FIRST_SYNC }).where(eq(records.id, id));
	return { clientSecret: intent.clientSecret };
}

/** A payment by our id or the provider's. If it is open, the provider is asked, so that the customer waits for no webhook. */
export async function readPayment(needs: PaymentNeeds, uid: string, id: string): Promise<Payment> {
	const mine = sql`p.uid = ${uid} and (p.id = ${id} or p.intent = ${id})`;
	const [found] = await readPayments(needs.db, mine);
	if (!found) throw new Refusal('not-found', 'There is no such payment.');
	if (!isOpen(found.status)) return found;
	await limit(needs.db, `payment-sync:${uid}`, SYNCS.max, SYNCS.windowSeconds);
	await syncPayment(needs, found.id).catch((error: unknown) =>
		needs.log.warn({ err: error, payment: found.id }, 'the payment provider could not be reached'),
	);
	const [now] = await readPayments(needs.db, mine);
	return now ?? found;
}

/** The latest purchases that were credited. */
export const listPurchases = (db: Db, uid: string) =>
	readPayments(db, sql`p.uid = ${uid} and p.credited_at is not null`);

async function readPayments(db: Db, which: SQL): Promise<Payment[]> {
	const { rows } = await db.execute(sql`
		select p.id, p.intent, p.status, p.amount / 100.0::float8 as amount, upper(p.currency) as currency, p.credits,
			p.credited_at as "creditedAt", p.refunded / 100.0::float8 as refunded, not p.livemode as "testMode", u.name, u.email
		from ${records} p join ${users} u on u.id = p.uid
		where p.intent is not null and ${which}
		order by p.created_at desc limit ${LATEST}`);
	return rows.map((row) => ({
		...row,
		creditedAt: row.creditedAt && new Date(String(row.creditedAt)).toISOString(),
	})) as Payment[];
}
