/** What leaves for programs and phones: names. Free of packages, so that the portal carries no schema library for them. */

export const DELIVERY_KINDS = ['push', 'webhook'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** `waiting` until it ends; `dropped` if there is nobody to send it to any more. */
export const DELIVERY_STATUSES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const WEBHOOK_EVENTS = ['run.ended', 'episode.began', 'episode.ended', 'device.silent'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Networks that an operator may open to the addresses that customers choose. */
export const OPENABLE_NETWORKS = ['loopback', 'private'] as const;
export type OpenableNetwork = (typeof OPENABLE_NETWORKS)[number];

/** The most that an account may have. */
export const MOST_WEBHOOKS = 10;
