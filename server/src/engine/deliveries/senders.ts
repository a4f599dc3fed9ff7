import type { DeliveryKind } from '@watchword/contract/delivery';
import { pushSender } from './push.ts';
import type { Sender } from './sender.ts';
import { webhookSender } from './webhook.ts';

/** One for each kind of delivery. */
export const SENDERS: Partial<Record<DeliveryKind, Sender>> = { push: pushSender, webhook: webhookSender };
