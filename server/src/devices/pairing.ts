import { createHash, randomInt } from 'node:crypto';
import type { Connection } from '@watchword/contract/connection';
import { PAIRING_CODE_LENGTH, PAIRING_MINUTES } from '@watchword/contract/constants';
import type { Claimed, DeviceAdded, DeviceStart, Pairing } from '@watchword/contract/device';
import { isZone, offsetAt, utcTime } from '@watchword/contract/schedule';
import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import { noteEvent, type Origin } from '../accounts/history.ts';
import { qrSvg } from '../accounts/qr-code.ts';
import { ACCOUNT_DISABLED, isDisabled } from '../accounts/standing.ts';
import { users } from '../accounts/tables.ts';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import type { Places } from '../base/places.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import { hashKey, newKey } from './keys.ts';
import { devices, pairings } from './tables.ts';

/** Letters and digits that cannot be confused. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** The default windows in the customer's local time: capture all day, light in the dark. */
const WINDOWS = {
	capture_window_start: '00:00',
	capture_window_end: '23:59',
	light_window_start: '18:00',
	light_window_end: '06:00',
};

/** A new code for the user, which replaces any earlier one. `zone` is that of the browser. */
export async function startPairing(
	db: Db,
	uid: string,
	{ publicUrl, trustPage }: Places,
	zone?: string,
): Promise<Pairing> {
	const code = Array.from({ length: PAIRING_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
		'',
	);
	const expiresAt = new Date(Date.now() + PAIRING_MINUTES * 60_000);
	await db.transaction(async (tx) => {
		await tx.delete(pairings).where(or(eq(pairings._owner, uid), lt(pairings.expires_at, sql`now()`)));
		await tx.insert(pairings).values({ code, _owner: uid, zone: zone ?? null, expires_at: expiresAt });
	});
	const path = `/camera?code=${code}`;
	const url = publicUrl + path;
	// A phone that trusts the server already goes straight on to the camera page.
	const scanned = trustPage ? `${trustPage}/?to=${encodeURIComponent(path)}` : url;
	return { code, expiresAt: expiresAt.toISOString(), url, qrSvg: await qrSvg(scanned, 1) };
}

/** Turns a code into a device, once. The key is returned here and never again. */
export async function claimPairing(
	db: Db,
	queue: Queue,
	code: string,
	desc: string,
	origin: Origin,
): Promise<Claimed> {
	return db.transaction(async (tx) => {
		const [taken] = await tx
			.delete(pairings)
			.where(and(eq(pairings.code, code), gt(pairings.expires_at, sql`now()`)))
			.returning({ owner: pairings._owner, zone: pairings.zone });
		if (!taken) {
			throw new Refusal(
				'invalid-pairing-code',
				'This code is wrong, used or older than 10 minutes. Ask for a new one.',
			);
		}
		if (await isDisabled(tx, taken.owner)) throw new Refusal('permission-denied', ACCOUNT_DISABLED);
		const added = await addDevice(tx, taken.owner, desc, taken.zone);
		await noteAdded(tx, queue, taken.owner, desc || added.deviceId, origin);
		return added;
	});
}

/** The owner gets a mail, in case somebody else added it. */
async function noteAdded(tx: Db, queue: Queue, uid: string, name: string, origin: Origin): Promise<void> {
	await queue.send(tx, 'security-mail', { uid, notice: { what: 'device-added', device: name } });
	await noteEvent(tx, uid, 'device-added', { name }, origin);
}

/** A device that the owner adds without a code, because it sends mail or a program has its key. */
export async function addByOwner(
	db: Db,
	queue: Queue,
	uid: string,
	start: DeviceStart,
	origin: Origin,
): Promise<DeviceAdded> {
	const { desc = '', zone = null, connection } = start;
	return db.transaction(async (tx) => {
		const { deviceId, deviceKey, mail_address } = await addDevice(tx, uid, desc, zone, connection);
		await noteAdded(tx, queue, uid, desc || deviceId, origin);
		return { deviceId, deviceKey, mail_address };
	});
}

/** `zone` is used if the account has chosen none. */
export async function addDevice(
	db: Db,
	uid: string,
	desc: string,
	zone: string | null = null,
	connection: Connection | null = null,
): Promise<Claimed & DeviceAdded> {
	const deviceKey = newKey();
	const deviceId = newId();
	const [owner] = await db.select({ zone: users.zone }).from(users).where(eq(users.id, uid));
	const [added] = await db
		.insert(devices)
		.values({
			...windowsIn(owner?.zone ?? zone),
			id: deviceId,
			_owner: uid,
			desc,
			connection,
			key_hash: hashKey(deviceKey),
			// A camera that redeems a code is online; one that the owner adds has not sent anything yet.
			last_seen_at: connection === null ? sql`now()` : null,
		})
		.returning({ mail_address: devices.mail_address });
	if (!added) throw new Error('a new device was not stored');
	await publish(db, uid, { topic: 'devices', id: deviceId });
	const account = createHash('sha256').update(`camera:${uid}`).digest('base64url');
	return { deviceId, deviceKey, account, ...added };
}

/** The default windows as they are stored, in UTC. An unknown zone counts as UTC. */
function windowsIn(zone: string | null) {
	const _zone = zone !== null && isZone(zone) ? zone : 'UTC';
	const _utcOffset = offsetAt(_zone, Date.now());
	return {
		capture_window_start: utcTime(WINDOWS.capture_window_start, _utcOffset),
		capture_window_end: utcTime(WINDOWS.capture_window_end, _utcOffset),
		light_window_start: utcTime(WINDOWS.light_window_start, _utcOffset),
		light_window_end: utcTime(WINDOWS.light_window_end, _utcOffset),
		_zone,
		_utcOffset,
	};
}
