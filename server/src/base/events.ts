import { type LiveEvent, liveEvent } from '@watchword/contract/events';
import { id } from '@watchword/contract/ids';
import { sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';

export const EVENT_CHANNEL = 'watchword';

const enveloped = liveEvent.extend({ uid: id });

/** Notifies a user's open tabs that something changed. Inside a transaction the event is sent when that commits. */
export async function publish(db: Db, uid: string, event: LiveEvent): Promise<void> {
	await db.execute(sql`select ${announcement(uid, event)}`);
}

/** The same as part of a larger statement. */
export const announcement = (uid: string, event: LiveEvent) =>
	sql`pg_notify(${EVENT_CHANNEL}, ${envelope(uid, event)})`;

/** What is sent through the channel. */
export const envelope = (uid: string, event: LiveEvent) => JSON.stringify({ uid, ...event });

export function readEnvelope(payload: string): { uid: string; event: LiveEvent } {
	const { uid, ...event } = enveloped.parse(JSON.parse(payload));
	return { uid, event };
}
