import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import {
	PGlite,
	type PGliteOptions,
	parse as parsing,
	protocol,
	type QueryOptions,
	type Results,
} from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { CannotStart, lockFolder } from '../../base/cannot-start.ts';
import { codeOf } from '../../base/failures.ts';
import type { Database, Db } from '../../ports/database.ts';
import { migrationsFolder, refuseNewer } from './migrate.ts';
import { Plans } from './plans.ts';

export interface EmbeddedDatabase extends Database {
	readonly pglite: PGlite;
}

/** PGlite's default is 128 MB. That is more than a small database needs, and would be most of the process's memory. */
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
 * By default V8 optimises PostgreSQL's largest functions as they warm up. One function that runs at the start then needs 1.2 GB
 * for a moment. The flag applies to functions that are called for the first time while it is set; later ones, and the
 * detector's, are optimised. An idle process would discard unoptimised code, and optimise it at the next call.
 */
async function unoptimised<T>(make: () => Promise<T>): Promise<T> {
	setFlagsFromString('--no-flush-liftoff-code');
	setFlagsFromString('--no-wasm-tier-up');
	setFlagsFromString('--no-wasm-dynamic-tiering');
	try {
		return await make();
	} finally {
		setFlagsFromString('--wasm-dynamic-tiering');
	}
}

export async function openPglite(options: PGliteOptions, describe: string): Promise<EmbeddedDatabase> {
	const pglite = await unoptimised(() => PGlite.create({ ...options, startParams })).catch(
		(cause: unknown) => {
			// Errors of the operating system have a code, which explains them, and too little memory is a RangeError.
			if (codeOf(cause) || cause instanceof RangeError) throw cause;
			throw new CannotStart(
				`The database (${describe}) does not open. Its disk may be full, or it is damaged or of another version. See "Backup and restore" in docs/operation.md.`,
				{ cause },
			);
		},
	);
	const db = drizzle(withPlans(pglite, pglite, new Plans())) as unknown as Db;
	try {
		await migrate(drizzle(pglite), { migrationsFolder });
		await refuseNewer(db);
	} catch (error) {
		await pglite.close();
		throw error;
	}
	return {
		db,
		pglite,
		describe,
		sole: true,
		async listen(channel, heard) {
			await pglite.listen(channel, heard);
		},
		close: () => pglite.close(),
	};
}

type Queryable = Pick<PGlite, 'query' | 'exec'>;

/**
 * The same database or transaction, with each statement sent to PostgreSQL in one message: PGlite's own `query` needs six.
 * Statements that Plans names are prepared once. PGlite offers no named statements with values, so they are prepared in SQL.
 */
function withPlans<T extends Queryable>(
	target: T,
	pglite: PGlite,
	plans: Plans,
	prepared = new Map<string, 'preparing' | 'ready'>(),
): T {
	const inTransaction = (target as Queryable) !== pglite;
	const query: PGlite['query'] = async (text, params = [], options) => {
		const values = asText(params);
		if (!values) return target.query(text, params, options);
		const send = (start: Uint8Array[], statement = '') => {
			const sent = () => sendAtOnce(pglite, start, statement, values, options, !inTransaction);
			return (inTransaction ? sent() : pglite._runExclusiveTransaction(sent)) as Promise<never>;
		};
		const name = plans.nameOf(text, params);
		if (name === undefined) return send([parse({ text })]);
		if (plans.areOld) await target.exec('discard plans');
		// Another caller prepares it and waits for this transaction to end. Waiting for that caller would be a deadlock.
		if (prepared.get(name) === 'preparing') return send([parse({ text })]);
		if (!prepared.has(name)) {
			prepared.set(name, 'preparing');
			try {
				await target.exec(`prepare ${name} as ${text}`);
				prepared.set(name, 'ready');
			} catch (error) {
				prepared.delete(name);
				throw error;
			}
		}
		return send([], name);
	};
	const transaction: PGlite['transaction'] = (act) =>
		pglite.transaction((tx) => act(withPlans(tx, pglite, plans, prepared)));
	return new Proxy(target, {
		get(_, name) {
			if (name === 'query') return query;
			if (name === 'transaction') return transaction;
			const value = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}

const { parseResults } = parsing;
const { parse, bind, describe, execute, sync } = protocol.serialize;

/** Values as text that PostgreSQL reads for any type; undefined if the text depends on the type, which only PGlite looks up. */
function asText(params: unknown[]): (string | null)[] | undefined {
	if (params.some((value) => typeof value === 'object' && value !== null)) return undefined;
	return params.map((value) => (value === null || value === undefined ? null : String(value)));
}

function sendAtOnce(
	pglite: PGlite,
	start: Uint8Array[],
	statement: string,
	values: (string | null)[],
	options: QueryOptions | undefined,
	syncToFs: boolean,
): Promise<Results> {
	const rest = [bind({ statement, values }), describe({ type: 'P' }), execute({}), sync()];
	return pglite.runExclusive(async () => {
		const messages = await pglite.execProtocolStream(Buffer.concat([...start, ...rest]), { syncToFs });
		const { parsers: own, ...others } = options ?? {};
		// PGlite has hundreds of parsers: the prototype finds them, so they are not copied.
		const parsers = Object.assign(Object.create(pglite.parsers), own);
		return parseResults(messages, parsers, others)[0] as Results;
	});
}
