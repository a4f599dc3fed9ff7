import { z } from 'zod';
import { INVALID_AMOUNT, NOT_A_NUMBER, PURCHASE_DOLLARS } from './constants.ts';
import { id, timeZone } from './ids.ts';
import { ends } from './limit.ts';

/** billing/{uid} */
export const billing = z.object({ creditBalance: z.int().nonnegative() });
export type Billing = z.infer<typeof billing>;

/** How long the credits last if the spending of the last days continues. */
export const outlook = z.object({
	creditsPerRun: z.int(),
	/** The average cost of a recent day. */
	spentPerDay: z.number(),
	/** Null if nothing is being spent. */
	daysLeft: z.number().nullable(),
});
export type Outlook = z.infer<typeof outlook>;

export const purchase = z.strictObject({
	userId: id,
	/** Whole dollars. */
	amount: z
		.number(NOT_A_NUMBER)
		.int(INVALID_AMOUNT)
		.min(PURCHASE_DOLLARS.min, INVALID_AMOUNT)
		.max(PURCHASE_DOLLARS.max, INVALID_AMOUNT),
});
export type Purchase = z.infer<typeof purchase>;

export const paymentIntent = z.object({ clientSecret: z.string() });
export type PaymentIntent = z.infer<typeof paymentIntent>;

/** How far a payment is, in the card payment provider's own words. */
export const PAYMENT_STATUSES = [
	'requires_payment_method',
	'requires_confirmation',
	'requires_action',
	'requires_capture',
	'processing',
	'succeeded',
	'canceled',
] as const;

/** A purchase of credits: what it was, and how far it is. Money in dollars of `currency`. */
export const payment = z.object({
	id,
	/** What the provider calls it. */
	intent: z.string(),
	status: z.enum(PAYMENT_STATUSES),
	amount: z.number(),
	currency: z.string(),
	credits: z.int(),
	/** When the credits came onto the balance, ISO 8601; null until then. */
	creditedAt: z.string().nullable(),
	refunded: z.number(),
	/** Paid with a test card: no money moved. */
	testMode: z.boolean(),
	name: z.string(),
	email: z.string(),
});
export type Payment = z.infer<typeof payment>;

/** An id of ours, or the provider's for the same payment. */
export const paymentId = z.string().regex(/^([a-z2-7]{20}|pi_\w{1,200})$/, 'must be the id of a payment');

/** A built-in test card, as it is typed. */
export const testCard = z.strictObject({
	clientSecret: z.string().max(300, ends()),
	number: z.string().max(50, ends()),
	expiry: z.string().max(20, ends()),
	cvc: z.string().max(20, ends()),
});
export type TestCard = z.infer<typeof testCard>;

/** The result of confirming a payment, in the shape of the provider's own library. */
export const confirmation = z.union([
	z.object({ paymentIntent: z.object({ id: z.string(), status: z.enum(PAYMENT_STATUSES) }) }),
	z.object({
		error: z.object({
			type: z.enum(['card_error', 'validation_error', 'invalid_request_error']),
			code: z.string(),
			decline_code: z.string().optional(),
			message: z.string(),
		}),
	}),
]);
export type Confirmation = z.infer<typeof confirmation>;

const day = z.iso.date('must be a day such as 2026-01-31');

export const STATEMENT_KINDS = ['purchase', 'charge', 'grant', 'refund', 'dispute'] as const;

/** Which part of the statement is wanted; both days included, in the calendar of `zone`. */
export const statementFilter = z.strictObject({
	from: day,
	to: day,
	zone: timeZone,
	automation: id.optional(),
	kind: z.enum(STATEMENT_KINDS).optional(),
	cursor: z.string().max(200, ends()).optional(),
});
export type StatementFilter = z.infer<typeof statementFilter>;

/** What one automation cost on a day, or one thing that happened to the balance. */
export const statementLine = z.object({
	day: z.string(),
	kind: z.enum(STATEMENT_KINDS),
	automation: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
	/** How many runs were charged. */
	runs: z.int(),
	/** Added, or taken where negative. */
	credits: z.int(),
	/** The payment a purchase came from. */
	payment: z.string().nullable(),
	why: z.string(),
});
export type StatementLine = z.infer<typeof statementLine>;

export const statement = z.object({
	items: z.array(statementLine),
	next: z.string().nullable(),
	/** The sum of everything that matches, not only of this page. */
	added: z.int(),
	spent: z.int(),
});
export type Statement = z.infer<typeof statement>;
