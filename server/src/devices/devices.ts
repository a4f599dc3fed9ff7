import type { Device } from '@watchword/contract/device';
import { sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';

export async function listDevices(db: Db, uid: string): Promise<Device[]> {
	const { rows } = await db.execute(sql`
		select d.id, d."desc", d.capture_window_start, d.capture_window_end, d.light_window_start, d.light_window_end,
			d.last_image_path,
			array(
				select a.id from automations a
				where a."trigger_device_deviceID" = d.id and not a._deleted
				order by a.created_at, a.id
			) as automations
		from devices d where d._owner = ${uid}
		order by d.created_at, d.id`);
	return rows as unknown as Device[];
}
