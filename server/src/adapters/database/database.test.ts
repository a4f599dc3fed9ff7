import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { lockFolder } from '../../base/cannot-start.ts';
import { createPostgresDatabase, openTestDatabase } from '../../testing/database.ts';
import { openTestQueue } from '../../testing/queue.ts';
import { quiet } from '../../testing/quiet.ts';
import { openEmbedded } from './pglite.ts';
import { openPostgres } from './postgres.ts';

test('a new database has every migration, once', async () => {
	const database = await openTestDatabase();
	const { rows } = await database.db.execute(
		sql`select count(*)::int as n from drizzle.__drizzle_migrations`,
	);
	expect(rows[0]?.n).toBeGreaterThan(0);
	await database.close();
});

test('notifications inside the database are received', async () => {
	const database = await openTestDatabase();
	const { promise: heard, resolve } = Promise.withResolvers<string>();
	await database.listen('somewhere', resolve, () => undefined);
	await database.db.execute(sql`select pg_notify('somewhere', 'hello')`);
	expect(await heard).toBe('hello');
	await database.close();
});

test('values are read back unchanged, also with a prepared statement', async () => {
	const { db, close } = await openTestDatabase();
	const write = async (value: string, count: number, at: Date | null) => {
		const { rows } = await db.execute(sql`
			insert into rate_limits (key, count, resets_at) values (${value}, ${count}, coalesce(${at?.toISOString() ?? null}, now()))
			on conflict (key) do update set count = excluded.count
			returning key, count`);
		return rows[0];
	};
	const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((value) => !value.includes('\0'));
	const tricky = fc.constantFrom(
		"'",
		"''",
		"\\'",
		"'); drop table rate_limits; --",
		'$1',
		'\\',
		'"',
		'\n',
		'',
	);
	await fc.assert(
		fc.asyncProperty(fc.oneof(text, tricky), fc.integer({ min: -1e9, max: 1e9 }), async (key, count) => {
			expect(await write(key, count, count % 2 === 0 ? new Date() : null)).toEqual({ key, count });
		}),
		{ numRuns: 100 },
	);
	await expect(write('a\0b', 1, null)).rejects.toThrow();
	expect(await write('after', 1, null)).toEqual({ key: 'after', count: 1 });
	await close();
});

test('a statement first used outside a transaction does not block one that uses it inside', async () => {
	const { db, close } = await openTestDatabase();
	const write = (on: typeof db, key: string) =>
		on.execute(sql`insert into rate_limits (count, key, resets_at) values (1, ${key}, now())`);
	let outside: Promise<unknown> | undefined;
	await db.transaction(async (tx) => {
		outside = write(db, 'outside').then();
		await write(tx, 'inside');
	});
	await outside;
	const { rows } = await db.execute(sql`select key from rate_limits order by key`);
	expect(rows).toEqual([{ key: 'inside' }, { key: 'outside' }]);
	await close();
});

test('several openers at once do not harm each other', async () => {
	if (inject('backend') === 'postgres') {
		const url = await createPostgresDatabase();
		const opened = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url, quiet)));
		const { rows } = await (opened[0] as (typeof opened)[0]).db.execute(
			sql`select count(*)::int - count(distinct hash)::int as doubled from drizzle.__drizzle_migrations`,
		);
		expect(rows[0]?.doubled).toBe(0);
		await Promise.all(opened.map((database) => database.close()));
	} else {
		const folder = await mkdtemp(join(tmpdir(), 'watchword-lock-'));
		const unlock = lockFolder(folder);
		expect(() => lockFolder(folder)).toThrow(
			`The data folder ${folder} is in use by another Watchword. Stop that one, or set DATA_DIR to another folder.`,
		);
		unlock();
		lockFolder(folder)();
		await rm(folder, { recursive: true });
	}
});

