import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '../ports/database.ts';
import { addAccount, countAccounts, uidOf } from './accounts.ts';

const demo = z.object({
	email: z.string(),
	password: z.string(),
	/** Whether all demo data exists. Creating it continues after the start. */
	furnished: z.boolean().default(false),
	/** The devices of the demo. They are online while this server runs. */
	cameras: z.array(z.string()).default([]),
});
export type Demo = z.infer<typeof demo>;

const fileIn = (dataDir: string) => join(dataDir, 'demo.json');

/** Creates the demo account in an empty embedded database. Later starts read how to sign in to it. */
export async function ensureDemo(db: Db, dataDir: string): Promise<Demo | null> {
	if ((await countAccounts(db)) > 0) {
		const found = await readDemo(dataDir);
		// It may have been deleted, like any account.
		return found && (await uidOf(db, found.email)) ? found : null;
	}
	const email = 'demo@watchword.example';
	const made = { email, password: randomBytes(9).toString('base64url'), furnished: false, cameras: [] };
	// The file first: an account without a known password would be useless.
	await keepDemo(dataDir, made);
	await addAccount(db, { email, password: made.password, name: 'Demo' });
	return made;
}

/** Null if there is none, or it cannot be read. */
async function readDemo(dataDir: string): Promise<Demo | null> {
	try {
		return demo.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
	} catch {
		return null;
	}
}

/** Replaces the file in one step, so that a full disk never leaves half of it. */
export async function keepDemo(dataDir: string, made: Demo): Promise<void> {
	const aside = `${fileIn(dataDir)}.new`;
	await writeFile(aside, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
	await rename(aside, fileIn(dataDir));
}
