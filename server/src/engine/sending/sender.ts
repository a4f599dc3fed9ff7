import type { DeliveryStatus } from '@watchword/contract/delivery';
import type { ChannelHosts } from '../../deliveries/channels/channel.ts';
import type { Outgoing } from '../../deliveries/outgoing.ts';
import type { SendResult } from '../../deliveries/queue.ts';
import type { PushNeeds } from '../../deliveries/send-push.ts';
import type { Db } from '../../ports/database.ts';
import type { Log } from '../../ports/log.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { Queue } from '../../ports/queue.ts';
import type { LeasedDelivery } from './lease.ts';

/** Everything that senders use. */
export interface DeliveryNeeds extends PushNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	log: Log;
	publicUrl: string;
	/** The bucket name in the addresses of file storage. */
	bucket: string;
	hosts: ChannelHosts;
	/** Requests to addresses that customers chose. */
	outgoing: Outgoing;
}

/** `payload` is what was sent, if it was created only now: it is stored for the next attempt and the log. */
export type Sent = SendResult & { payload?: Record<string, unknown> };

export type Ended = Exclude<DeliveryStatus, 'waiting'>;

/** Sends the deliveries of one kind. */
export interface Sender {
	/** Must end within 30 seconds. A rejection is an error of ours, and is retried. */
	send(needs: DeliveryNeeds, delivery: LeasedDelivery): Promise<Sent>;
	/** Runs in the transaction that stores an outcome; `ended` is null if the delivery is retried. */
	afterEnd?(needs: DeliveryNeeds, delivery: LeasedDelivery, sent: Sent, ended: Ended | null): Promise<void>;
}
