/**
 * Cleaning during a steady stream of new runs, on a history of any size: does it keep up, and does anything grow forever? A day
 * passes in a minute: new runs are dated in the future, and their retention time shrinks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../server/src/base/ids.ts';
import { createLog } from '../server/src/base/log.ts';
import type { Database } from '../server/src/ports.ts';
import { rebuildSearchIndex } from '../server/src/runs/search.ts';
import { clean } from '../server/src/start/cleaning.ts';
import { withDatabase } from './stage.ts';

const KEPT_DAYS = 50;
const CUSTOMERS = 100;
const SEED_AT_ONCE = 20_000;
const STORE_AT_ONCE = 100;
/** How long a storage such as S3 takes to delete an object. */
const DELETE_MS = 10;

export interface Day {
	created: number;
	createdPerSecond: number;
	slowestStoreMs: number;
	cleaned: number;
	cleanedPerSecond: number;
	slowestBatchMs: number;
	walBytes: number;
	dead: number;
	vacuums: number;
	/** Bytes of the tables with and without their indexes. */
	tables: number;
	indexes: number;
}

interface Wishes {
	url: string;
	/** How many runs there are at the beginning. */
	runs: number;
	days: number;
	/** How many runs are stored a second while old ones are removed. */
	perSecond: number;
}

export async function measureCleaning({ url, runs, days, perSecond }: Wishes): Promise<Day[]> {
	return withDatabase({ url, dataDir: '' }, async (database) => {
		await seedOwners(database);
		const aDay = Math.ceil(runs / KEPT_DAYS);
		for (let n = 0; n < runs; n += SEED_AT_ONCE) {
			await store(database, Math.min(SEED_AT_ONCE, runs - n), { day: n / aDay - KEPT_DAYS, aDay });
		}
		for (const table of TABLES) await database.db.execute(`vacuum analyze ${table}`);
		// In a real day PostgreSQL looks for something to vacuum 1,440 times; here a day passes in seconds.
		await database.db.execute(`alter system set autovacuum_naptime = '1s'`);
		await database.db.execute('select pg_reload_conf()');
		const found: Day[] = [];
		for (let day = 0; day < days; day++) found.push(await passDay(database, day, aDay, perSecond));
		return found;
	});
}

const TABLES = ['automation_runs', 'captures', 'files'];

