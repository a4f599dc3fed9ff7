import type { Outcome } from '@watchword/contract/run';
import { and, eq, inArray, isNull, notExists, notInArray, sql } from 'drizzle-orm';
import { removeBytes, removeFiles } from '../files/files.ts';
import { mails } from '../mail/tables.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { automationRuns, episodes } from './tables.ts';

/** For how many days runs are kept, by their outcome. */
export type RunDays = Record<Exclude<Outcome, 'open'>, number>;

/** Small enough not to delay other statements. */
const BATCH = 200;

const OLD = {
	id: automationRuns.id,
	action_files: automationRuns.action_files,
	trigger_mailId: automationRuns.trigger_mailId,
	trigger_attachments: automationRuns.trigger_attachments,
	_episodeId: automationRuns._episodeId,
	ended_at: automationRuns.ended_at,
};

type Old = Pick<typeof automationRuns.$inferSelect, keyof typeof OLD>;

/**
 * Removes runs that have been kept long enough, with their saved files and the mails and episodes that no other run needs.
 * Bytes are deleted first and rows last, so that an interrupted batch is found again. A marked run stays as part of its
 * automation's test set, and its cost stays in the ledger.
 */
export async function pruneRuns(
	db: Db,
	objects: ObjectStore,
	days: RunDays,
	mayGoOn: () => boolean = () => true,
): Promise<number> {
	let pruned = 0;
	for (const [outcome, kept] of Object.entries(days) as [keyof RunDays, number][]) {
		// Each batch starts where the last one ended: removed rows stay in the index until PostgreSQL vacuums it.
		for (let last = '-infinity', full = true; full && mayGoOn(); ) {
			const old = await db
				.select(OLD)
				.from(automationRuns)
				.where(
					and(
						eq(automationRuns._outcome, outcome),
						sql`${automationRuns.ended_at} < now() - make_interval(days => ${kept})`,
						sql`${automationRuns.ended_at} >= ${last}::timestamptz`,
						isNull(automationRuns._mark),
					),
				)
				.orderBy(automationRuns.ended_at)
				.limit(BATCH);
			await forget(db, objects, old);
			pruned += old.length;
			last = old.at(-1)?.ended_at?.toISOString() ?? last;
			full = old.length === BATCH;
		}
	}
	return pruned;
}

async function forget(db: Db, objects: ObjectStore, runs: Old[]): Promise<void> {
	if (runs.length === 0) return;
	const ids = runs.map(({ id }) => id);
	const unneeded = await mailsOfNoOther(db, runs);
	await removeBytes(
		objects,
		unneeded.map(({ raw_path }) => raw_path),
	);
	const alone = new Set(unneeded.map(({ id }) => id));
	const attachments = runs
		.filter((run) => run.trigger_mailId && alone.has(run.trigger_mailId))
		.flatMap((run) => run.trigger_attachments.map(({ path }) => path));
	await removeFiles(db, objects, [...new Set([...runs.flatMap((run) => run.action_files), ...attachments])]);
	await db.transaction(async (tx) => {
		await tx.delete(automationRuns).where(inArray(automationRuns.id, ids));
		if (alone.size > 0) await tx.delete(mails).where(inArray(mails.id, [...alone]));
		await forgetEpisodes(tx, [...new Set(runs.flatMap(({ _episodeId }) => _episodeId ?? []))]);
	});
}

/** An episode is removed with the last of its runs. */
async function forgetEpisodes(tx: Db, ids: string[]): Promise<void> {
	if (ids.length === 0) return;
	const kept = tx
		.select({ id: automationRuns.id })
		.from(automationRuns)
		.where(eq(automationRuns._episodeId, episodes.id));
	await tx.delete(episodes).where(and(inArray(episodes.id, ids), notExists(kept)));
}

/** A mail may have been run again later; it stays as long as any of its runs. */
async function mailsOfNoOther(db: Db, runs: Old[]): Promise<{ id: string; raw_path: string }[]> {
	const mailIds = runs.flatMap(({ trigger_mailId }) => trigger_mailId ?? []);
	if (mailIds.length === 0) return [];
	const others = db
		.select({ id: automationRuns.id })
		.from(automationRuns)
		.where(
			and(
				eq(automationRuns.trigger_mailId, mails.id),
				notInArray(
					automationRuns.id,
					runs.map(({ id }) => id),
				),
			),
		);
	return db
		.select({ id: mails.id, raw_path: mails.raw_path })
		.from(mails)
		.where(and(inArray(mails.id, mailIds), notExists(others)));
}

/** Which of these captures belong to a run: they stay as long as it. */
export async function capturesOfRuns(db: Db, captureIds: string[]): Promise<Set<string>> {
	if (captureIds.length === 0) return new Set();
	const used = await db
		.selectDistinct({ id: automationRuns.trigger_captureId })
		.from(automationRuns)
		.where(inArray(automationRuns.trigger_captureId, captureIds));
	return new Set(used.flatMap(({ id }) => id ?? []));
}

/** Which of these automations have runs or mails. */
export async function automationsInUse(db: Db, ids: string[]): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const withRuns = await db
		.selectDistinct({ id: automationRuns._automationId })
		.from(automationRuns)
		.where(inArray(automationRuns._automationId, ids));
	const withMails = await db
		.selectDistinct({ id: mails.automationId })
		.from(mails)
		.where(inArray(mails.automationId, ids));
	return new Set([...withRuns, ...withMails].map(({ id }) => id));
}
