import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ACCOUNT_DISABLED } from '../accounts/standing.ts';
import { users } from '../accounts/tables.ts';
import { inBatches } from '../base/batch.ts';
import { Refusal } from '../base/failures.ts';
import { among, asTexts, rowReader, statement } from '../base/sql.ts';
import type { Db } from '../ports/database.ts';
import { devices } from './tables.ts';

export const newKey = () => `wwk_${randomBytes(32).toString('base64url')}`;

type FoundDevice = KnownDevice & { disabled: boolean };
export type KnownDevice = typeof devices.$inferSelect;

/** Only the hash of a key is stored. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url');

const finding = statement<'hashes'>(sql`
	select to_jsonb(devices) as device, u.disabled_at is not null as disabled from devices
	join ${users} u on u.id = devices._owner
	where ${among(devices.key_hash, sql.placeholder('hashes'))} and devices.removed_at is null`);
const readDevice = rowReader(devices);

/** Finds the devices of several keys at once; null if a key belongs to none. */
const findByKey = inBatches(async (db: Db, hashes: string[]): Promise<(FoundDevice | null)[]> => {
	const { rows } = await finding(db, { hashes: asTexts(hashes) });
	const found = rows.map(({ device, disabled }) => ({
		...readDevice(device),
		disabled: disabled === true,
	}));
	return hashes.map((hash) => found.find(({ key_hash }) => key_hash === hash) ?? null);
});

export async function deviceByKey(db: Db, key: string): Promise<KnownDevice> {
	const device = await findByKey(db, hashKey(key));
	if (!device)
		throw new Refusal('unauthenticated', 'This device key is not valid any more. Pair the camera again.');
	if (device.disabled) throw new Refusal('permission-denied', ACCOUNT_DISABLED);
	return device;
}
