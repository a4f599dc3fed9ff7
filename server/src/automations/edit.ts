import { isDeepStrictEqual } from 'node:util';
import {
	type AutomationEdit,
	type AutomationName,
	SETTINGS,
	type WholeSettings,
} from '@watchword/contract/automation';
import { AUTOMATIONS_MAX, NAME_MAX_LENGTH } from '@watchword/contract/constants';
import { localTime, nextFire } from '@watchword/contract/schedule';
import { and, eq, not, sql } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import { holdAutomation, readAutomation, type StoredAutomation } from './automations.ts';
import {
	requireChangedCondition,
	requireChannels,
	requireDevice,
	requireForeignAddresses,
	requireQuietHours,
	requireVersion,
	type SavingNeeds,
} from './edit-checks.ts';
import { copyExamples, forgetExamples } from './examples.ts';
import { NO_FEED } from './feed.ts';
import { requireZones } from './read-condition.ts';
import { automations } from './tables.ts';
import { differs, keepVersion } from './versions.ts';

type CopyingNeeds = Omit<SavingNeeds, 'readCondition'>;

export async function createAutomation(
	needs: SavingNeeds,
	uid: string,
	given: WholeSettings,
): Promise<StoredAutomation> {
	const settings = attached(given);
	if (settings._conditionChanged) await requireZones(needs.db, uid, settings);
	else settings._condition = await needs.readCondition(uid, settings);
	return insertAutomation(needs, uid, settings);
}

async function insertAutomation(
	{ db, own, ...needs }: CopyingNeeds,
	uid: string,
	settings: WholeSettings,
	{ _paused = false } = {},
): Promise<StoredAutomation> {
	const id = newId();
	requireForeignAddresses(settings, own);
	return db.transaction(async (tx) => {
		// Not locked: a few more, created at the same moment, do no harm.
		const kept = await tx.$count(automations, and(eq(automations._owner, uid), not(automations._deleted)));
		if (kept >= AUTOMATIONS_MAX) {
			throw new Refusal(
				'resource-exhausted',
				`An account has at most ${AUTOMATIONS_MAX.toLocaleString('en')} automations. Delete one that is not needed any more.`,
			);
		}
		await requireDevice(tx, uid, settings.trigger_device_deviceID);
		await requireChannels(needs, tx, uid, settings);
		await tx
			.insert(automations)
			.values({ id, _owner: uid, ...settings, _paused, next_fire_at: planned(settings) });
		await keepVersion(tx, uid, id, 1, settings);
		await publishChange(tx, uid, id, [settings.trigger_device_deviceID]);
		await publish(tx, uid, { topic: 'user' });
		return readAutomation(tx, uid, id);
	});
}

/** Saves the settings if nobody changed the automation since the version they were made from. May move it to another device. */
export async function saveAutomation(
	{ db, own, readCondition, ...needs }: SavingNeeds,
	uid: string,
	id: string,
	edit: AutomationEdit,
): Promise<StoredAutomation> {
	// Before the transaction, so that nothing waits for it.
	const read = edit._conditionChanged ? null : await readCondition(uid, { ...edit, id });
	return db.transaction(async (tx) => {
		const current = await holdAutomation(tx, uid, id);
		requireVersion(current._version, edit._version);
		// A client that does not send a field leaves it as it is.
		const { _version } = edit;
		const settings = attached(changed(current, edit));
		if (!settings._conditionChanged) settings._condition = read;
		else await requireChangedCondition(tx, uid, settings);
		requireForeignAddresses(settings, own);
		requireQuietHours(settings);
		await requireDevice(tx, uid, settings.trigger_device_deviceID);
		await requireChannels(needs, tx, uid, settings);
		if (differs(current, settings)) {
			const next = _version + 1;
			const moves = settings.trigger_device_deviceID !== current.trigger_device_deviceID;
			await tx
				.update(automations)
				.set({
					...settings,
					...(moves && { attached_at: sql`now()` }),
					...(!isDeepStrictEqual(timingOf(current), timingOf(settings)) && timesFromNow(settings)),
					_version: next,
					_nowBeyond: null,
				})
				.where(eq(automations.id, id));
			await keepVersion(tx, uid, id, next, settings);
			await publishChange(tx, uid, id, [current.trigger_device_deviceID, settings.trigger_device_deviceID]);
		}
		return readAutomation(tx, uid, id);
	});
}

