import { and, eq, inArray, isNull, notExists, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Job, Nothing } from '../ports/queue.ts';
import { files, isSaved, mirrorLeftovers } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		mirror: Nothing;
	}
}

/** Small, so that an interrupted batch is repeated quickly. */
const BATCH = 40;
const AT_ONCE = 4;
/** After this many failures in a row the mirror counts as down. The next job tries again. */
const MAX_FAILURES = 3;
const MAX_SKIPPED = 1000;
/** Shorter than the time limit of a job. The next job continues. */
const AT_MOST_MS = 5 * 60_000;

interface Needs {
	db: Db;
	objects: ObjectStore;
	mirror: ObjectStore;
	log: Log;
}

/** How many files the mirror lacks, and how many it has that should be deleted. */
export async function mirrorInWords(db: Db, mirror: ObjectStore): Promise<string> {
	const toCopy = await db.$count(files, and(isNull(files.mirrored_at), isSaved));
	const toDelete = await db.$count(mirrorLeftovers, notExists(fileOf(db)));
	if (toCopy + toDelete === 0) return `${mirror.describe}, up to date`;
	return `${mirror.describe}, ${toCopy} ${toCopy === 1 ? 'file' : 'files'} to copy, ${toDelete} to delete`;
}

/**
 * Makes the mirror equal to what automations have saved: a file without `mirrored_at` is copied, and what was deleted here is
 * deleted there. The rows are the queue, so no outage loses anything, and runs never wait for it.
 */
async function updateMirror(needs: Needs): Promise<void> {
	const until = Date.now() + AT_MOST_MS;
	const skipped = refused.get(needs.mirror) ?? new Set();
	refused.set(needs.mirror, skipped);
	// The mirror was down for hours and refused everything.
	if (skipped.size > MAX_SKIPPED) skipped.clear();
	const failures = new Failures(needs.log, skipped);
	await deleteLeftovers(needs, failures, until);
	let last = { at: new Date(0), path: '' };
	for (let full = true; full && Date.now() < until; ) {
		const batch = await needs.db
			.select({ path: files.path, contentType: files.contentType, at: files.timeCreated })
			.from(files)
			.where(
				and(
					isNull(files.mirrored_at),
					isSaved,
					notInArray(files.path, [...skipped]),
					sql`(${files.timeCreated}, ${files.path}) > (${last.at.toISOString()}::timestamptz, ${last.path})`,
				),
			)
			.orderBy(files.timeCreated, files.path)
			.limit(BATCH);
		await copy(needs, batch, failures);
		last = batch.at(-1) ?? last;
		full = batch.length === BATCH;
		if (!full) skipped.clear();
	}
}

export const mirrorSaved: Job<'mirror', Omit<Needs, 'mirror'> & { mirror: ObjectStore | null }> = {
	// Jobs of a mirror that is no longer configured need nothing.
	async handle({ mirror, ...needs }) {
		if (mirror) await updateMirror({ ...needs, mirror });
	},
	cron: '* * * * *',
	isNeeded: ({ mirror }) => mirror !== null,
	alone: 'one and the next',
};

/**
 * The files that the mirror refused since a job of this process last reached the end. The next job starts with the others, so
 * that files which the mirror always refuses do not block them.
 */
const refused = new WeakMap<ObjectStore, Set<string>>();

/** Copies everything again, for a bucket that was replaced. */
export async function mirrorAgain(db: Db): Promise<void> {
	await db.transaction(async (tx) => {
		await tx.execute(sql`
			insert into ${mirrorLeftovers} (path) select path from ${files} where mirrored_at is not null and ${isSaved}
			on conflict do nothing`);
		await tx.execute(sql`update ${files} set mirrored_at = null where mirrored_at is not null`);
	});
}

/** An erased customer's files are also deleted in the mirror. Called in the transaction that deletes the account, before that. */
export async function leaveToMirror(tx: Db, uid: string): Promise<void> {
	await tx.execute(sql`
		insert into ${mirrorLeftovers} (path) select path from ${files} where _owner = ${uid} and mirrored_at is not null
		on conflict do nothing`);
}

const fileOf = (db: Db) =>
	db.select({ path: files.path }).from(files).where(eq(files.path, mirrorLeftovers.path));

/** During a copy its path is listed as a leftover, so that a file that is deleted meanwhile does not stay in the mirror. */
async function copy(
	{ db, objects, mirror }: Needs,
	batch: { path: string; contentType: string }[],
	failures: Failures,
): Promise<void> {
	if (batch.length === 0) return;
	const underWay = batch.map(({ path }) => ({ path }));
	await db.insert(mirrorLeftovers).values(underWay).onConflictDoNothing();
	const copied: string[] = [];
	try {
		await fewAtOnce(batch, failures, async ({ path, contentType }) => {
			const bytes = await objects.get(path);
			if (!bytes) return;
			await mirror.putStream(path, bytes, contentType);
			copied.push(path);
		});
	} finally {
		if (copied.length > 0) await noteCopied(db, copied);
	}
}

async function noteCopied(db: Db, paths: string[]): Promise<void> {
	await db.transaction(async (tx) => {
		const noted = await tx
			.update(files)
			.set({ mirrored_at: sql`now()` })
			.where(inArray(files.path, paths))
			.returning({ path: files.path });
		const there = new Set(noted.map(({ path }) => path));
		const gone = paths.filter((path) => !there.has(path)).map((path) => ({ path }));
		if (there.size > 0) await tx.delete(mirrorLeftovers).where(inArray(mirrorLeftovers.path, [...there]));
		if (gone.length > 0) await tx.insert(mirrorLeftovers).values(gone).onConflictDoNothing();
	});
}

async function deleteLeftovers({ db, mirror }: Needs, failures: Failures, until: number): Promise<void> {
	for (let full = true; full && Date.now() < until; ) {
		const batch = await db
			.select()
			.from(mirrorLeftovers)
			.where(and(notExists(fileOf(db)), notInArray(mirrorLeftovers.path, [...failures.skipped])))
			.limit(BATCH);
		const deleted: string[] = [];
		try {
			await fewAtOnce(batch, failures, async ({ path }) => {
				await mirror.delete(path);
				deleted.push(path);
			});
		} finally {
			if (deleted.length > 0) await db.delete(mirrorLeftovers).where(inArray(mirrorLeftovers.path, deleted));
		}
		full = deleted.length === BATCH;
	}
}

/** One file that cannot be copied does not stop the others; a mirror that is down stops them all. */
class Failures {
	readonly skipped: Set<string>;
	readonly #log: Log;
	#inARow: string[] = [];

	constructor(log: Log, skipped: Set<string>) {
		this.#log = log;
		this.skipped = skipped;
	}

	add(path: string, error: unknown): void {
		this.#log.warn({ err: error, path }, 'the mirror refused a file');
		this.#inARow.push(path);
		if (this.#inARow.length < MAX_FAILURES) return;
		for (const one of this.#inARow) this.skipped.add(one);
		throw new Error('the mirror is down', { cause: error });
	}

	end(): void {
		this.#inARow = [];
	}
}

async function fewAtOnce<T extends { path: string }>(
	items: T[],
	failures: Failures,
	act: (item: T) => Promise<void>,
): Promise<void> {
	for (let start = 0; start < items.length; start += AT_ONCE) {
		const few = items.slice(start, start + AT_ONCE);
		const results = await Promise.allSettled(few.map(act));
		for (const [index, result] of results.entries())
			if (result.status === 'rejected') failures.add(few[index]?.path ?? '', result.reason);
			else failures.end();
	}
}
