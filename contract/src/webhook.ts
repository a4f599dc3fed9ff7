import { z } from 'zod';
import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from './delivery.ts';
import { fieldValue } from './field-settings.ts';
import { id } from './ids.ts';
import { ends } from './limit.ts';
import { runSummary } from './run.ts';

const time = z.iso.datetime();

const url = z.string().trim().min(1, 'must be a web address').max(2000, ends());
const events = z
	.array(z.enum(WEBHOOK_EVENTS))
	.min(1, 'must name at least one event')
	.max(WEBHOOK_EVENTS.length, ends())
	.transform((names) => [...new Set(names)]);

export const newWebhook = z.strictObject({ url, events });

/** `enabled: true` turns a webhook on again and forgets its failures. */
export const webhookEdit = z.strictObject({ url, events, enabled: z.boolean() });

/** The address of a customer's program that receives events. */
export const webhookEndpoint = z.object({
	id,
	url: z.string(),
	events: z.array(z.enum(WEBHOOK_EVENTS)),
	created_at: time,
	/** Since when every delivery failed; null while they succeed. */
	failing_since: time.nullable(),
	/** When it was turned off, by its owner or after a day of failures; null while it is on. */
	disabled_at: time.nullable(),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** Signs the payload. It begins with `whsec_`, as Standard Webhooks requires. */
export const webhookSecret = z.object({ secret: z.string() });

/** The answer to a test. */
export const webhookTest = z.object({
	outcome: z.enum(['sent', 'failed']),
	/** The status code of the answer; null if none came. */
	answer: z.int().nullable(),
	problem: z.string().nullable(),
	ms: z.int(),
});
export type WebhookTest = z.infer<typeof webhookTest>;

/** One event on its way to one webhook. */
export const webhookDelivery = z.object({
	/** The value of the header `webhook-id`, the same at every attempt. */
	id,
	event: z.string(),
	status: z.enum(DELIVERY_STATUSES),
	attempts: z.int(),
	answer: z.int().nullable(),
	problem: z.string().nullable(),
	created_at: time,
	/** When it is tried again; null when it has ended. */
	next_try_at: time.nullable(),
	ended_at: time.nullable(),
	/** What was sent; null until it was tried. */
	payload: z.record(z.string(), z.unknown()).nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const link = z.url();
const automation = z.object({ id, _name: z.string() });

/** A run as webhooks send it. Pictures need a session or an API token. */
const webhookRun = runSummary
	.pick({
		...{ id: true, _timestamp: true, _automationId: true, _triggerType: true, _actionType: true },
		...{
			_status: true,
			_reason: true,
			action_notification: true,
			trigger_from: true,
			trigger_subject: true,
			_episodeId: true,
		},
		...{ action_condition_met: true, action_verdict: true, action_evidence: true, credits: true },
	})
	.extend({
		automation,
		action_information: z.string().nullable(),
		action_value: z.number().nullable(),
		/** What the model filled in for the automation's fields. */
		action_fields: z.array(fieldValue),
		ended_at: time,
		/** The run in the portal, and its picture in file storage. */
		url: link,
		picture_url: link.nullable(),
	});
export type WebhookRun = z.infer<typeof webhookRun>;

const webhookEpisode = z.object({
	id,
	automation,
	device: z.object({ id, desc: z.string() }).nullable(),
	first_at: time,
	last_at: time,
	ended_at: time.nullable(),
	captures: z.int(),
	first_runId: id,
	/** The evidence of the run that began it. */
	evidence: z.string().nullable(),
	url: link,
	picture_url: link.nullable(),
});
export type WebhookEpisode = z.infer<typeof webhookEpisode>;

const webhookDevice = z.object({
	id,
	desc: z.string(),
	/** When it last contacted us. */
	last_seen_at: time,
	url: link,
});

const payload = <N extends string, T extends z.ZodType>(type: N, data: T) =>
	z.object({
		type: z.literal(type),
		/** When it happened. */
		timestamp: time,
		data,
	});

/** What is posted, by event. */
export const WEBHOOK_PAYLOADS = {
	'run.ended': payload('run.ended', webhookRun),
	'episode.began': payload('episode.began', webhookEpisode),
	'episode.ended': payload('episode.ended', webhookEpisode),
	'device.silent': payload('device.silent', webhookDevice),
	'webhook.test': payload('webhook.test', z.object({ message: z.string() })),
};