/** Changes only the name, so it may be based on any version. */
export async function renameAutomation(
	db: Db,
	uid: string,
	id: string,
	edit: AutomationName,
): Promise<StoredAutomation> {
	return db.transaction(async (tx) => {
		const current = await holdAutomation(tx, uid, id);
		if (edit._version !== undefined) requireVersion(current._version, edit._version);
		if (edit._name !== current._name) {
			const next = current._version + 1;
			await tx.update(automations).set({ _name: edit._name, _version: next }).where(eq(automations.id, id));
			await keepVersion(tx, uid, id, next, { ...current, _name: edit._name });
			await publishChange(tx, uid, id, []);
		}
		return readAutomation(tx, uid, id);
	});
}

/** The same settings under a new name. The copy is paused, so that nobody is notified twice. */
export async function copyAutomation(
	{ db, ...needs }: CopyingNeeds,
	uid: string,
	id: string,
): Promise<StoredAutomation> {
	const settings = changed(await readAutomation(db, uid, id));
	// The cut may leave half of a letter, which no database can hold.
	const _name = `Copy of ${settings._name}`.slice(0, NAME_MAX_LENGTH).replace(/\p{Cs}$/u, '');
	return db.transaction(async (tx) => {
		const copy = await insertAutomation({ ...needs, db: tx }, uid, { ...settings, _name }, { _paused: true });
		await copyExamples(tx, id, copy.id);
		return copy;
	});
}

/** With the commit, lists, devices and triggers no longer have it. The row stays for the runs that refer to it. */
export async function deleteAutomation(
	db: Db,
	uid: string,
	id: string,
	discardWaiting: (tx: Db, automationId: string) => Promise<void>,
): Promise<void> {
	await db.transaction(async (tx) => {
		const current = await holdAutomation(tx, uid, id);
		await tx
			.update(automations)
			.set({ _deleted: true, trigger_device_deviceID: null, _version: current._version + 1, ...NO_FEED })
			.where(eq(automations.id, id));
		await forgetExamples(tx, id);
		await discardWaiting(tx, id);
		await publishChange(tx, uid, id, [current.trigger_device_deviceID]);
		await publish(tx, uid, { topic: 'user' });
	});
}

/** Only automations triggered by captures are attached to a device: the device's list is read from this column. */
const attached = (settings: WholeSettings): WholeSettings => ({
	...settings,
	...(settings._triggerType !== 'capture' && { trigger_device_deviceID: null }),
});

/** What decides when it runs. Times are compared as the clock on the wall shows them: they are stored differently in summer and winter. */
function timingOf({ _triggerType: type, trigger_device_deviceID: device, ...settings }: WholeSettings) {
	const { _schedule, _limited, _limitSchedule, _zone: zone, _utcOffset } = settings;
	const limits = type === 'capture' && _limited ? _limitSchedule : [];
	const times = type === 'schedule' ? _schedule : limits;
	return { type, device, zone, times: times.map((time) => localTime(time, _utcOffset)).sort() };
}

/** From now on: times that have passed no longer count, for schedules and for limits. */
export const timesFromNow = (settings: WholeSettings) => ({
	next_fire_at: planned(settings),
	times_since: new Date(),
});

/** When it fires next. The scheduler reads only this column. */
function planned({ _triggerType, _schedule, _zone, _utcOffset }: WholeSettings): Date | null {
	return _triggerType === 'schedule' ? nextFire(_schedule, _zone, _utcOffset, new Date()) : null;
}

/** An automation with the given settings and nothing else. */
const changed = (
	automation: StoredAutomation,
	given: { [K in keyof WholeSettings]?: WholeSettings[K] | undefined } = {},
): WholeSettings =>
	Object.fromEntries(
		SETTINGS.map((name) => [name, given[name] === undefined ? automation[name] : given[name]]),
	) as WholeSettings;

export async function publishChange(
	tx: Db,
	uid: string,
	id: string,
	deviceIds: (string | null)[],
): Promise<void> {
	await publish(tx, uid, { topic: 'automations', id });
	for (const device of new Set(deviceIds)) {
		if (device !== null) await publish(tx, uid, { topic: 'devices', id: device });
	}
}
