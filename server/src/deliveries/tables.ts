import type { ChannelTarget } from '@watchword/contract/channel';
import { CHANNEL_KINDS } from '@watchword/contract/channels';
import { DELIVERY_KINDS, DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@watchword/contract/delivery';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { owner } from '../accounts/tables.ts';
import { automationRuns } from '../runs/tables.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });

/** A browser that wants push messages, as the Push API describes it. */
export const pushSubscriptions = pgTable(
	'push_subscriptions',
	{
		id: text().primaryKey(),
		_owner: owner(),
		/** How the customer knows it: the name of the browser and its system. */
		name: text().notNull(),
		endpoint: text().notNull().unique(),
		p256dh: text().notNull(),
		auth: text().notNull(),
		created_at: at().notNull().defaultNow(),
		/** The last message that the push service accepted. */
		sent_at: at(),
	},
	(t) => [index().on(t._owner)],
);

/** The address of a customer's program that receives events. */
export const webhookEndpoints = pgTable(
	'webhook_endpoints',
	{
		id: text().primaryKey(),
		_owner: owner(),
		url: text().notNull(),
		/** Signs the payload, as Standard Webhooks describes it. */
		secret: text().notNull(),
		events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
		created_at: at().notNull().defaultNow(),
		/** Since when every delivery failed; null while they succeed. */
		failing_since: at(),
		/** When it was turned off, by its owner or after a day of failures; null while it is on. */
		disabled_at: at(),
	},
	(t) => [index().on(t._owner)],
);

/** A channel of the customer that gets messages of automations. */
export const channels = pgTable(
	'channels',
	{
		id: text().primaryKey(),
		_owner: owner(),
		kind: text({ enum: CHANNEL_KINDS }).notNull(),
		/** As its owner calls it. */
		name: text().notNull(),
		/** Where it leads, with its secrets, and the part of it that may be shown. */
		target: jsonb().$type<ChannelTarget>().notNull(),
		hint: text().notNull(),
		created_at: at().notNull().defaultNow(),
		/** The last message that it took. */
		sent_at: at(),
		/** Why it did not take the last one; null if it did. */
		problem: text(),
	},
	(t) => [index().on(t._owner)],
);

/**
 * Something to be sent once: a message to one browser or channel, or an event to one webhook. It is stored together with its cause
 * and sent later by a worker.
 */
export const deliveries = pgTable(
	'deliveries',
	{
		id: text().primaryKey(),
		_owner: owner(),
		kind: text({ enum: DELIVERY_KINDS }).notNull(),
		/** Names what happened; unique for each target. */
		key: text().notNull(),
		pushId: text().references(() => pushSubscriptions.id, { onDelete: 'set null' }),
		webhookId: text().references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
		channelId: text().references(() => channels.id, { onDelete: 'set null' }),
		/** The run it is about; null if it is about something else. */
		runId: text().references(() => automationRuns.id, { onDelete: 'cascade' }),
		/** The name of the target, kept after the target is removed. */
		target: text().notNull(),
		event: text().notNull(),
		/** The content, if it cannot be read from the run at the time of sending. */
		payload: jsonb().$type<Record<string, unknown>>(),
		status: text({ enum: DELIVERY_STATUSES }).notNull().default('waiting'),
		attempts: integer().notNull().default(0),
		next_try_at: at().notNull().defaultNow(),
		lease_until: at(),
		/** The status code of the last answer, and what went wrong in words for the customer. */
		answer: integer(),
		problem: text(),
		/** How the target knows what it took, where a later message may take its place. */
		reference: text(),
		created_at: at().notNull().defaultNow(),
		ended_at: at(),
	},
	(t) => [
		unique().on(t.key),
		index('deliveries_open').on(t.next_try_at).where(sql`${t.ended_at} is null`),
		index().on(t.runId),
		index().on(t.webhookId, t.created_at),
		index().on(t.pushId),
		index().on(t.channelId),
		index().on(t._owner, t.created_at),
	],
);
