import { isDeepStrictEqual } from 'node:util';
import { DEVICE_HAS_AUTOMATIONS, DEVICE_NOT_FOUND } from '@watchword/contract/constants';
import type { Device, DeviceEdit } from '@watchword/contract/device';
import { ZONES_MAX, type Zone, zoneKey } from '@watchword/contract/zone';
import { zone } from '@watchword/contract/zone-settings';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { noteEvent, type Origin } from '../accounts/history.ts';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { revokeTokens } from '../files/files.ts';
import type { Db } from '../ports/database.ts';
import type { Surroundings } from '../ports/model.ts';
import type { Queue } from '../ports/queue.ts';
import { hashKey, newKey } from './keys.ts';
import { devices, newMailAddress } from './tables.ts';

/** The automations that watch each of these devices. */
export type Watching = (db: Db, deviceIds: string[]) => Promise<Map<string, string[]>>;

export type Row = typeof devices.$inferSelect;

const present = (device: Row, automations: string[]): Device => ({
	id: device.id,
	desc: device.desc,
	capture_window_start: device.capture_window_start,
	capture_window_end: device.capture_window_end,
	light_window_start: device.light_window_start,
	light_window_end: device.light_window_end,
	_zone: device._zone,
	_utcOffset: device._utcOffset,
	last_image_path: device.last_image_path,
	last_image_problem: device.last_image_problem,
	last_captured_at: device.last_captured_at?.toISOString() ?? null,
	last_seen_at: device.last_seen_at?.toISOString() ?? null,
	zones: device.zones,
	removed_zones: device.removed_zones,
	mail_address: device.mail_address,
	connection: device.connection,
	problem: device.problem,
	problem_since: device.problem_since?.toISOString() ?? null,
	automations,
});

/** The devices of a customer, oldest first. */
export async function findDevices(db: Db, uid: string): Promise<Row[]> {
	return db
		.select()
		.from(devices)
		.where(and(eq(devices._owner, uid), isNull(devices.removed_at)))
		.orderBy(devices.created_at, devices.id);
}

export async function listDevices(db: Db, uid: string, watching: Watching): Promise<Device[]> {
	const found = await findDevices(db, uid);
	const automations = await watching(
		db,
		found.map(({ id }) => id),
	);
	return found.map((device) => present(device, automations.get(device.id) ?? []));
}

export async function readDevice(db: Db, uid: string, id: string, watching: Watching): Promise<Device> {
	const [found] = await findDevice(db, uid, id);
	if (!found) throw notFound();
	return present(found, (await watching(db, [id])).get(id) ?? []);
}

/** A device of this customer that was not removed. */
export const findDevice = (db: Db, uid: string, id: string) =>
	db
		.select()
		.from(devices)
		.where(and(eq(devices.id, id), eq(devices._owner, uid), isNull(devices.removed_at)));

/** Facts about a device that give the words of a prompt their meaning; null if the customer has no such device. */
export async function surroundingsOf(db: Db, uid: string, id: string | null): Promise<Surroundings | null> {
	if (!id) return null;
	const [device] = await db
		.select({ device: devices.desc, zones: devices.zones, removedZones: devices.removed_zones })
		.from(devices)
		.where(and(eq(devices.id, id), eq(devices._owner, uid)));
	return device ?? null;
}

export async function editDevice(
	db: Db,
	queue: Queue,
	uid: string,
	id: string,
	edit: DeviceEdit,
): Promise<void> {
	await db.transaction(async (tx) => {
		await changeDevice(tx, uid, id, edit);
		await readPromptsAgain(tx, queue, uid, id);
	});
}

/** Prompts may name the device and its zones, so their meaning depends on both. */
const readPromptsAgain = (tx: Db, queue: Queue, uid: string, deviceId: string) =>
	queue.send(tx, 'read-conditions', { uid, deviceId });

interface NewZones {
	zones: Zone[];
	removed_zones?: string[] | undefined;
	before?: Zone[] | undefined;
}

