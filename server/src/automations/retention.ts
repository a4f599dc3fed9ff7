import { sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';

/** However old they are, so many of an automation's versions stay. */
const NEWEST = 20;
const BATCH = 200;

/** Removes versions older than the setting, beyond the newest of each automation. */
export async function pruneVersions(db: Db, days: number, mayGoOn = () => true): Promise<number> {
	let pruned = 0;
	for (let after: unknown = ''; after !== undefined && mayGoOn(); ) {
		const { rows } = await db.execute(sql`
			select id from automations where _version > ${NEWEST} and id > ${after} order by id limit ${BATCH}`);
		after = rows.at(-1)?.id;
		if (after === undefined) break;
		const gone = await db.execute(sql`
			delete from automation_versions v using automations a
			where a.id = v."_automationId" and a.id in ${rows.map(({ id }) => id)}
				and v._version <= a._version - ${NEWEST} and v."_savedAt" < now() - make_interval(days => ${days})
			returning v.id`);
		pruned += gone.rows.length;
	}
	return pruned;
}

/** A deleted automation goes for good, with its versions, once nothing of what it did is kept. */
export async function forgetDeleted(db: Db, days: number, mayGoOn = () => true): Promise<number> {
	let forgotten = 0;
	for (let full = true; full && mayGoOn(); ) {
		const { rows } = await db.execute(sql`
			delete from automations where id in (
				select id from automations a where _deleted
					and not exists (select from automation_runs r where r."_automationId" = a.id)
					and not exists (select from mails m where m."automationId" = a.id)
					and not exists (
						select from automation_versions v
						where v."_automationId" = a.id and v."_savedAt" >= now() - make_interval(days => ${days}))
				limit ${BATCH})
			returning id`);
		forgotten += rows.length;
		full = rows.length === BATCH;
	}
	return forgotten;
}
