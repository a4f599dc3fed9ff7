import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '../ports.ts';
import { addAccount, countAccounts } from './accounts.ts';
import type { Identity } from './identity.ts';

const demo = z.object({ email: z.string(), password: z.string() });
export type Demo = z.infer<typeof demo>;

/** Makes the demo account of an empty embedded database; at later starts reads how to sign in to it. */
export async function ensureDemo(db: Db, identity: Identity, dataDir: string): Promise<Demo | null> {
	const file = join(dataDir, 'demo.json');
	if ((await countAccounts(db)) > 0) {
		const kept = await readFile(file, 'utf8').catch(() => null);
		return kept === null ? null : demo.parse(JSON.parse(kept));
	}
	const made = { email: 'demo@watchword.example', password: randomBytes(9).toString('base64url') };
	// The file first: an account whose password nobody knows would be of no use.
	await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
	await addAccount(db, identity, { ...made, name: 'Demo' });
	return made;
}
