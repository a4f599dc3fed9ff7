import type { DeliveryStatus } from '@watchword/contract/delivery';
import type { Outgoing } from '../../base/outgoing.ts';
import type { PushNeeds } from '../../deliveries/send-push.ts';
import type { Db, Log, ObjectStore, Queue } from '../../ports.ts';
import type { LeasedDelivery } from './lease.ts';

/** Everything that senders use. */
export interface DeliveryNeeds extends PushNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	log: Log;
	publicUrl: string;
	/** Where file storage keeps the pictures, as its addresses name it. */
	bucket: string;
	/** Requests to addresses that customers chose. */
	outgoing: Outgoing;
}

/** What came of an attempt. `payload` is what was sent, where it was made only now: it is kept for the next attempt and the log. */
export type Sent = { payload?: Record<string, unknown> } & (
	| { outcome: 'sent'; answer?: number }
	/** Tried again later, unless it is `final`. `afterSeconds` is the least time that the target asked for. */
	| { outcome: 'failed'; problem: string; answer?: number; final?: boolean; afterSeconds?: number }
	/** There is nobody to send it to any more. */
	| { outcome: 'dropped'; problem: string }
);

export type Ended = Exclude<DeliveryStatus, 'waiting'>;

/** Sends the deliveries of one kind. */
export interface Sender {
	/** Must end within 30 seconds. A rejection is a fault of ours, and tried again. */
	send(needs: DeliveryNeeds, delivery: LeasedDelivery): Promise<Sent>;
	/** Runs in the transaction that stores an outcome; `ended` is null if the delivery is tried again. */
	afterEnd?(needs: DeliveryNeeds, delivery: LeasedDelivery, sent: Sent, ended: Ended | null): Promise<void>;
}
