import { isDeepStrictEqual } from 'node:util';
import { quietHoursProblem, type Snooze, waysProblem } from '@watchword/contract/alerts';
import {
	type AutomationEdit,
	type AutomationName,
	SETTINGS,
	type WholeSettings,
} from '@watchword/contract/automation';
import { AUTOMATIONS_MAX, NAME_MAX_LENGTH } from '@watchword/contract/constants';
import { isOwnAddress, type OwnMail } from '@watchword/contract/mailbox';
import { localTime, nextFire } from '@watchword/contract/schedule';
import { and, eq, isNull, not, sql } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import { holdAutomation, readAutomation, type StoredAutomation } from './automations.ts';
import { copyExamples, forgetExamples } from './examples.ts';
import { NO_FEED } from './feed.ts';
import { type ReadCondition, requireZones } from './read-condition.ts';
import { automations } from './tables.ts';
import { differs, keepVersion } from './versions.ts';

export interface SavingNeeds {
	db: Db;
	/** The addresses of automations, which no automation may send to. */
	own: OwnMail;
	readCondition: ReadCondition;
	/** Locks those of the channels that belong to the customer, so that none can be removed in between; their number. */
	holdChannels(tx: Db, uid: string, ids: string[]): Promise<number>;
}

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

/** Pauses or resumes it. This is a state, not a setting: it makes no version and does not conflict with an open editor. */
export async function pauseAutomation(
	db: Db,
	uid: string,
	id: string,
	_paused: boolean,
): Promise<StoredAutomation> {
	return db.transaction(async (tx) => {
		const current = await holdAutomation(tx, uid, id);
		// What was due during the pause does not run afterwards.
		const turned = _paused !== current._paused && timesFromNow(current);
		await tx
			.update(automations)
			.set({ _paused, ...turned, ...(!_paused && { _snoozedUntil: null }) })
			.where(eq(automations.id, id));
		await publishChange(tx, uid, id, []);
		return readAutomation(tx, uid, id);
	});
}

const MORNING = '07:00';

/** Until when a snooze lasts, by the clock of the automation's zone. */
export function snoozeEnd(until: Snooze, zone: string, now: Date): Date {
	if (until === 'hour') return new Date(now.getTime() + 3600_000);
	return nextFire([MORNING], zone, 0, now) ?? now;
}

/** Stops its notifications for a while; null ends the snooze. Like a pause, this is a state. */
export async function snoozeAutomation(
	db: Db,
	uid: string,
	id: string,
	until: Snooze | null,
): Promise<StoredAutomation> {
	return db.transaction(async (tx) => {
		const { _zone } = await holdAutomation(tx, uid, id);
		const _snoozedUntil = until && snoozeEnd(until, _zone, new Date());
		await tx.update(automations).set({ _snoozedUntil }).where(eq(automations.id, id));
		await publishChange(tx, uid, id, []);
		return readAutomation(tx, uid, id);
	});
}

/** The owner has seen that the model understands less since an update. Like a pause, this makes no version. */
export async function dismissNowBeyond(db: Db, uid: string, id: string): Promise<StoredAutomation> {
	return db.transaction(async (tx) => {
		await holdAutomation(tx, uid, id);
		await tx.update(automations).set({ _nowBeyond: null }).where(eq(automations.id, id));
		await publishChange(tx, uid, id, []);
		return readAutomation(tx, uid, id);
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
const timesFromNow = (settings: WholeSettings) => ({
	next_fire_at: planned(settings),
	times_since: new Date(),
});

/** When it fires next. The scheduler reads only this column. */
function planned({ _triggerType, _schedule, _zone, _utcOffset }: WholeSettings): Date | null {
	return _triggerType === 'schedule' ? nextFire(_schedule, _zone, _utcOffset, new Date()) : null;
}

/** Locks the device until the commit, so that it cannot be removed in between. */
export async function requireDevice(tx: Db, uid: string, device: string | null): Promise<void> {
	if (device === null) return;
	const [held] = await tx
		.select({ id: devices.id })
		.from(devices)
		.where(and(eq(devices.id, device), eq(devices._owner, uid), isNull(devices.removed_at)))
		.for('share');
	if (!held) {
		throw new Refusal('invalid-argument', 'trigger_device_deviceID: must be one of your devices');
	}
}

async function requireChannels(
	{ holdChannels }: Pick<SavingNeeds, 'holdChannels'>,
	tx: Db,
	uid: string,
	{ _notify, _channels }: WholeSettings,
): Promise<void> {
	const problem = waysProblem(_notify, _channels);
	if (problem) throw new Refusal('invalid-argument', `_channels: ${problem}`);
	if (_channels.length > 0 && (await holdChannels(tx, uid, _channels)) < _channels.length) {
		throw new Refusal('invalid-argument', '_channels: must be channels of yours that are not removed');
	}
}

/** Automations that send mail to each other would never stop. */
function requireForeignAddresses(settings: WholeSettings, own: OwnMail): void {
	for (const name of ['action_toAddress', 'action_moreAddresses'] as const) {
		if (![settings[name] ?? []].flat().some((address) => isOwnAddress(address, own))) continue;
		throw new Refusal(
			'invalid-argument',
			`${name}: must not be the address of an automation (${own.mailAddress}), because automations cannot send mail to each other`,
		);
	}
}

/** A client may leave the condition out, so it is checked once it is known. */
async function requireChangedCondition(tx: Db, uid: string, settings: WholeSettings): Promise<void> {
	if (!settings._condition) throw new Refusal('invalid-argument', '_condition: is needed if it was changed');
	await requireZones(tx, uid, settings);
}

/** An editor may leave out some of these fields, so they are checked once all are known. */
function requireQuietHours({ _quiet, _quietStart, _quietEnd }: WholeSettings): void {
	const problem = _quiet === 'own' ? quietHoursProblem(_quietStart, _quietEnd) : null;
	if (problem) throw new Refusal('invalid-argument', `_quietEnd: ${problem}`);
}

/** An automation with the given settings and nothing else. */
const changed = (
	automation: StoredAutomation,
	given: { [K in keyof WholeSettings]?: WholeSettings[K] | undefined } = {},
): WholeSettings =>
	Object.fromEntries(
		SETTINGS.map((name) => [name, given[name] === undefined ? automation[name] : given[name]]),
	) as WholeSettings;

function requireVersion(current: number, known: number): void {
	if (current === known) return;
	throw new Refusal('conflict', 'This automation was changed in the meantime. Nothing was saved.');
}

async function publishChange(tx: Db, uid: string, id: string, deviceIds: (string | null)[]): Promise<void> {
	await publish(tx, uid, { topic: 'automations', id });
	for (const device of new Set(deviceIds)) {
		if (device !== null) await publish(tx, uid, { topic: 'devices', id: device });
	}
}
