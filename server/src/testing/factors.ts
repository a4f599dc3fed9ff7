import { addressChanges, passkeys, recoveryCodes, secondFactors } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import { shares } from '../shares/tables.ts';
import type { TestServer } from './server.ts';

/**
 * Inserts second factors and shares directly into their tables, for tests that check every table. Their own tests show how they
 * are created.
 */
export async function addFactors(server: TestServer, uid: string, runId: string): Promise<void> {
	const { db } = server.services.database;
	const expires_at = new Date('2100-01-01');
	const credential_id = `credential of ${uid}`;
	await db
		.insert(passkeys)
		.values({ id: newId(), _owner: uid, name: 'Key', credential_id, public_key: 'public' });
	await db
		.insert(secondFactors)
		.values({ _owner: uid, secret: `sealed for ${newId()}` })
		.onConflictDoNothing();
	await db.insert(recoveryCodes).values({ _owner: uid, hash: `hash ${newId()}` });
	const [old_hash, new_hash] = [`old ${newId()}`, `new ${newId()}`];
	await db
		.insert(addressChanges)
		.values({ _owner: uid, email: 'new@example.com', old_hash, new_hash, expires_at });
	await db
		.insert(shares)
		.values({ id: newId(), _owner: uid, hash: `share ${newId()}`, run_id: runId, expires_at });
}
