import { DEVICE_HAS_AUTOMATIONS, DEVICE_NOT_FOUND } from '@watchword/contract/constants';
import type { Device, DeviceEdit } from '@watchword/contract/device';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { publish } from '../events.ts';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { hashKey } from './captures.ts';
import { newKey } from './pairing.ts';
import { devices } from './tables.ts';

export const listDevices = (db: Db, uid: string) => select(db, sql`d._owner = ${uid}`);

export async function readDevice(db: Db, uid: string, id: string): Promise<Device> {
	const [found] = await select(db, sql`d._owner = ${uid} and d.id = ${id}`);
	if (!found) throw notFound();
	return found;
}

async function select(db: Db, where: SQL): Promise<Device[]> {
	const { rows } = await db.execute(sql`
		select d.id, d."desc", d.capture_window_start, d.capture_window_end, d.light_window_start, d.light_window_end,
			d.last_image_path, d.last_image_problem, d.last_seen_at,
			array(
				select a.id from automations a
				where a."trigger_device_deviceID" = d.id and not a._deleted
				order by a.created_at, a.id
			) as automations
		from devices d where d.removed_at is null and ${where}
		order by d.created_at, d.id`);
	return rows.map((row) => ({
		...row,
		last_seen_at: row.last_seen_at ? new Date(String(row.last_seen_at)).toISOString() : null,
	})) as Device[];
}

export async function editDevice(db: Db, uid: string, id: string, edit: DeviceEdit): Promise<Device> {
	return db.transaction(async (tx) => {
		await change(tx, uid, id, edit);
		return readDevice(tx, uid, id);
	});
}

/** A new key; the old one stops working with the commit. */
export async function replaceKey(db: Db, uid: string, id: string): Promise<{ deviceKey: string }> {
	const deviceKey = newKey();
	await db.transaction((tx) => change(tx, uid, id, { key_hash: hashKey(deviceKey) }));
	return { deviceKey };
}

/** Takes a device off the account. What it captured stays with the runs that used it until it is pruned. */
export async function removeDevice(db: Db, uid: string, id: string): Promise<void> {
	await db.transaction(async (tx) => {
		// Held until the commit, so that no automation can be attached between the look and the removal.
		await tx.execute(sql`select from devices where id = ${id} for update`);
		const device = await readDevice(tx, uid, id);
		if (device.automations.length > 0) throw new Refusal('device-has-automations', DEVICE_HAS_AUTOMATIONS);
		await change(tx, uid, id, { removed_at: new Date(), key_hash: null });
	});
}

async function change(
	tx: Db,
	uid: string,
	id: string,
	set: Partial<typeof devices.$inferInsert>,
): Promise<void> {
	const changed = await tx
		.update(devices)
		.set(set)
		.where(and(eq(devices.id, id), eq(devices._owner, uid), isNull(devices.removed_at)))
		.returning({ id: devices.id });
	if (changed.length === 0) throw notFound();
	await publish(tx, uid, { topic: 'devices', id });
}

const notFound = () => new Refusal('not-found', DEVICE_NOT_FOUND);
