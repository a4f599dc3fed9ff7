import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { createPostgresDatabase, openKeptDatabase } from '../testing/database.ts';
import { jpeg } from '../testing/images.ts';
import { ServerProcess } from '../testing/process.ts';
import { endedRuns } from '../testing/runs.ts';
import { Browser, startServer } from '../testing/server.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = promisify(execFile);

/** As docs/operation.md says, for the database at hand: the settings of what was restored. */
async function backUpAndRestore(env: { DATA_DIR: string; DATABASE_URL?: string }, bin: string | null) {
	const restored = { DATA_DIR: join(folder, 'restored') };
	if (!env.DATABASE_URL || !bin) {
		await cp(env.DATA_DIR, restored.DATA_DIR, { recursive: true });
		return restored;
	}
	const dump = join(folder, 'watchword.dump');
	await run(join(bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, env.DATABASE_URL]);
	await cp(join(env.DATA_DIR, 'objects'), join(restored.DATA_DIR, 'objects'), { recursive: true });
	// A superuser restores it; the server is the database's owner and nothing more.
	const url = new URL(await createPostgresDatabase());
	const [superuser, name] = [url.href, url.pathname.slice(1)];
	url.username = `${name}_owner`;
	await run(join(bin, 'psql'), [
		...['-d', superuser, '-c', `create role ${url.username} login`],
		...['-c', `alter database ${name} owner to ${url.username}`],
	]);
	const args = ['--no-owner', `--role=${url.username}`, `--dbname=${superuser}`, dump];
	await run(join(bin, 'pg_restore'), args);
	return { ...restored, DATABASE_URL: url.href };
}

const bin = inject('postgresBin');
// npm's PostgreSQL comes without the programs for dumps; the operator's does not.
if (!bin || existsSync(join(bin, 'pg_dump'))) {
	test('a backup that is restored has everything, and goes on where it was', async () => {
		const env = { DATA_DIR: join(folder, 'original') };
		await mkdir(env.DATA_DIR);
		const kept = await openKeptDatabase(env.DATA_DIR);
		const server = await startServer({ database: kept.database, env });
		const owner = await server.customer();
		await grant(server, owner.uid, 20);
		const camera = await addCamera(server, owner.uid);
		const picture = await jpeg();
		expect((await camera.send(picture)).status).toBe(202);
		const automation = await addAutomation(server, owner.uid, { _triggerType: 'schedule' });
		for (let n = 0; n < 3; n++) await askForRun(server, automation);
		await endedRuns(server, automation, 3);
		const [shown] = (await read(owner, '/api/devices')).items;
		const file = `/v0/b/watchword/o/${encodeURIComponent(String(shown?.last_image_path))}`;
		const before = { runs: await read(owner, '/api/runs'), file: await read(owner, file) };
		await server.stop();

		const restored = await backUpAndRestore({ ...kept.env, ...env }, bin);
		const again = new ServerProcess(restored);
		await again.start();
		const visitor = new Browser(String(again.url));
		const { email, password } = owner;
		expect((await visitor.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
		expect({ runs: await read(visitor, '/api/runs'), file: await read(visitor, file) }).toEqual(before);
		const bytes = await (await visitor.get(`${file}?alt=media`)).arrayBuffer();
		expect(Buffer.from(bytes).equals(picture)).toBe(true);
		expect((await read(visitor, '/api/billing')).creditBalance).toBe(17);
		expect(await again.admin('ledger', 'verify')).toContain('Every balance is the sum of its entries');
		// The camera goes on with the key it has, and what it sends is prepared by the jobs of the restored queue.
		const headers = { authorization: `Bearer ${camera.deviceKey}` };
		const sent = await visitor.fetch('/api/captures', {
			method: 'POST',
			body: new Uint8Array(picture),
			headers,
		});
		expect(sent.status).toBe(202);
		await again.stop();
	});
}

interface Document {
	items: { last_image_path?: string }[];
	creditBalance?: number;
}

const read = async (browser: Browser, path: string) => (await (await browser.get(path)).json()) as Document;
