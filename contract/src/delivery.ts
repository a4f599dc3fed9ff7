/** What is sent to programs, phones and channels: names. Without packages, so that the portal needs no schema library for them. */

export const DELIVERY_KINDS = ['push', 'webhook', 'channel'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** `waiting` until it ends; `dropped` if there is no longer anyone to send it to. */
export const DELIVERY_STATUSES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const WEBHOOK_EVENTS = ['run.ended', 'episode.began', 'episode.ended', 'device.silent'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Networks that an operator may allow for the addresses that customers choose. */
export const OPENABLE_NETWORKS = ['loopback', 'private'] as const;
export type OpenableNetwork = (typeof OPENABLE_NETWORKS)[number];

/** The most that an account may have. */
export const MAX_WEBHOOKS = 10;
