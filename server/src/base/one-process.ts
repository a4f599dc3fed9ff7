import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Database, Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import { newId } from './ids.ts';
import { startTicking } from './loops.ts';

/** What only one process does at a time, which process that is, and until when others leave it alone. */
export const soleTasks = pgTable('sole_tasks', {
	name: text().primaryKey(),
	holder: text().notNull(),
	until: timestamp({ withTimezone: true }).notNull(),
});

const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
/** A process that cannot renew ends its work this long after it last could: before another process begins. */
const LET_GO_MS = 20_000;

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
	start: () => Running,
): Running {
	const holder = newId();
	let running: Running | null = null;
	let deadline: NodeJS.Timeout | undefined;
	// Nobody else can be alive: a lease on this database is that of a process that was killed.
	let takesOver = sole;
	const letGo = async () => {
		clearTimeout(deadline);
		const ending = running;
		running = null;
		await ending?.stop();
	};
	const renew = async () => {
		const asked = performance.now();
		if (!(await take(db, name, holder, takesOver))) return letGo();
		takesOver = false;
		clearTimeout(deadline);
		const failed = (error: unknown) => log.error({ err: error }, `${name} did not end cleanly`);
		deadline = setTimeout(() => void letGo().catch(failed), LET_GO_MS - (performance.now() - asked));
		running ??= start();
	};
	const ticking = startTicking(name, RENEW_MS, renew, log);
	return {
		async stop() {
			await ticking.stop();
			await letGo();
			await db.execute(sql`delete from sole_tasks where name = ${name} and holder = ${holder}`);
		},
	};
}

async function take(db: Db, name: string, holder: string, takesOver: boolean): Promise<boolean> {
	const { rows } = await db.execute(sql`
		insert into sole_tasks (name, holder, until) values (${name}, ${holder}, now() + make_interval(secs => ${LEASE_SECONDS}))
		on conflict (name) do update set holder = excluded.holder, until = excluded.until
		where sole_tasks.holder = excluded.holder or sole_tasks.until < now() or ${takesOver}::boolean
		returning holder`);
	return rows.length > 0;
}
