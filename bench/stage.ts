/** A server in its own process with customers and cameras, on either database, and the services it needs. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../server/src/adapters/database/pglite.ts';
import { openPostgres } from '../server/src/adapters/database/postgres.ts';
import { createLog } from '../server/src/base/log.ts';
import type { Database } from '../server/src/ports/database.ts';
import { ServerProcess } from '../server/src/testing/process.ts';
import { cpuOf, cpuOfServer } from './cpu.ts';
import { mailSink, stubModel } from './outside.ts';
import { addAutomation, addCamera, addCustomer } from './seed.ts';

const CUSTOMERS = 8;
const CAMERAS = 64;
const TOKEN = 'bench-bench-bench-bench-bench-bench';

export interface Where {
	/** The address of PostgreSQL; null for the embedded database. */
	url: string | null;
	/** Flags for Node.js, such as --cpu-prof. */
	flags: string[];
}

interface Wishes {
	/** The built-in model judges, instead of one that answers at once. */
	builtIn?: boolean;
	/** The roles of the server; all if omitted. */
	roles?: string;
	/** A separate process carries out the runs. */
	apart?: boolean;
}

type Stage = Awaited<ReturnType<typeof setStage>>;

export async function setStage(
	{ url: cluster, flags }: Where,
	{ builtIn = false, roles, apart = false }: Wishes = {},
) {
	const url = cluster && (await addDatabase(cluster));
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
	const cast = await withDatabase({ url, dataDir }, (database) => seed(database));
	const [model, sink] = [await stubModel(), await mailSink()];
	const environment = {
		DATA_DIR: dataDir,
		METRICS_TOKEN: TOKEN,
		...(url && { DATABASE_URL: url }),
		...(!builtIn && model.env),
		...sink.env,
	};
	const servers: ServerProcess[] = [];
	/** Starts another process with these roles. */
	const addProcess = async (ROLES: string) => {
		const one = new ServerProcess({ ...environment, ...(ROLES && { ROLES }) }, { flags });
		await one.start();
		servers.push(one);
		return one;
	};
	const server = await addProcess(apart ? 'api,mail' : (roles ?? ''));
	if (apart) await addProcess('worker,scheduler');
	const backend = url ? await new pg.Client(url).connect() : null;
	const { rows = [] } = (await backend?.query('select pg_backend_pid() as pid')) ?? {};
	/** Milliseconds of CPU used so far. */
	const cpu = () => {
		const database = rows[0] ? cpuOfServer(Number(rows[0].pid)) : 0;
		return { database, all: servers.reduce((sum, { pid }) => sum + cpuOf(pid), database) };
	};
	/** What PostgreSQL has done and stored so far: transactions, bytes of its log, bytes stored; and the bytes of files. */
	const written = async () => {
		// PostgreSQL's statistics are up to a second late.
		await new Promise((later) => setTimeout(later, backend ? 1100 : 0));
		const found = await backend?.query(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal,
			(select xact_commit from pg_stat_database where datname = current_database()) as commits,
			pg_database_size(current_database()) as bytes`);
		const row = found?.rows[0] ?? { wal: 0, commits: 0, bytes: 0 };
		const objects = execFileSync('du', ['-sb', join(dataDir, 'objects')], { encoding: 'utf8' });
		const files = Number.parseInt(objects, 10);
		return { wal: Number(row.wal), commits: Number(row.commits), bytes: Number(row.bytes), files };
	};
	const countEnded = async () => {
		if (backend) {
			const found = await backend.query('select count(*) from automation_runs where ended_at is not null');
			return Number(found.rows[0].count);
		}
		const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
		const lines = (await answer.text()).matchAll(/^watchword_runs_ended_total\{.*\} (\d+)$/gm);
		return [...lines].reduce((total, [, value]) => total + Number(value), 0);
	};
	/** Resolves when this many runs have ended since the server started. */
	const ended = (count: number, everyMs?: number) => reached(count, countEnded, everyMs);
	const countPrepared = async () => {
		const names = await readdir(join(dataDir, 'objects'), { recursive: true });
		return names.filter((name) => name.endsWith('.small.webp')).length;
	};
	/** Resolves when this many captures have thumbnails: the first of each camera, then one every five minutes. */
	const prepared = (count: number) => reached(count, countPrepared);
	const close = async () => {
		await backend?.end();
		for (const one of servers) await one.stop();
		model.stop();
		sink.stop();
		await rm(dataDir, { recursive: true, force: true });
	};
	return {
		...cast,
		server,
		sink,
		cpu,
		written,
		ended,
		prepared,
		close,
		captures: `${server.url}/api/captures`,
	};
}

async function reached(wanted: number, count: () => Promise<number>, everyMs = 100): Promise<void> {
	while ((await count()) < wanted) await new Promise((again) => setTimeout(again, everyMs));
}

/** A new database, without queued work of another benchmark. */
async function addDatabase(cluster: string): Promise<string> {
	const client = new pg.Client(cluster);
	await client.connect();
	const url = new URL(cluster);
	url.pathname = `bench_${Date.now()}`;
	await client.query(`create database ${url.pathname.slice(1)}`);
	await client.end();
	return url.href;
}

/** Opens a database for `act`, while no server uses it. */
async function withDatabase<T>(
	{ url, dataDir }: { url: string | null; dataDir: string },
	act: (database: Database) => Promise<T>,
): Promise<T> {
	const database = url ? await openPostgres(url, createLog('silent')) : await openEmbedded(dataDir);
	try {
		return await act(database);
	} finally {
		await database.close();
	}
}

async function seed({ db }: Database) {
	const ask = async (text: string) => (await db.execute(text)).rows;
	const keys: string[] = [];
	const addresses: string[] = [];
	for (let n = 0; n < CUSTOMERS; n++) {
		const uid = await addCustomer(ask, 1_000_000);
		for (let m = 0; m < CAMERAS / CUSTOMERS; m++) keys.push((await addCamera(ask, uid)).key);
		const id = await addAutomation(ask, uid, { trigger: 'email', action: 'save' });
		addresses.push(`${id}@automations.localhost`);
	}
	return { keys, addresses };
}

export const nextMail = (sink: Stage['sink']) => once(sink.arrivals, 'mail');
