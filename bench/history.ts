/** A page of 50 runs by every filter, with 10,000, 100,000 and 1,000,000 runs of one customer, on both databases. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.ts';
import { openEmbedded } from '../server/src/adapters/database/pglite.ts';
import { openPostgres } from '../server/src/adapters/database/postgres.ts';
import { newId } from '../server/src/ids.ts';
import { createLog } from '../server/src/log.ts';
import type { Database } from '../server/src/ports.ts';
import { listRuns } from '../server/src/runs/runs.ts';
import { seedAutomations, seedRuns } from './seed-runs.ts';

const SIZES = (process.argv[2] ?? '10000,100000,1000000').split(',').map(Number);
const REPEATS = 21;

const uid = newId();
const automation = `${uid.slice(0, 19)}d`;
const day = Math.round(Date.now() / 1000) - 86_400;

const FILTERS = {
	none: {},
	automation: { automation },
	trigger: { trigger: 'capture' },
	outcome: { outcome: 'failed' },
	'outcome that no run has': { outcome: 'open' },
	date: { from: day - 86_400, to: day },
	'automation, trigger, outcome': { automation, trigger: 'schedule', outcome: 'done' },
	'a combination no run has': { automation, trigger: 'email', outcome: 'done' },
	'search, in half of them': { search: 'person' },
	'search, in 1 of 100': { search: 'invoice' },
	'search, in 1 of 1000': { search: 'parcel' },
	'search, in one': { search: 'order 7777' },
	'search, in none': { search: 'elephant' },
	'search and outcome': { search: 'person', outcome: 'failed' },
} satisfies Record<string, Parameters<typeof listRuns>[2]>;

async function median(act: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	for (let n = 0; n < REPEATS; n++) {
		const began = performance.now();
		await act();
		times.push(performance.now() - began);
	}
	return times.sort((a, b) => a - b)[REPEATS >> 1] ?? 0;
}

async function measure(name: string, { db }: Database): Promise<void> {
	await db.execute(`insert into users (id, email, name) values ('${uid}', '${uid}@example.com', 'Bench')`);
	await seedAutomations(db, uid);
	const table: Record<string, Record<string, string>> = {};
	let seeded = 0;
	for (const size of SIZES) {
		const began = performance.now();
		await seedRuns(db, uid, seeded, size);
		seeded = size;
		await db.execute('vacuum analyze automation_runs');
		console.log(`${name}: ${size} runs, seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
		const middle = `${Date.now() - size * 20_000}_aaaaaaaaaaaaaaaaaaaa`;
		const all = { ...FILTERS, 'none, in the middle': { cursor: middle } };
		for (const [filter, given] of Object.entries(all)) {
			const ms = await median(() => listRuns(db, uid, given));
			table[filter] = { ...table[filter], [`${size} runs`]: `${ms.toFixed(2)} ms` };
		}
	}
	console.log(name);
	console.table(table);
}

const cluster = await startPostgres();
const postgres = await openPostgres(cluster.url, createLog('silent'));
await measure('PostgreSQL', postgres);
await postgres.close();
await cluster.stop();
const folder = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
const embedded = await openEmbedded(folder);
await measure('PGlite', embedded);
await embedded.close();
await rm(folder, { recursive: true });
