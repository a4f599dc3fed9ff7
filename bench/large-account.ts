/** A server in its own process with one large account: many automations, cameras and runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../server/src/testing/process.ts';
import { sendCaptures } from './load.ts';
import { stubModel } from './outside.ts';
import { seedAutomations, seedDevices, seedRuns } from './seed-runs.ts';
import { addDatabase, withDatabase } from './stage.ts';

const AUTOMATIONS = 1_000;
const DEVICES = 100;
export const WHO = { email: 'bench@example.com', password: 'quite long enough' };
const CREDITS = 1_000_000;
const CONNECTIONS = 2;

export type LargeAccount = Awaited<ReturnType<typeof startLargeAccount>>;

export async function startLargeAccount(cluster: string, runs: number, picture: Buffer) {
	const url = await addDatabase(cluster);
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
	const model = await stubModel();
	const server = new ServerProcess({ DATA_DIR: dataDir, DATABASE_URL: url, ...model.env });
	await server.start();
	const { email, password } = WHO;
	await server.admin('user', 'add', '--email', email, '--name', 'Bench', '--password', password);
	await server.admin('credits', 'grant', '--email', email, '--credits', String(CREDITS), '--why', 'bench');
	const { keys, uid } = await withDatabase({ url, dataDir: '' }, async ({ db }) => {
		const found = await db.execute(`select id from users where email = '${email}'`);
		const uid = String(found.rows[0]?.id);
		const keys = await seedDevices(db, uid, DEVICES);
		await seedAutomations(db, uid, AUTOMATIONS, DEVICES);
		await seedRuns(db, uid, 0, runs, AUTOMATIONS);
		await db.execute('vacuum analyze');
		return { keys, uid };
	});
	/** Captures of the cameras in turn; each triggers the three or four automations of its camera. */
	const capture = (count: number) =>
		sendCaptures(`${server.url}/api/captures`, keys, picture, count, CONNECTIONS);
	/** Resolves with the number of runs once all have ended. */
	const settled = () =>
		withDatabase({ url, dataDir: '' }, async ({ db }) => {
			for (;;) {
				const { rows } = await db.execute(
					'select count(*) as runs, count(*) filter (where ended_at is null) as open from automation_runs',
				);
				if (Number(rows[0]?.open) === 0) return Number(rows[0]?.runs);
				await sleep(200);
			}
		});
	// A picture of every camera, and saved files.
	await capture(DEVICES);
	await settled();
	return {
		uid,
		url: server.url ?? '',
		capture,
		settled,
		close: async () => {
			await server.stop();
			model.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
