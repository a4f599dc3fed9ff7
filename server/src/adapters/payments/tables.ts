import { PAYMENT_STATUSES } from '@watchword/contract/billing';
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What a payment provider stores about a payment; the built-in test cards store it here. */
export const testIntents = pgTable('test_intents', {
	id: text().primaryKey(),
	/** The idempotency key it was made with. */
	key: text().notNull().unique(),
	client_secret: text().notNull().unique(),
	status: text({ enum: PAYMENT_STATUSES }).notNull().default('requires_payment_method'),
	amount: integer().notNull(),
	currency: text().notNull(),
	metadata: jsonb().$type<Record<string, string>>().notNull(),
	created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
