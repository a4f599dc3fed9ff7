import type {
	Automation,
	AutomationEdit,
	AutomationName,
	AutomationSettings,
} from '@watchword/contract/automation';
import { nextFire } from '@watchword/contract/schedule';
import { eq, sql } from 'drizzle-orm';
import { publish } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { holdAutomation, readAutomation } from './automations.ts';
import { automations } from './tables.ts';
import { differs, keepVersion } from './versions.ts';

export async function createAutomation(db: Db, uid: string, given: AutomationSettings): Promise<Automation> {
	const id = newId();
	const settings = attached({ ...given, _dailyCap: given._dailyCap ?? null });
	return db.transaction(async (tx) => {
		await requireDevice(tx, uid, settings.trigger_device_deviceID);
		await tx.insert(automations).values({ id, _owner: uid, ...settings, next_fire_at: planned(settings) });
		await keepVersion(tx, uid, id, 1, settings);
		await tell(tx, uid, id, [settings.trigger_device_deviceID]);
		await publish(tx, uid, { topic: 'user' });
		return readAutomation(tx, uid, id);
	});
}

/** Saves the whole of an automation over the version it was made from, and moves it from device to device. */
export async function saveAutomation(
	db: Db,
	uid: string,
	id: string,
	edit: AutomationEdit,
): Promise<Automation> {
	return db.transaction(async (tx) => {
		const current = await holdAutomation(tx, uid, id);
		requireVersion(current._version, edit._version);
		// Not every editor knows of the cap; one that does not name it leaves it as it is.
		const { _version, _dailyCap = current._dailyCap, ...given } = edit;
		const settings = attached({ ...given, _dailyCap });
		await requireDevice(tx, uid, settings.trigger_device_deviceID);
		if (differs(current, settings)) {
			const next = _version + 1;
			await tx
				.update(automations)
				.set({ ...settings, next_fire_at: planned(settings), _version: next })
				.where(eq(automations.id, id));
			await keepVersion(tx, uid, id, next, settings);
			await tell(tx, uid, id, [current.trigger_device_deviceID, settings.trigger_device_deviceID]);
		}
		return readAutomation(tx, uid, id);
	});
}

/** The name alone, as it is edited in place. It can go over any version, as it changes nothing else. */
export async function renameAutomation(
	db: Db,
	uid: string,
	id: string,
	edit: AutomationName,
): Promise<Automation> {
	return db.transaction(async (tx) => {
		const current = await holdAutomation(tx, uid, id);
		if (edit._version !== undefined) requireVersion(current._version, edit._version);
		if (edit._name !== current._name) {
			const next = current._version + 1;
			await tx.update(automations).set({ _name: edit._name, _version: next }).where(eq(automations.id, id));
			await keepVersion(tx, uid, id, next, { ...current, _name: edit._name });
			await tell(tx, uid, id, []);
		}
		return readAutomation(tx, uid, id);
	});
}

/** Gone from lists, devices and listeners with the commit; the row stays, for the runs that name it. */
export async function deleteAutomation(db: Db, uid: string, id: string): Promise<void> {
	await db.transaction(async (tx) => {
		const current = await holdAutomation(tx, uid, id);
		await tx
			.update(automations)
			.set({ _deleted: true, trigger_device_deviceID: null, _version: current._version + 1 })
			.where(eq(automations.id, id));
		await tell(tx, uid, id, [current.trigger_device_deviceID]);
		await publish(tx, uid, { topic: 'user' });
	});
}

/** Only what captures set off hangs on a device: a device's own list is read from this column. */
const attached = <T extends AutomationSettings>(settings: T): T =>
	settings._triggerType === 'capture' ? settings : { ...settings, trigger_device_deviceID: null };

/** When it fires next; the scheduler looks at nothing else. */
function planned({ _triggerType, _schedule, _zone, _utcOffset }: AutomationSettings): Date | null {
	return _triggerType === 'schedule' ? nextFire(_schedule, _zone, _utcOffset, new Date()) : null;
}

/** Held until the commit, so that the device cannot be removed in between. */
export async function requireDevice(tx: Db, uid: string, device: string | null): Promise<void> {
	if (device === null) return;
	const { rows } = await tx.execute(sql`
		select from devices where id = ${device} and _owner = ${uid} and removed_at is null for share`);
	if (rows.length === 0) {
		throw new Refusal('invalid-argument', 'trigger_device_deviceID: must be one of your devices');
	}
}

function requireVersion(current: number, known: number): void {
	if (current === known) return;
	throw new Refusal('conflict', 'This automation was changed in the meantime. Nothing was saved.');
}

async function tell(tx: Db, uid: string, id: string, devices: (string | null)[]): Promise<void> {
	await publish(tx, uid, { topic: 'automations', id });
	for (const device of new Set(devices)) {
		if (device !== null) await publish(tx, uid, { topic: 'devices', id: device });
	}
}
