import { and, eq, inArray, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { forgetFiles, removeBytes } from '../files/files.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Job, Jobs, Queue } from '../ports/queue.ts';
import { automationRuns, hasSaved } from '../runs/tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Deletes what an automation had saved until an instant, ISO 8601. */
		'delete-saved': { uid: string; automationId: string; until: string };
	}
}

/** Small enough not to delay other statements. */
const BATCH = 50;
/** How long the customer waits. The rest is deleted in the background. */
const REQUEST_MS = 2_000;
/** Shorter than the time limit of a job. */
const JOB_MS = 5 * 60_000;

interface Needs {
	db: Db;
	objects: ObjectStore;
	queue: Queue;
}

const SAVED = { id: automationRuns.id, action_files: automationRuns.action_files };

/** Deletes what one run saved. */
export async function deleteSaved(needs: Needs, uid: string, id: string): Promise<void> {
	const [run] = await needs.db
		.select({ ...SAVED, ended_at: automationRuns.ended_at })
		.from(automationRuns)
		.where(and(eq(automationRuns.id, id), eq(automationRuns._owner, uid)));
	if (run && !run.ended_at) {
		throw new Refusal('conflict', 'This run has not ended yet. Its files can be deleted when it has.');
	}
	if (!run || run.action_files.length === 0) {
		throw new Refusal('not-found', 'There are no saved files of such a run.');
	}
	await deleteBatch(needs, uid, [run]);
}

/** Deletes what an automation has saved until now: at once as far as that is quick, the rest in a job. */
export async function askToDeleteFolder(needs: Needs, uid: string, automationId: string) {
	const [found] = await needs.db
		.select({ id: automations.id })
		.from(automations)
		.where(and(eq(automations.id, automationId), eq(automations._owner, uid)));
	if (!found) throw new Refusal('not-found', 'There is no such folder.');
	const folder = { uid, automationId, until: new Date().toISOString() };
	const { deleted, isDone } = await deleteUntil(needs, folder, Date.now() + REQUEST_MS);
	if (deleted === 0 && isDone) throw new Refusal('not-found', 'There are no saved files in this folder.');
	if (!isDone) await needs.queue.send(needs.db, 'delete-saved', folder);
	return { deleted, goesOn: !isDone };
}

/** The job that continues. */
export const deleteRest: Job<'delete-saved', Needs> = {
	async handle(needs, folder) {
		const { isDone } = await deleteUntil(needs, folder, Date.now() + JOB_MS);
		if (!isDone) await needs.queue.send(needs.db, 'delete-saved', folder);
	},
	retries: { times: 20, afterSeconds: 10 },
};

async function deleteUntil(
	needs: Needs,
	{ uid, automationId, until }: Jobs['delete-saved'],
	stopAt: number,
): Promise<{ deleted: number; isDone: boolean }> {
	for (let deleted = 0; ; ) {
		const runs = await needs.db
			.select(SAVED)
			.from(automationRuns)
			.where(
				and(
					eq(automationRuns._automationId, automationId),
					eq(automationRuns._owner, uid),
					hasSaved,
					sql`${automationRuns.ended_at} <= ${until}`,
				),
			)
			.orderBy(automationRuns._timestamp)
			.limit(BATCH);
		if (runs.length > 0) await deleteBatch(needs, uid, runs);
		deleted += runs.length;
		if (runs.length < BATCH) return { deleted, isDone: true };
		if (Date.now() >= stopAt) return { deleted, isDone: false };
	}
}

/** Bytes are deleted before rows, so that an interrupted batch is found again. The runs stay and say that their files were deleted. */
async function deleteBatch(
	{ db, objects }: Needs,
	uid: string,
	runs: { id: string; action_files: string[] }[],
): Promise<void> {
	const paths = runs.flatMap(({ action_files }) => action_files);
	await removeBytes(objects, paths);
	const ids = runs.map(({ id }) => id);
	await db.transaction(async (tx) => {
		await forgetFiles(tx, paths);
		await tx
			.update(automationRuns)
			.set({ action_files: [], action_files_deleted_at: sql`now()` })
			.where(inArray(automationRuns.id, ids));
		await publish(tx, uid, { topic: 'saved' });
		await publish(tx, uid, { topic: 'runs', ...(runs.length === 1 && { id: String(ids[0]) }) });
	});
}
