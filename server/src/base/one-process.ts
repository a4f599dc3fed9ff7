import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Database, Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import { newId } from './ids.ts';
import { startTicking } from './loops.ts';

/** What only one process does at a time, which process that is, and until when others leave it alone. */
export const soleTasks = pgTable('sole_tasks', {
	name: text().primaryKey(),
	holder: text().notNull(),
	until: timestamp({ withTimezone: true }).notNull(),
	/** Whether it does its work now, since when, and what keeps it from it; for tasks that say so. */
	working: boolean().notNull().default(false),
	working_changed_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
	problem: text(),
});

const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
/** A process that cannot renew ends its work this long after it last could: before another process begins. */
const LET_GO_MS = 20_000;

/** Says whether the task does its work: null, or what keeps it from it, in words for the operator. */
export type Report = (problem: string | null) => Promise<void>;

export interface Running {
	stop(): Promise<void>;
}

/**
 * Does something in one of all processes, and in another one when that process ends. While the database is away longer than the
 * lease, no process does it.
 */
export function inOneProcess(
	{ db, sole }: Pick<Database, 'db' | 'sole'>,
	name: string,
	log: Log,
	start: (report: Report) => Running,
): Running {
	const holder = newId();
	let running: Running | null = null;
	let deadline: NodeJS.Timeout | undefined;
	// Nobody else can be alive: a lease on this database is that of a process that was killed.
	let takesOver = sole;
	let ending: Promise<void> | null = null;
	const letGo = async () => {
		clearTimeout(deadline);
		const last = running;
		running = null;
		if (last)
			ending = last.stop().finally(() => {
				ending = null;
			});
		await ending;
	};
	const renew = async () => {
		const asked = performance.now();
		if (!(await take(db, name, holder, takesOver))) return letGo();
		takesOver = false;
		clearTimeout(deadline);
		const failed = (error: unknown) => log.error({ err: error }, `${name} did not end cleanly`);
		deadline = setTimeout(() => void letGo().catch(failed), LET_GO_MS - (performance.now() - asked));
		// What was let go may take a while to end. It is not done twice at a time, not even here.
		if (!ending) running ??= start((problem) => noteReport(db, name, holder, problem));
	};
	const ticking = startTicking(name, RENEW_MS, renew, log);
	return {
		async stop() {
			await ticking.stop();
			await letGo();
			await db.execute(sql`
				update sole_tasks set until = now() - interval '1 second', working = false, problem = null,
					working_changed_at = case when working then now() else working_changed_at end
				where name = ${name} and holder = ${holder}`);
		},
	};
}

async function take(db: Db, name: string, holder: string, takesOver: boolean): Promise<boolean> {
	const { rows } = await db.execute(sql`
		insert into sole_tasks (name, holder, until) values (${name}, ${holder}, now() + make_interval(secs => ${LEASE_SECONDS}))
		on conflict (name) do update set holder = excluded.holder, until = excluded.until,
			working = sole_tasks.working and sole_tasks.holder = excluded.holder,
			working_changed_at = case when sole_tasks.working and sole_tasks.holder <> excluded.holder then now()
				else sole_tasks.working_changed_at end
		where sole_tasks.holder = excluded.holder or sole_tasks.until < now() or ${takesOver}::boolean
		returning holder`);
	return rows.length > 0;
}

async function noteReport(db: Db, name: string, holder: string, problem: string | null): Promise<void> {
	const working = problem === null;
	await db.execute(sql`
		update sole_tasks set working = ${working}::boolean, problem = ${problem},
			working_changed_at = case when working = ${working}::boolean then working_changed_at else now() end
		where name = ${name} and holder = ${holder}`);
}

/** How a task goes, whichever process does it. `sinceSeconds` is since when it works, or does not. */
export interface TaskState {
	working: boolean;
	sinceSeconds: number;
	problem: string | null;
}

/** Null if no process has ever done it. */
export async function readTask(db: Db, name: string): Promise<TaskState | null> {
	const { rows } = await db.execute(sql`
		select working and until >= now() as working,
			extract(epoch from now() - case when working and until < now() then until else working_changed_at end)::float8
				as "sinceSeconds",
			case when until >= now() then problem end as problem
		from sole_tasks where name = ${name}`);
	const [row] = rows;
	if (!row) return null;
	const problem = typeof row.problem === 'string' ? row.problem : null;
	return { working: row.working === true, sinceSeconds: Number(row.sinceSeconds), problem };
}
