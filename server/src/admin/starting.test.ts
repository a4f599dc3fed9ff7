import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openKeptDatabase } from '../testing/database.ts';
import { ServerProcess } from '../testing/process.ts';
import { waitFor } from '../testing/wait.ts';

test('a command waits for a server that is just starting', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-starting-'));
	onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
	const kept = await openKeptDatabase(dataDir);
	await kept.database.close();
	const server = new ServerProcess(kept.env);
	const started = server.start();
	await waitFor('the folder to be locked', async () => existsSync(join(dataDir, 'lock')));
	expect(await server.admin('user', 'list')).toContain('No accounts.');
	await started;
	await server.stop();
});
