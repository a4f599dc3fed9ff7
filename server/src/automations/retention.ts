import { and, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import { automations, automationVersions } from './tables.ts';

/** This many versions of an automation are kept, however old they are. */
const NEWEST = 20;
const BATCH = 200;

/** Removes versions that are older than the setting, except the newest ones of each automation. */
export async function pruneVersions(db: Db, days: number, mayGoOn = () => true): Promise<number> {
	let pruned = 0;
	for (let after: string | undefined = ''; after !== undefined && mayGoOn(); ) {
		const edited: { id: string }[] = await db
			.select({ id: automations.id })
			.from(automations)
			.where(and(gt(automations._version, NEWEST), gt(automations.id, after)))
			.orderBy(automations.id)
			.limit(BATCH);
		const ids = edited.map(({ id }) => id);
		after = ids.at(-1);
		if (after === undefined) break;
		const newest = db
			.select({ version: automations._version })
			.from(automations)
			.where(eq(automations.id, automationVersions._automationId));
		const gone = await db
			.delete(automationVersions)
			.where(
				and(
					inArray(automationVersions._automationId, ids),
					sql`${automationVersions._version} <= (${newest}) - ${NEWEST}`,
					sql`${automationVersions._savedAt} < now() - make_interval(days => ${days})`,
				),
			)
			.returning({ id: automationVersions.id });
		pruned += gone.length;
	}
	return pruned;
}

/** Which of these automations have runs or mails. */
type UsedAutomations = (db: Db, ids: string[]) => Promise<Set<string>>;

/** Removes deleted automations with their versions, once none of their runs and mails are kept. */
export async function forgetDeleted(
	db: Db,
	days: number,
	withRunsOrMails: UsedAutomations,
	mayGoOn = () => true,
): Promise<number> {
	const recent = db
		.select({ id: automationVersions.id })
		.from(automationVersions)
		.where(
			and(
				eq(automationVersions._automationId, automations.id),
				sql`${automationVersions._savedAt} >= now() - make_interval(days => ${days})`,
			),
		);
	let forgotten = 0;
	for (let after: string | undefined = ''; after !== undefined && mayGoOn(); ) {
		const deleted: { id: string }[] = await db
			.select({ id: automations.id })
			.from(automations)
			.where(and(automations._deleted, gt(automations.id, after), notExists(recent)))
			.orderBy(automations.id)
			.limit(BATCH);
		const ids = deleted.map(({ id }) => id);
		after = ids.at(-1);
		const used = await withRunsOrMails(db, ids);
		const gone = ids.filter((id) => !used.has(id));
		if (gone.length > 0) await db.delete(automations).where(inArray(automations.id, gone));
		forgotten += gone.length;
	}
	return forgotten;
}
