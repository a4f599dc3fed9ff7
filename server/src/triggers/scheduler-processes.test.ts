import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAutomation } from '../testing/automation.ts';
import { openKeptDatabase } from '../testing/database.ts';
import { ServerProcess } from '../testing/process.ts';
import { startServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

const AUTOMATIONS = 40;
/** Only one process at a time can open the embedded database. */
const PROCESSES = inject('backend') === 'postgres' ? 3 : 1;

let dataDir: string;
let env: Record<string, string>;
const running: ServerProcess[] = [];

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-scheduler-'));
	const kept = await openKeptDatabase(dataDir);
	const seeding = await startServer({ database: kept.database, env: { ROLES: 'api' } });
	const { uid } = await seeding.customer();
	for (let n = 0; n < AUTOMATIONS; n++) {
		await addAutomation(seeding, uid, { _triggerType: 'schedule', _schedule: times, next_fire_at: due });
	}
	await seeding.stop();
	env = { ...kept.env, ROLES: 'scheduler' };
});
afterAll(async () => {
	await Promise.all(running.map((server) => server.kill()));
	await rm(dataDir, { recursive: true, force: true });
});

/** Three times that were missed within the last hour, by every one of the clocks below. */
const began = Math.floor(Date.now() / 60_000) * 60_000;
const minutesAgo = (minutes: number) => new Date(began - minutes * 60_000);
const due = minutesAgo(30);
const times = [30, 20, 10].map((minutes) => minutesAgo(minutes).toISOString().slice(11, 16));
const expected = AUTOMATIONS * times.length;

/** A scheduler whose clock is wrong by some seconds. */
async function start(wrongBy: number): Promise<ServerProcess> {
	const clock = `data:text/javascript,const Real = Date; globalThis.Date = class extends Real {
		constructor(...given) { if (given.length) super(...given); else super(Real.now() + ${wrongBy * 1000}); }
		static now() { return Real.now() + ${wrongBy * 1000}; } };`;
	const flags = ['--import', clock, '--liftoff-only'];
	const server = new ServerProcess(env, { mortal: true, flags });
	await server.start();
	running.push(server);
	return server;
}

async function runs(): Promise<{ all: number; distinct: number }> {
	const [counted] =
		(await running.at(-1)?.query(`select count(*)::int as all,
		count(distinct ("_automationId", _timestamp))::int as distinct from automation_runs`)) ?? [];
	return counted as { all: number; distinct: number };
}

/** Makes all automations due again, like a clock that was set back, and adds one more time. */
async function again(minutes: number): Promise<void> {
	const time = minutesAgo(minutes).toISOString().slice(11, 16);
	await running.at(-1)?.query(`update automations set next_fire_at = '${due.toISOString()}',
		_schedule = array_append(_schedule, '${time}')`);
}

const reach = async (count: number) => {
	await waitFor(`${count} runs`, async () => (await runs()).all >= count);
};

test('every automation runs once for each time, despite many processes, wrong clocks, kills and restarts', async () => {
	// The first process is killed before its first lasting write. If there are others, they are already running.
	const first = await start(0);
	first.dieBefore(1);
	for (const wrongBy of [45, -45].slice(0, PROCESSES - 1)) await start(wrongBy);
	await first.ended;
	running.splice(running.indexOf(first), 1);
	await start(0);
	await reach(expected);
	expect(await runs()).toEqual({ all: expected, distinct: expected });

	await again(25);
	await reach(expected + AUTOMATIONS);
	await Promise.all(running.splice(0).map((server) => server.kill()));
	for (const wrongBy of [-120, 120, 0].slice(0, PROCESSES)) await start(wrongBy);
	await again(15);
	await reach(expected + 2 * AUTOMATIONS);
	expect(await runs()).toEqual({ all: expected + 2 * AUTOMATIONS, distinct: expected + 2 * AUTOMATIONS });
});
