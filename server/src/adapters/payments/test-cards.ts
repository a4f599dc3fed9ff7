import { randomBytes } from 'node:crypto';
import type { Confirmation, TestCard } from '@watchword/contract/billing';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../ports/database.ts';
import type { Intent, Payments } from '../../ports/payments.ts';
import { testIntents } from './tables.ts';

type Failure = Extract<Confirmation, { error: unknown }>['error'];

const DECLINED: Record<string, Pick<Failure, 'code' | 'decline_code' | 'message'>> = {
	'4000000000000002': {
		code: 'card_declined',
		decline_code: 'generic_decline',
		message: 'Your card was declined.',
	},
	'4000000000009995': {
		code: 'card_declined',
		decline_code: 'insufficient_funds',
		message: 'Your card has insufficient funds.',
	},
};
const SUCCEEDS = '4242424242424242';

/**
 * A built-in payment provider for trials: payments in a table, three test cards, and the same shapes and error types as the
 * real provider. No money moves, and no card number is stored.
 */
export function testCards(db: Db, webhookSecret: string): Payments {
	async function readIntent(id: string): Promise<Intent> {
		const [row] = await db.select().from(testIntents).where(eq(testIntents.id, id));
		if (!row) throw new Error(`there is no test payment ${id}`);
		return known(row);
	}

	return {
		describe: 'built-in test cards: no money moves',
		form: { provider: 'test-cards' },
		livemode: false,
		webhookSecret,
		async createIntent({ key, amount, currency, metadata }) {
			const id = `pi_test_${randomBytes(12).toString('hex')}`;
			const client_secret = `${id}_secret_${randomBytes(16).toString('hex')}`;
			await db
				.insert(testIntents)
				.values({ id, key, client_secret, amount, currency, metadata })
				.onConflictDoNothing({ target: testIntents.key });
			const [row] = await db.select().from(testIntents).where(eq(testIntents.key, key));
			if (!row || row.amount !== amount) throw new Error(`the key ${key} was used for another payment`);
			return known(row);
		},
		readIntent,
		async cancelIntent(id) {
			await settle(db, sql`${testIntents.id} = ${id}`, 'canceled');
			return readIntent(id);
		},
		async payWithTestCard(card) {
			const problem = problemOf(card, new Date());
			if (problem) return { error: problem };
			const paid = await settle(db, sql`${testIntents.client_secret} = ${card.clientSecret}`, 'succeeded');
			if (paid) return { paymentIntent: { id: paid.id, status: 'succeeded' } };
			return failed(
				'invalid_request_error',
				'payment_intent_unexpected_state',
				'This payment can no longer be made.',
			);
		},
	};
}

/** Only open payments change, and only once. */
async function settle(db: Db, which: ReturnType<typeof sql>, status: 'succeeded' | 'canceled') {
	const [changed] = await db
		.update(testIntents)
		.set({ status })
		.where(sql`${which} and ${testIntents.status} = 'requires_payment_method'`)
		.returning({ id: testIntents.id });
	return changed;
}

const known = (row: typeof testIntents.$inferSelect): Intent => ({
	id: row.id,
	clientSecret: row.client_secret,
	status: row.status,
	amount: row.amount,
	currency: row.currency,
	livemode: false,
	metadata: row.metadata,
	received: row.status === 'succeeded' ? row.amount : 0,
	refunded: 0,
	disputed: 0,
});

/** What is wrong with a card: first its form, then what its bank says. */
function problemOf({ number, expiry, cvc }: TestCard, now: Date): Failure | null {
	const digits = number.replace(/[\s-]/g, '');
	if (!/^\d{16}$/.test(digits)) return validation('incomplete_number', 'Your card number is incomplete.');
	const [, month, year] = /^(\d\d)\s*\/?\s*(\d\d)$/.exec(expiry.trim()) ?? [];
	if (!month || !year || Number(month) < 1 || Number(month) > 12) {
		return validation('incomplete_expiry', "Your card's expiration date is incomplete.");
	}
	// A card is valid until its month has passed in every time zone.
	if (Date.UTC(2000 + Number(year), Number(month), 2) < now.getTime()) {
		return validation('invalid_expiry_year_past', "Your card's expiration date is in the past.");
	}
	if (!/^\d{3,4}$/.test(cvc.trim())) {
		return validation('incomplete_cvc', "Your card's security code is incomplete.");
	}
	const declined = DECLINED[digits];
	if (declined) return { type: 'card_error', ...declined };
	if (digits === SUCCEEDS) return null;
	const message = 'Only the test cards work here, and this is none of them. It was not charged.';
	return { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card', message };
}

const validation = (code: string, message: string) => failed('validation_error', code, message).error;

const failed = (type: Failure['type'], code: string, message: string) => ({ error: { type, code, message } });
