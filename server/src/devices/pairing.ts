import { randomBytes, randomInt } from 'node:crypto';
import { PAIRING_CODE_LENGTH, PAIRING_MINUTES } from '@watchword/contract/constants';
import type { Claimed, Pairing } from '@watchword/contract/device';
import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import QRCode from 'qrcode';
import { publish } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { hashKey } from './captures.ts';
import { devices, pairings } from './tables.ts';

/** Letters and digits nobody takes for each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A new code for the user, in place of any they had. */
export async function startPairing(db: Db, uid: string, publicUrl: string): Promise<Pairing> {
	const code = Array.from({ length: PAIRING_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
		'',
	);
	const expiresAt = new Date(Date.now() + PAIRING_MINUTES * 60_000);
	await db.transaction(async (tx) => {
		await tx.delete(pairings).where(or(eq(pairings._owner, uid), lt(pairings.expires_at, sql`now()`)));
		await tx.insert(pairings).values({ code, _owner: uid, expires_at: expiresAt });
	});
	const url = `${publicUrl}/camera?code=${code}`;
	const qrSvg = await QRCode.toString(url, { type: 'svg', margin: 1 });
	return { code, expiresAt: expiresAt.toISOString(), url, qrSvg };
}

/** Turns a code into a device, once. The key is told here and never again. */
export async function claimPairing(db: Db, code: string, desc: string): Promise<Claimed> {
	return db.transaction(async (tx) => {
		const [taken] = await tx
			.delete(pairings)
			.where(and(eq(pairings.code, code), gt(pairings.expires_at, sql`now()`)))
			.returning({ owner: pairings._owner });
		if (!taken) {
			throw new Refusal(
				'invalid-pairing-code',
				'This code is wrong, used or older than 10 minutes. Ask for a new one.',
			);
		}
		return addDevice(tx, taken.owner, desc);
	});
}

export async function addDevice(db: Db, uid: string, desc: string): Promise<Claimed> {
	const deviceKey = newKey();
	const deviceId = newId();
	await db
		.insert(devices)
		.values({ id: deviceId, _owner: uid, desc, key_hash: hashKey(deviceKey), last_seen_at: sql`now()` });
	await publish(db, uid, { topic: 'devices', id: deviceId });
	return { deviceId, deviceKey };
}

export const newKey = () => `wwk_${randomBytes(32).toString('base64url')}`;
