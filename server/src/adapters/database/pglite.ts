import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database, Db } from '../../ports.ts';
import { lockFolder } from './folder-lock.ts';
import { migrationsFolder } from './migrate.ts';
import { Plans } from './plans.ts';

export interface EmbeddedDatabase extends Database {
	readonly pglite: PGlite;
}

/** PGlite's default of 128 MB serves no database of this size and would be most of the process's memory. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Opens the database kept inside the data folder, under a lock: PGlite takes none, and two openers would destroy it. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	const unlock = lockFolder(dataDir);
	try {
		const opened = await openPglite(
			{ dataDir: join(dataDir, 'database') },
			`embedded, in ${join(dataDir, 'database')}`,
		);
		return {
			...opened,
			async close() {
				await opened.close();
				unlock();
			},
		};
	} catch (error) {
		unlock();
		throw error;
	}
}

/**
 * Left alone, V8 optimises PostgreSQL's largest functions as they warm up: one of them takes 1.2 GB for a moment, and small
 * statements get no faster. A module keeps what was set when it was made, so the detector's, made later, is optimised.
 */
async function unoptimised<T>(make: () => Promise<T>): Promise<T> {
	setFlagsFromString('--no-wasm-tier-up');
	setFlagsFromString('--no-wasm-dynamic-tiering');
	try {
		return await make();
	} finally {
		setFlagsFromString('--wasm-dynamic-tiering');
	}
}

export async function openPglite(options: PGliteOptions, describe: string): Promise<EmbeddedDatabase> {
	const pglite = await unoptimised(() => PGlite.create({ ...options, startParams }));
	await migrate(drizzle(pglite), { migrationsFolder });
	const db = drizzle(planning(pglite, new Plans(), new Map()));
	return {
		db: db as unknown as Db,
		pglite,
		describe,
		sole: true,
		async listen(channel, heard) {
			await pglite.listen(channel, heard);
		},
		close: () => pglite.close(),
	};
}

type Asked = Pick<PGlite, 'query' | 'exec'>;

/**
 * The same database, with statements planned as Plans says. PGlite gives no names to statements it is asked with values, so
 * they are prepared in SQL, and values travel as literals, which the statement's own types read as they read parameters.
 */
function planning<T extends Asked>(target: T, plans: Plans, prepared: Map<string, 'under way' | 'done'>): T {
	const query: PGlite['query'] = async (text, params, options) => {
		const name = plans.nameOf(text, params);
		if (name === undefined) return target.query(text, params, options);
		if (plans.areOld) await target.exec('discard plans');
		const state = prepared.get(name);
		// Being prepared outside of a transaction it would wait for this one, which must not wait for it.
		if (state === 'under way') return target.query(text, params, options);
		if (state === undefined) {
			prepared.set(name, 'under way');
			try {
				await target.exec(`prepare ${name} as ${text}`);
				prepared.set(name, 'done');
			} catch (error) {
				prepared.delete(name);
				throw error;
			}
		}
		const [result] = await target.exec(`execute ${name}(${params?.map(literal)})`, options);
		return result as never;
	};
	const transaction: PGlite['transaction'] = (act) =>
		(target as unknown as PGlite).transaction((tx) => act(planning(tx, plans, prepared)));
	return new Proxy(target, {
		get(_, name) {
			if (name === 'query') return query;
			if (name === 'transaction') return transaction;
			const value = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}

const literal = (value: unknown) =>
	value === null || value === undefined ? 'null' : `'${String(value).replaceAll("'", "''")}'`;