if (inject('backend') === 'pglite') {
	test('a damaged database says so, and where to read on', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'watchword-damaged-'));
		await mkdir(join(folder, 'database'));
		await writeFile(join(folder, 'database', 'PG_VERSION'), '12\n');
		await expect(openEmbedded(folder)).rejects.toThrow(
			/^The database \(embedded, in .*\) does not open\. .* See "Backup and restore" in docs\/operation\.md\.$/,
		);
		lockFolder(folder)();
		await rm(folder, { recursive: true });
	});

	test('a process that gave memory back needs little to go on', async () => {
		const program = `
			import { openAsBlob } from 'node:fs';
			import { openPglite } from ${JSON.stringify(new URL('pglite.ts', import.meta.url).href)};
			const loadDataDir = await openAsBlob(${JSON.stringify(inject('pgliteTemplate'))});
			const { db, close } = await openPglite({ loadDataDir }, 'in memory');
			gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
			for (let n = 0; n < 1500; n++) await db.execute('select count(*) from automations, users');
			await close();
			console.log(process.resourceUsage().maxRSS / 1024);`;
		const flags = ['--expose-gc', '--input-type=module'];
		const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', program]);
		expect(Number(stdout), 'megabytes').toBeLessThan(800);
	});
}

test('a killed process leaves no lock behind', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-lock-'));
	const module = JSON.stringify(import.meta.resolve('../../base/cannot-start.ts'));
	const program = `const { lockFolder } = await import(${module}); globalThis.unlock = lockFolder(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
	const holder = spawn(process.execPath, ['--input-type=module', '-e', program, folder]);
	await once(holder.stdout, 'data');
	expect(() => lockFolder(folder)).toThrow('in use by another Watchword');
	holder.kill('SIGKILL');
	await once(holder, 'exit');
	lockFolder(folder)();
	await rm(folder, { recursive: true });
});

if (inject('backend') === 'postgres') {
	test('a lost connection is replaced and what was missed is made known', async () => {
		const database = await openPostgres(await createPostgresDatabase(), quiet);
		const gap = new Promise<void>((resolve) => void database.listen('somewhere', () => undefined, resolve));
		const cut = setInterval(
			() =>
				void database.db
					.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
						where application_name = 'watchword live' and datname = current_database()`)
					.catch(() => undefined),
			100,
		);
		await gap;
		clearInterval(cut);
		await database.close();
	});

	test('of several servers the writable one is used, for queries, notifications and jobs', async () => {
		const alive = new URL(await createPostgresDatabase());
		const url = alive.href.replace(alive.host, `127.0.0.1:1,${alive.host}`);
		const database = await openPostgres(url, quiet);
		const queue = await openTestQueue(database);
		const { promise: heard, resolve } = Promise.withResolvers<string>();
		await database.listen('somewhere', resolve, () => undefined);
		await database.db.execute(sql`select pg_notify('somewhere', 'hello')`);
		expect(await heard).toBe('hello');
		expect(database.describe).toBe(
			`PostgreSQL at 127.0.0.1:1${alive.pathname}, ${alive.host}${alive.pathname}`,
		);
		await queue.stop();
		await database.close();
	});

	test('without a writable server, the message names each server', async () => {
		const url = 'postgres://postgres@127.0.0.1:1,127.0.0.1:2/nothing';
		await expect(openPostgres(url, quiet)).rejects.toThrow(
			/^No database server takes writes. 127.0.0.1:1\/nothing: .*ECONNREFUSED.*; 127.0.0.1:2\/nothing: .*ECONNREFUSED/,
		);
	});

	test('a connection lost in a transaction fails only that transaction', async () => {
		const database = await openPostgres(await createPostgresDatabase(), quiet);
		const { db } = database;
		const cut = db.transaction(async (tx) => {
			const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
			await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
			await tx.execute(sql`select 1`);
		});
		await expect(cut).rejects.toThrow();
		expect((await db.execute(sql`select 1 as still`)).rows).toEqual([{ still: 1 }]);
		await database.close();
	});
}
