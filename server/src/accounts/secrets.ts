import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import { secrets } from './tables.ts';

/** Created once per database, so that all processes share the secret and the operator need not set it. */
export async function sharedSecret(
	db: Db,
	name: 'auth' | 'test-cards' | 'push' | 'leaving' | 'mqtt',
	make = () => randomBytes(32).toString('base64url'),
): Promise<string> {
	await db.insert(secrets).values({ name, value: make() }).onConflictDoNothing();
	const [kept] = await db.select().from(secrets).where(eq(secrets.name, name));
	if (!kept) throw new Error(`the secret "${name}" could not be kept`);
	return kept.value;
}