async function passDay(database: Database, day: number, aDay: number, perSecond: number): Promise<Day> {
	const before = await figures(database);
	const began = performance.now();
	const stored = storeSteadily(database, day, aDay, perSecond);
	const cleaned = await cleanDay(database, KEPT_DAYS - day - 1);
	const { slowest, seconds } = await stored;
	// As every month.
	if ((day + 1) % 30 === 0) await rebuildSearchIndex(database.db);
	const after = await figures(database);
	process.stderr.write(`        day ${day + 1}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
	return {
		created: aDay,
		createdPerSecond: aDay / seconds,
		slowestStoreMs: slowest,
		...cleaned,
		walBytes: after.wal - before.wal,
		dead: after.dead,
		vacuums: after.vacuums,
		tables: after.tables,
		indexes: after.indexes,
	};
}

async function cleanDay(database: Database, kept: number) {
	let [cleaned, slowest] = [0, 0];
	const runDays = { 'not-met': kept, skipped: kept, 'cannot-tell': kept, failed: kept, done: kept };
	const log = { ...createLog('silent'), info: ({ runs }: { runs: number }) => (cleaned = runs) };
	const objects = {
		delete: async () => {
			await sleep(DELETE_MS);
		},
	};
	const timed = new Proxy(database.db, {
		get(db, name) {
			const value = Reflect.get(db, name);
			if (name !== 'execute' && name !== 'transaction') return value;
			return async (...args: unknown[]) => {
				const began = performance.now();
				const result = await Reflect.apply(value, db, args);
				slowest = Math.max(slowest, performance.now() - began);
				return result;
			};
		},
	});
	const began = performance.now();
	await clean({
		database: { ...database, db: timed },
		queue: { send: async () => undefined },
		objects,
		settings: { kept: { runDays, captureDays: kept, versionDays: 365 } },
		log,
	} as unknown as Parameters<typeof clean>[0]);
	const seconds = (performance.now() - began) / 1000;
	return { cleaned, cleanedPerSecond: cleaned / seconds, slowestBatchMs: slowest };
}

/** As in real use: in small groups, each run stored open, leased, and ended. */
async function storeSteadily(database: Database, day: number, aDay: number, perSecond: number) {
	const began = performance.now();
	let slowest = 0;
	for (let n = 0; n < aDay; n += STORE_AT_ONCE) {
		const due = began + (n / perSecond) * 1000;
		await sleep(Math.max(0, due - performance.now()));
		const from = performance.now();
		await store(database, Math.min(STORE_AT_ONCE, aDay - n), { day: day + n / aDay, aDay }, true);
		slowest = Math.max(slowest, performance.now() - from);
	}
	return { slowest, seconds: (performance.now() - began) / 1000 };
}

const owner = (n: string) => `'cleaningcustomer' || lpad((${n})::text, 4, '0')`;

async function seedOwners({ db }: Database): Promise<void> {
	const all = `generate_series(0, ${CUSTOMERS - 1}) n`;
	await db.execute(
		`insert into users (id, email, name) select ${owner('n')}, n || '@example.com', 'Bench' from ${all}`,
	);
	await db.execute(
		`insert into devices (id, _owner, key_hash) select ${owner('n')}, ${owner('n')}, n::text from ${all}`,
	);
	await db.execute(`insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited,
			"_limitSchedule", trigger_device_type, action_prompt, "trigger_device_deviceID")
		select ${owner('n')}, 'Bench', ${owner('n')}, 'capture', '{}', 'save', false, '{}', 'conditional', 'Is anyone there?', ${owner('n')}
		from ${all}`);
}

/** Stores this many runs with a capture and two files each, starting this many days from now. */
async function store(
	{ db }: Database,
	count: number,
	{ day, aDay }: { day: number; aDay: number },
	inSteps = false,
): Promise<void> {
	const batch = newId().slice(0, 12);
	const id = `'${batch}' || lpad(n::text, 8, '0')`;
	const time = `now() + make_interval(secs => ${day * 86_400} + n * ${86_400 / aDay})`;
	const all = `generate_series(0, ${count - 1}) n`;
	const who = owner(`(hashint4(n) & 65535) % ${CUSTOMERS}`);
	await db.execute(`insert into captures (id, "deviceId", capture_key, captured_at, received_at, original_path, thumb_path)
		select ${id}, ${who}, ${id}, ${time}, ${time}, ${id} || '/original.jpg', ${id} || '/thumb.jpg' from ${all}`);
	await db.execute(`insert into files (path, _owner, "contentType", size, "md5Hash", "downloadToken", "timeCreated")
		select ${id} || '/' || name, ${who}, 'image/jpeg', 60000, 'md5', gen_random_uuid()::text, ${time}
		from ${all} cross join unnest(array['original.jpg', 'thumb.jpg']) name`);
	const ended = `_status = case when n % 50 = 0 then 'failed' else 'succeeded' end, action_verdict = case when n % 7 = 0 then 'met' else 'not met' end,
		action_evidence = case when n % 2 = 0 then 'One person at the gate' else 'Nobody at the gate' end || ' in picture ' || n, ended_at = t`;
	await db.execute(`insert into automation_runs (id, _owner, "_automationId", "_triggerKey", _timestamp, "_triggerType", "_actionType",
			action_prompt, "trigger_captureId", trigger_capture, _status, action_verdict, action_evidence, ended_at)
		select ${id}, ${who}, ${who}, ${id}, ${time}, 'capture', 'save', 'Is anyone there?', ${id}, ${id} || '/original.jpg',
			${inSteps ? `'queued', null, null, null` : `'succeeded', 'not met', 'Nobody at the gate in picture ' || n, ${time}`} from ${all}`);
	if (!inSteps) return;
	const these = `id like '${batch}%' and id >= '${batch}' and id < '${batch}x'`;
	await db.execute(
		`update automation_runs set lease = 'bench', lease_until = now(), attempts = 1 where ${these}`,
	);
	await db.execute(`update automation_runs r set ${ended}, lease = null from (
		select id, right(id, 8)::int as n, _timestamp as t from automation_runs where ${these}) s where s.id = r.id`);
}

async function figures({ db }: Database) {
	// PostgreSQL's statistics are up to a second late.
	await sleep(1_100);
	const sum = (what: string) => TABLES.map((table) => `${what}('${table}')`).join(' + ');
	const { rows } = await db.execute(`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal,
		(${sum('pg_table_size')})::float8 as tables, (${sum('pg_indexes_size')})::float8 as indexes,
		(select sum(n_dead_tup)::float8 from pg_stat_user_tables where relname in ('${TABLES.join("', '")}')) as dead,
		(select sum(autovacuum_count)::float8 from pg_stat_user_tables where relname in ('${TABLES.join("', '")}')) as vacuums`);
	return rows[0] as unknown as {
		wal: number;
		tables: number;
		indexes: number;
		dead: number;
		vacuums: number;
	};
}
