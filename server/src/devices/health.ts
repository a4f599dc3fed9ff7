import type { DeviceHealth } from '@watchword/contract/device';
import { sql } from 'drizzle-orm';
import { isoTime } from '../base/sql.ts';
import type { Db } from '../ports/database.ts';
import { captures, devices } from './tables.ts';

const HOURS = 24;

/** How many captures each device of a customer made in each of the last 24 hours. An index limits the cost to that time. */
export async function healthOf(db: Db, uid: string): Promise<DeviceHealth[]> {
	const { rows } = await db.execute(sql`
		select d.id, ${isoTime(sql`d.created_at`)} as created_at, floor(extract(epoch from now() - c.captured_at) / 3600)::int as ago, count(c.captured_at)::int as count
		from ${devices} d left join ${captures} c
			on c."deviceId" = d.id and c.captured_at > now() - interval '${sql.raw(String(HOURS))} hours'
		where d._owner = ${uid} and d.removed_at is null
		group by d.id, ago`);
	const health = new Map<string, DeviceHealth>();
	for (const { id, created_at, ago, count } of rows) {
		const device = health.get(String(id)) ?? {
			id: String(id),
			created_at: String(created_at),
			captures: Array<number>(HOURS).fill(0),
		};
		// A capture of this moment can be slightly later than the statement's time.
		if (ago !== null) device.captures[HOURS - 1 - Math.max(0, Number(ago))] = Number(count);
		health.set(device.id, device);
	}
	return [...health.values()];
}