/** Replaces the zones. The names of removed zones are remembered, unless the owner has dropped them. */
export async function editZones(
	db: Db,
	queue: Queue,
	uid: string,
	id: string,
	{ zones, removed_zones: kept, before }: NewZones,
): Promise<void> {
	await db.transaction(async (tx) => {
		const [found] = await findDevice(tx, uid, id).for('no key update');
		if (!found) throw notFound();
		// The same zones again may be a repeated save whose answer was lost.
		const isOver = (expected: Zone[]) => isDeepStrictEqual(zone.array().parse(found.zones), expected);
		if (before && !isOver(before) && !isOver(zones))
			throw new Refusal('conflict', 'Other zones of this device were saved meanwhile.');
		const drawn = new Set(zones.map(({ name }) => zoneKey(name)));
		const removed = new Map<string, string>();
		for (const name of found.removed_zones)
			if (!kept || kept.includes(name)) removed.set(zoneKey(name), name);
		for (const { name } of found.zones) removed.set(zoneKey(name), name);
		for (const key of drawn) removed.delete(key);
		await changeDevice(tx, uid, id, { zones, removed_zones: [...removed.values()].slice(-ZONES_MAX) });
		await readPromptsAgain(tx, queue, uid, id);
	});
}

/** Records that these devices are online, as if each had just sent something. */
export async function sawDevices(db: Db, ids: string[]): Promise<void> {
	await db.transaction(async (tx) => {
		const seen = await tx
			.update(devices)
			.set({ last_seen_at: sql`now()` })
			.where(and(inArray(devices.id, ids), isNull(devices.removed_at)))
			.returning({ id: devices.id, uid: devices._owner });
		for (const { id, uid } of seen) await publish(tx, uid, { topic: 'devices', id });
	});
}

/** A new mail address; from the commit on, the old one accepts no mail. */
export async function replaceMailAddress(db: Db, uid: string, id: string): Promise<void> {
	await db.transaction((tx) => changeDevice(tx, uid, id, { mail_address: newMailAddress }));
}

/** A new key; the old one stops working with the commit. */
export async function replaceKey(db: Db, uid: string, id: string): Promise<{ deviceKey: string }> {
	const deviceKey = newKey();
	await db.transaction((tx) => changeDevice(tx, uid, id, { key_hash: hashKey(deviceKey) }));
	return { deviceKey };
}

/** The same for a customer, who also gets a mail, in case somebody else did it. */
export async function replaceKeyAndTell(db: Db, queue: Queue, uid: string, id: string, origin: Origin) {
	return db.transaction(async (tx) => {
		const replaced = await replaceKey(tx, uid, id);
		const [found] = await findDevice(tx, uid, id);
		const name = found?.desc || id;
		await queue.send(tx, 'security-mail', { uid, notice: { what: 'device-key', device: name } });
		await noteEvent(tx, uid, 'device-key', { name }, origin);
		return replaced;
	});
}

/** Removes a device from the account. Its captures stay with the runs that used them until they are pruned. */
export async function removeDevice(db: Db, uid: string, id: string, watching: Watching): Promise<void> {
	await db.transaction(async (tx) => {
		// Locked until the commit, so that no automation can be attached between the check and the removal.
		const [found] = await findDevice(tx, uid, id).for('no key update');
		if (!found) throw notFound();
		const automations = (await watching(tx, [id])).get(id) ?? [];
		if (automations.length > 0) throw new Refusal('device-has-automations', DEVICE_HAS_AUTOMATIONS);
		await changeDevice(tx, uid, id, { removed_at: new Date(), key_hash: null });
		await revokeTokens(tx, uid, `users/${uid}/devices/${id}`);
	});
}

/** Changes a device of this customer and tells the open tabs. */
export async function changeDevice(
	tx: Db,
	uid: string,
	id: string,
	set: PgUpdateSetSource<typeof devices>,
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
