/** Who gets a mail: an automation or a device, found by the part of its own in its address. */
import { id as idSchema } from '@watchword/contract/ids';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import {
	type Allowance,
	findRecipient,
	isUsedUp,
	ownerNotices,
	type Recipient,
	shortOf,
} from './mail-allowance.ts';
import { findMailedDevice, isDeviceAddress, type MailedDevice, reportAllowance } from './mailed-captures.ts';

export type Addressee = Recipient | MailedDevice;

export async function findAddressee(db: Db, local: string): Promise<Addressee | null> {
	if (isDeviceAddress(local)) return findMailedDevice(db, local);
	return idSchema.safeParse(local).success ? findRecipient(db, local) : null;
}

/** Why an addressee takes no mail now. Only a disabled account takes none later either. */
export type Hindrance = 'disabled' | 'device-allowance' | 'credits' | 'allowance';

/** Says why an addressee takes no mail now, and notifies its owner; null if it does. */
export function openDoor(db: Db, queue: Queue, allowance: Allowance) {
	const notifyOwner = ownerNotices(db, queue);
	return async (found: Addressee): Promise<Hindrance | null> => {
		if (found.disabled) return 'disabled';
		if ('device' in found) {
			if (!isUsedUp(found, allowance)) return null;
			await reportAllowance(db, found.device);
			return 'device-allowance';
		}
		const short = shortOf(found, allowance);
		if (short) await notifyOwner(found, short);
		return short;
	};
}
