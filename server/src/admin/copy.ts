import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { openPostgres } from '../adapters/database/postgres.ts';
import { openQueue } from '../adapters/queue/pg-boss.ts';
import { Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import { JOBS } from '../start/jobs.ts';
import { explainStartFailure } from '../start/start-failure.ts';
import { BadUsage, type Command, check, type Print } from './command.ts';

const BATCH = 500;

/** A table with its columns, ordered so that referenced tables come first. */
interface Table {
	name: string;
	columns: string[];
}

const options = z.object({
	to: z.url({
		protocol: /^postgres(ql)?$/,
		error: 'must be an address such as postgres://user:password@host/name',
	}),
});

export const databaseCommands: Record<string, Command> = {
	'database copy': {
		about: 'Copies the embedded database into an empty PostgreSQL database. The server must be stopped.',
		options: { to: { value: 'postgres://...', required: true, about: 'where to copy it' } },
		alone: true,
		async run({ database, log }, given, print) {
			const { to } = check(options, given);
			const target = await openPostgres(to, log).catch((error: unknown) => {
				throw new BadUsage(explainStartFailure(error, '--to'));
			});
			try {
				// Creates the queue's schema, into which the waiting jobs are copied.
				await (await openQueue(target, JOBS, log)).stop();
				const { rows } = await target.db.execute(sql`select from users limit 1`);
				if (rows.length > 0)
					throw new Refusal('conflict', 'That database has customers already: copy into an empty one.');
				await target.db.transaction((into) =>
					database.db.transaction((from) => copyAll(from, into, print), {
						isolationLevel: 'repeatable read',
					}),
				);
			} finally {
				await target.close();
			}
			print(
				`Everything is in ${target.describe}. Set DATABASE_URL to it and start; files stay where they are.`,
			);
		},
	},
};

/** All or nothing: both sides are one transaction, and the counts must agree before it commits. */
async function copyAll(from: Db, into: Db, print: Print): Promise<void> {
	const tables = await tablesOf(from);
	// The connection idles while the embedded database sorts its largest table.
	await into.execute(sql`set local idle_in_transaction_session_timeout = 0`);
	// Rows from migrations; the copy contains them with all later changes.
	await into.execute(sql.raw(`truncate ${tables.map(({ name }) => name).join(', ')}`));
	for (const table of [...tables, await jobsOf(from)]) {
		const where = table.name === 'queue.job' ? `where state < 'completed'` : '';
		const copied = await copyTable(from, into, table, where);
		print(`${table.name}: ${copied}`);
	}
	await into.execute(sql`
		select setval(pg_get_serial_sequence('automation_runs', 'seq'), greatest(max(seq), 1)) from automation_runs`);
}

async function copyTable(from: Db, into: Db, { name, columns }: Table, where: string): Promise<number> {
	const list = columns.map((column) => `"${column}"`).join(', ');
	// A ledger entry refers to the one before it, which must exist.
	const order = columns.includes('seq') ? 'order by seq' : '';
	let copied = 0;
	await from.execute(
		sql.raw(`declare copying no scroll cursor for
			select row_to_json(r)::text as line from (select ${list} from ${name} ${where} ${order}) r`),
	);
	for (;;) {
		const { rows } = await from.execute(sql.raw(`fetch ${BATCH} from copying`));
		if (rows.length === 0) break;
		await into.execute(sql`
			insert into ${sql.raw(`${name} (${list})`)}
			select ${sql.raw(list)} from json_populate_recordset(null::${sql.raw(name)}, ${`[${rows.map(({ line }) => line).join()}]`}::json)`);
		copied += rows.length;
	}
	await from.execute(sql`close copying`);
	const [counted] = (await into.execute(sql.raw(`select count(*)::int as n from ${name}`))).rows;
	if (counted?.n !== copied) throw new Error(`${name}: ${copied} rows were read, ${counted?.n} arrived`);
	return copied;
}

/** Our tables, referenced ones before those that refer to them. */
async function tablesOf(db: Db): Promise<Table[]> {
	const { rows } = await db.execute(sql`
		select c.relname as name,
			array(select a.attname::text from pg_attribute a
				where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
			array(select f.confrelid::regclass::text from pg_constraint f
				where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
		from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
	const waiting = rows as unknown as (Table & { needs: string[] })[];
	const ordered: Table[] = [];
	while (waiting.length > 0) {
		const at = waiting.findIndex(({ needs }) =>
			needs.every((need) => !waiting.some(({ name }) => name === need)),
		);
		const [next] = waiting.splice(Math.max(at, 0), 1);
		if (next) ordered.push({ name: `"${next.name}"`, columns: next.columns });
	}
	return ordered;
}

async function jobsOf(db: Db): Promise<Table> {
	const { rows } = await db.execute(sql`
		select attname::text as name from pg_attribute
		where attrelid = 'queue.job'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`);
	return { name: 'queue.job', columns: rows.map(({ name }) => String(name)) };
}
