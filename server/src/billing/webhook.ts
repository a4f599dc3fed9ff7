import type { ErrorCode } from '@watchword/contract/errors';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import type { Job } from '../ports/queue.ts';
import { sign, signatureProblem } from './signature.ts';
import { type PaymentNeeds, syncPayment } from './sync-payment.ts';
import { payments as records } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** A test card paid; send ourselves the webhook that a provider would send. */
		'test-card-event': { intent: string };
	}
}

/** The part of an event that we read. */
const event = z.object({
	id: z.string(),
	type: z.string(),
	livemode: z.boolean(),
	/** Only on events of accounts that are not ours. */
	account: z.string().nullish(),
	data: z.object({
		object: z.object({
			id: z.string(),
			object: z.string(),
			payment_intent: z.string().nullish(),
			amount: z.number().optional(),
			currency: z.string().optional(),
		}),
	}),
});
type Event = z.infer<typeof event>;

/** Events that can change a payment. Others are acknowledged and ignored, so that they are not sent again. */
const CONCERNS = /^(payment_intent\.|refund\.|charge\.(refunded|refund\.|dispute\.))/;

/**
 * Receives an event of the provider. It must be signed, be of our account and mode, and name a payment of ours with the
 * right amount. Even then it is only a hint: the provider is asked for the state of the payment.
 */
export async function receiveEvent(
	needs: PaymentNeeds,
	body: string,
	signature: string,
): Promise<'looked' | 'ignored'> {
	const { db, payments, log } = needs;
	const refuse = (code: ErrorCode, message: string, more: object): never => {
		log.warn({ code, ...more }, `event of the payment provider refused: ${message}`);
		throw new Refusal(code, message);
	};
	const forged = signatureProblem(body, signature, payments.webhookSecret, new Date());
	if (forged) return refuse('payment/invalid-signature', `The signature does not hold: ${forged}.`, {});
	const parsed = event.safeParse(readJson(body));
	if (!parsed.success) return refuse('invalid-argument', 'This is not an event.', {});
	const { id, type, livemode, account, data } = parsed.data;
	const about = { event: id, type };
	if (!CONCERNS.test(type)) return 'ignored';
	if (livemode !== payments.livemode) {
		const mode = (live: boolean) => (live ? 'live' : 'test');
		const message = `This is an event of ${mode(livemode)} mode, and payments here are in ${mode(payments.livemode)} mode.`;
		return refuse('payment/wrong-mode', message, about);
	}
	if (account) return refuse('payment/unknown-intent', 'This event is of another account.', about);
	const intent = intentOf(data.object);
	const [record] = intent ? await db.select().from(records).where(eq(records.intent, intent)) : [];
	if (!record) {
		return refuse('payment/unknown-intent', 'This payment was not started here.', { ...about, intent });
	}
	const { object, amount, currency } = data.object;
	const wrong =
		(currency !== undefined && currency !== record.currency) ||
		(object === 'payment_intent' && amount !== record.amount) ||
		record.provider !== payments.form.provider;
	if (wrong) {
		const theirs = `${amount ?? 'no amount'} ${currency ?? 'without a currency'}`;
		const message = `The payment was started over ${record.amount} ${record.currency} with ${record.provider}, and this event says ${theirs}.`;
		return refuse('payment/mismatch', message, { ...about, intent });
	}
	await syncPayment(needs, record.id).catch((error: unknown) => {
		if (error instanceof Refusal) throw error;
		throw new Refusal('unavailable', 'The payment could not be checked. Please send the event again.', {
			cause: error,
		});
	});
	log.info({ ...about, intent, payment: record.id }, 'event of the payment provider');
	return 'looked';
}

const intentOf = ({ object, id, payment_intent }: Event['data']['object']) =>
	object === 'payment_intent' ? id : payment_intent;

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** Makes and signs the event that a provider would send after a payment, and receives it like any other. */
export const testCardEvent: Job<'test-card-event', PaymentNeeds> = {
	async handle(needs, { intent }) {
		const { id, amount, currency, status, metadata } = await needs.payments.readIntent(intent);
		const body = JSON.stringify({
			id: `evt_test_${newId()}`,
			object: 'event',
			type: `payment_intent.${status}`,
			livemode: false,
			data: { object: { id, object: 'payment_intent', amount, currency, status, metadata } },
		});
		await receiveEvent(needs, body, sign(body, needs.payments.webhookSecret, new Date()));
	},
	retries: { times: 5, afterSeconds: 2 },
};
