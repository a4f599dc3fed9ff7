import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type EmbeddedDatabase, openPglite } from '../adapters/database/pglite.ts';
import { openPostgres, type PostgresDatabase } from '../adapters/database/postgres.ts';
import { newId } from '../base/ids.ts';
import { TEMPLATE } from './postgres-template.ts';
import { quiet } from './quiet.ts';

/** A database of a test's own, on whichever backend the suite runs. */
export async function openTestDatabase(): Promise<EmbeddedDatabase | PostgresDatabase> {
	if (inject('backend') === 'pglite') {
		return openPglite({ loadDataDir: await openAsBlob(inject('pgliteTemplate')) }, 'in memory');
	}
	return openPostgres(await createPostgresDatabase(TEMPLATE), quiet);
}

/** A database that several processes can open one after the other, and the settings for it. */
export async function openKeptDatabase(dataDir: string) {
	if (inject('backend') === 'pglite') {
		const loadDataDir = await openAsBlob(inject('pgliteTemplate'));
		const options = { dataDir: join(dataDir, 'database'), loadDataDir };
		return { database: await openPglite(options, 'kept'), env: { DATA_DIR: dataDir } };
	}
	const url = await createPostgresDatabase(TEMPLATE);
	return { database: await openPostgres(url, quiet), env: { DATA_DIR: dataDir, DATABASE_URL: url } };
}

/** A PostgreSQL database, empty unless copied from another; the cluster is removed when the suite ends. */
export async function createPostgresDatabase(template = 'template1'): Promise<string> {
	const url = new URL(String(inject('postgresUrl')));
	const name = `test_${newId()}`;
	const client = new pg.Client({ connectionString: url.href });
	await client.connect();
	const { rows } = await client.query('show server_version_num');
	// Copying the files takes half the time of writing them to the log, which older versions do not do.
	const strategy = Number(rows[0].server_version_num) >= 150_000 ? 'strategy file_copy' : '';
	await client.query(`create database ${name} template ${template} ${strategy}`);
	await client.end();
	url.pathname = `/${name}`;
	return url.href;
}
