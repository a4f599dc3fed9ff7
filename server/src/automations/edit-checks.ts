import { quietHoursProblem, waysProblem } from '@watchword/contract/alerts';
import type { WholeSettings } from '@watchword/contract/automation';
import { isOwnAddress, type OwnMail } from '@watchword/contract/mailbox';
import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '../base/failures.ts';
import { devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import { type ReadCondition, requireZones } from './read-condition.ts';

export interface SavingNeeds {
	db: Db;
	/** The addresses of automations, which no automation may send to. */
	own: OwnMail;
	readCondition: ReadCondition;
	/** Locks those of the channels that belong to the customer, so that none can be removed in between; their number. */
	holdChannels(tx: Db, uid: string, ids: string[]): Promise<number>;
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

export async function requireChannels(
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
export function requireForeignAddresses(settings: WholeSettings, own: OwnMail): void {
	for (const name of ['action_toAddress', 'action_moreAddresses'] as const) {
		if (![settings[name] ?? []].flat().some((address) => isOwnAddress(address, own))) continue;
		throw new Refusal(
			'invalid-argument',
			`${name}: must not be the address of an automation (${own.mailAddress}), because automations cannot send mail to each other`,
		);
	}
}

/** A client may leave the condition out, so it is checked once it is known. */
export async function requireChangedCondition(tx: Db, uid: string, settings: WholeSettings): Promise<void> {
	if (!settings._condition) throw new Refusal('invalid-argument', '_condition: is needed if it was changed');
	await requireZones(tx, uid, settings);
}

/** An editor may leave out some of these fields, so they are checked once all are known. */
export function requireQuietHours({ _quiet, _quietStart, _quietEnd }: WholeSettings): void {
	const problem = _quiet === 'own' ? quietHoursProblem(_quietStart, _quietEnd) : null;
	if (problem) throw new Refusal('invalid-argument', `_quietEnd: ${problem}`);
}

export function requireVersion(current: number, known: number): void {
	if (current === known) return;
	throw new Refusal('conflict', 'This automation was changed in the meantime. Nothing was saved.');
}
