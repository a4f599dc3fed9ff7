import { openAsBlob } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as onPglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrationsFolder } from '../adapters/database/migrate.ts';
import { openPglite } from '../adapters/database/pglite.ts';
import { openPostgres } from '../adapters/database/postgres.ts';
import { builtInModel } from '../adapters/model/built-in/model.ts';
import { hashKey } from '../devices/keys.ts';
import type { Db } from '../ports/database.ts';
import { explainStartFailure } from '../start/start-failure.ts';
import { createPostgresDatabase } from '../testing/database.ts';
import { jpeg } from '../testing/images.ts';
import { quiet } from '../testing/quiet.ts';
import { startServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { runCommand } from './commands.ts';

/** The last migration of the release before this one. docs/releasing.md says when to change it. */
const PREVIOUS_RELEASE = '0023_saved_files';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-upgrade-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The migrations of the previous release, in a folder of their own. */
async function previousMigrations(): Promise<string> {
	const older = join(folder, 'migrations');
	await cp(migrationsFolder, older, { recursive: true });
	const file = join(older, 'meta/_journal.json');
	const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'));
	const last = journal.entries.findIndex(({ tag }) => tag === PREVIOUS_RELEASE);
	await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
	return older;
}

/** A database as the previous release left it, and how this version opens it. */
async function previousDatabase(fill: (db: Db) => Promise<void>) {
	const older = { migrationsFolder: await previousMigrations() };
	if (inject('backend') === 'postgres') {
		const url = await createPostgresDatabase();
		const client = new pg.Client({ connectionString: url });
		await client.connect();
		const db = onPostgres(client);
		await migratePostgres(db, older);
		await fill(db as unknown as Db);
		await client.end();
		return () => openPostgres(url, quiet);
	}
	const dataDir = join(folder, 'database');
	const pglite = await PGlite.create({ dataDir, loadDataDir: await openAsBlob(inject('pgliteTemplate')) });
	// Emptying the template takes a tenth of the time of making a database.
	await pglite.exec('drop schema public cascade; drop schema drizzle cascade; create schema public');
	const db = onPglite(pglite);
	await migratePglite(db, older);
	await fill(db as unknown as Db);
	await pglite.close();
	return () => openPglite({ dataDir }, 'upgraded');
}

test('the data of the previous release is opened by this one, and data of a later one is refused', async () => {
	const deviceKey = 'wwk_kept_from_the_release_before';
	const open = await previousDatabase(async (db) => {
		await db.execute(sql`insert into users (id, email, name) values ('ann', 'ann@example.com', 'Ann')`);
		await db.execute(
			sql`insert into devices (id, _owner, key_hash) values ('porch', 'ann', ${hashKey(deviceKey)})`,
		);
		await db.execute(sql`insert into users (id, email, name, zone) values
			('bob', 'bob@example.com', 'Bob', 'Asia/Kolkata'), ('cy', 'cy@example.com', 'Cy', 'Mars/Olympus')`);
		await db.execute(sql`insert into devices (id, _owner, key_hash, capture_window_start) values
			('yard', 'bob', 'yard', '01:30'), ('rover', 'cy', 'rover', '01:30')`);
		await db.execute(sql`insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited,
			"_limitSchedule", trigger_device_type, action_prompt, created_at) select id, 'Watch', 'ann', 'capture', '{12:00}', 'save',
			true, '{12:00}', 'conditional', 'Tell me when a person is there', '2026-01-01' from (values ('edited'), ('plain')) made (id)`);
		const limits = (times: string, name = 'Watch') =>
			JSON.stringify({ _name: name, _limited: true, _limitSchedule: [times], _zone: 'UTC', _utcOffset: 0 });
		await db.execute(sql`insert into automation_versions (id, "_automationId", "_version", "_savedAt", uid, name, document) values
			('v1', 'edited', 1, '2026-02-01', 'ann', '', ${limits('12:00')}), ('v2', 'edited', 2, '2026-02-02', 'ann', '', ${limits('13:00')}),
			('v3', 'edited', 3, '2026-02-03', 'ann', '', ${limits('13:00', 'Renamed')})`);
		await db.execute(sql`select enter_ledger('first', 'ann', 'grant', 20, 'first', '', null)`);
	});

	const server = await startServer({ database: await open(), model: builtInModel(quiet) });
	const sent = await fetch(`${server.url}/api/captures`, {
		method: 'POST',
		body: new Uint8Array(await jpeg()),
		headers: { authorization: `Bearer ${deviceKey}` },
	});
	expect(sent.status).toBe(202);
	const printed: string[] = [];
	const print = (line: string) => void printed.push(line);
	await runCommand(server.services, ['credits', 'statement', '--email', 'ann@example.com'], print);
	await runCommand(server.services, ['ledger', 'verify'], print);
	expect(printed.join('\n')).toContain('Balance: 20 credits.');
	expect(printed.join('\n')).toContain('Every balance is the sum of its entries');

	const { db } = server.services.database;
	const { rows: devices } = await db.execute(
		sql`select id, capture_window_start as start, _zone, "_utcOffset" from devices order by id`,
	);
	expect(devices).toEqual([
		{ id: 'porch', start: '00:00', _zone: 'UTC', _utcOffset: 0 },
		{ id: 'rover', start: '01:30', _zone: 'UTC', _utcOffset: 0 },
		{ id: 'yard', start: '01:30', _zone: 'Asia/Kolkata', _utcOffset: 330 },
	]);
	// What was saved last of the limit times; a name is no such change.
	const { rows: since } = await db.execute(
		sql`select id, to_char(times_since, 'YYYY-MM-DD') as since from automations order by id`,
	);
	expect(since).toEqual([
		{ id: 'edited', since: '2026-02-02' },
		{ id: 'plain', since: '2026-01-01' },
	]);

	const unread = sql`select id from automations where _condition is null`;
	await waitFor('the condition of each prompt', async () => (await db.execute(unread)).rows.length === 0);

	await db.execute(
		sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now() * 2})`,
	);
	await server.stop();
	const refused = await open().catch((error) => explainStartFailure(error));
	expect(refused).toContain('belongs to a newer version of Watchword than this one');
	expect(refused).toContain('restore the backup from before the upgrade');
});
