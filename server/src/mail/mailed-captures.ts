/** Mails to the address of a device: their pictures become captures, and nothing else of them is kept. */
import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { inBatches } from '../base/batch.ts';
import { workFor } from '../base/turns.ts';
import { plausible, takeCapture } from '../captures/take-capture.ts';
import type { KnownDevice } from '../devices/keys.ts';
import { recordStatus } from '../devices/status.ts';
import { devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import type { IntakeNeeds } from '../triggers/intake-needs.ts';
import { countMail, usesOfHour } from './mail-allowance.ts';
import { mailKey } from './mail-key.ts';
import { readPictures } from './reading/reader.ts';
import type { ArrivedMail } from './store-mail.ts';

/** Further pictures of a mail are ignored. */
const MAX_PICTURES = 10;

/** A device that receives mail, with what it has used in this hour. */
export interface MailedDevice {
	device: KnownDevice;
	/** The operator has disabled the account. */
	disabled: boolean;
	mails: number;
	kilobytes: number;
}

/** Automations have addresses of another length. */
export const isDeviceAddress = (local: string) => /^[a-z2-7]{24}$/.test(local);

/** The device with this address; null if there is none. */
export const findMailedDevice = inBatches(
	async (db: Db, addresses: string[]): Promise<(MailedDevice | null)[]> => {
		const found = await db
			.select({
				device: getTableColumns(devices),
				disabled: isNotNull(users.disabled_at).mapWith(Boolean),
				mails: usesOfHour('mails', sql`${devices.id}`),
				kilobytes: usesOfHour('kilobytes', sql`${devices.id}`),
			})
			.from(devices)
			.innerJoin(users, eq(users.id, devices._owner))
			.where(and(inArray(devices.mail_address, addresses), isNull(devices.removed_at)));
		return addresses.map((address) => found.find(({ device }) => device.mail_address === address) ?? null);
	},
);

/** Shown on the card of the device. */
const PROBLEM = {
	none: 'A mail without a picture came.',
	unreadable: 'A mail came whose picture cannot be read.',
	allowance:
		'This camera has mailed too much in this hour. Further mails are refused until the hour is over.',
};

export const reportAllowance = (db: Db, device: KnownDevice) =>
	recordStatus(db, device, { connection: 'mail', problem: PROBLEM.allowance });

/**
 * Stores each picture of a mail as a capture, and returns how many there were. The same mail again makes the same captures,
 * so a camera that got no answer may repeat it. A mail without a picture is accepted: many cameras send one as a test.
 */
export async function takeMailedPictures(
	needs: IntakeNeeds,
	device: KnownDevice,
	{ content, digest }: ArrivedMail,
): Promise<number> {
	const { db } = needs;
	const [{ date, pictures, unreadable }] = await Promise.all([
		workFor({ owner: device._owner, stranger: true }, () => readPictures(content, MAX_PICTURES)).catch(
			() => ({
				date: null,
				pictures: [],
				unreadable: 1,
			}),
		),
		countMail(db, { id: device.id, bytes: content.length }),
	]);
	const key = mailKey(device.id, digest);
	const at = plausible(date === null ? undefined : new Date(date)).getTime();
	for (const [index, picture] of pictures.entries()) {
		await takeCapture(needs, device, {
			pictures: [picture],
			key: `${key}:${index}`,
			// In their order, and never in the future.
			capturedAt: new Date(at - (pictures.length - 1 - index)),
			reason: 'mail',
		});
	}
	const problem = pictures.length > 0 ? null : unreadable > 0 ? PROBLEM.unreadable : PROBLEM.none;
	await recordStatus(db, device, { connection: 'mail', problem });
	return pictures.length;
}
