import type { Outcome } from '@watchword/contract/run';
import { sql } from 'drizzle-orm';
import { removeFiles } from '../files/files.ts';
import type { Db, ObjectStore } from '../ports.ts';

/** For how many days runs are kept, by how they came out. */
export type RunDays = Record<Exclude<Outcome, 'open'>, number>;

/** Small enough that nobody waits for one. */
const BATCH = 200;

interface Old {
	id: string;
	action_files: string[];
	trigger_mailId: string | null;
	trigger_attachments: { path: string }[];
}

/**
 * Removes runs that have been kept long enough, with the files they saved and the mails no other run needs. Bytes go first
 * and rows last, so that a batch cut short is found again. A run someone has marked stays, as a part of its automation's
 * test set, and what a run cost stays in the ledger.
 */
export async function pruneRuns(
	db: Db,
	objects: ObjectStore,
	days: RunDays,
	mayGoOn: () => boolean = () => true,
): Promise<number> {
	let pruned = 0;
	for (const [outcome, kept] of Object.entries(days)) {
		for (let full = true; full && mayGoOn(); ) {
			const { rows } = await db.execute(sql`
				select id, action_files, "trigger_mailId", trigger_attachments from automation_runs
				where _outcome = ${outcome} and ended_at < now() - make_interval(days => ${kept}) and _mark is null
				order by ended_at limit ${BATCH}`);
			await forget(db, objects, rows as unknown as Old[]);
			pruned += rows.length;
			full = rows.length === BATCH;
		}
	}
	return pruned;
}

async function forget(db: Db, objects: ObjectStore, runs: Old[]): Promise<void> {
	if (runs.length === 0) return;
	const ids = runs.map(({ id }) => id);
	const mails = await mailsOfNoOther(db, runs);
	for (const { raw_path } of mails) await objects.delete(raw_path);
	const alone = new Set(mails.map(({ id }) => id));
	const attachments = runs
		.filter((run) => run.trigger_mailId && alone.has(run.trigger_mailId))
		.flatMap((run) => run.trigger_attachments.map(({ path }) => path));
	await removeFiles(db, objects, [...new Set([...runs.flatMap((run) => run.action_files), ...attachments])]);
	await db.transaction(async (tx) => {
		await tx.execute(sql`delete from automation_runs where id in ${ids}`);
		if (mails.length > 0) await tx.execute(sql`delete from mails where id in ${[...alone]}`);
	});
}

/** A mail may have been run again later; it stays for as long as any of its runs. */
async function mailsOfNoOther(db: Db, runs: Old[]): Promise<{ id: string; raw_path: string }[]> {
	const mailIds = runs.flatMap(({ trigger_mailId }) => trigger_mailId ?? []);
	if (mailIds.length === 0) return [];
	const { rows } = await db.execute(sql`
		select id, raw_path from mails m where id in ${mailIds} and not exists (
			select from automation_runs r where r."trigger_mailId" = m.id and r.id not in ${runs.map(({ id }) => id)})`);
	return rows as unknown as { id: string; raw_path: string }[];
}
