import { createHash, randomUUID } from 'node:crypto';
import type { DataExport } from '@watchword/contract/export';
import { desc, eq, sql } from 'drizzle-orm';
import { noteEvent, type Origin } from '../accounts/history.ts';
import { lockAccount } from '../accounts/standing.ts';
import { publish } from '../base/events.ts';
import { newId } from '../base/ids.ts';
import { limit } from '../base/limits.ts';
import { recordFile, removeFiles } from '../files/files.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Job, Queue } from '../ports/queue.ts';
import { archiveOf } from './archive.ts';
import { exports } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Someone asked for all their data. */
		export: { uid: string; exportId: string };
	}
}

const KEPT_DAYS = 7;
const PER_DAY = 5;
const PROGRESS_EVERY_MS = 1000;
/** The job is tried for less than this. If its workers die each time, nothing else ends the export. */
const MADE_WITHIN_MS = 24 * 3600_000;

type Row = typeof exports.$inferSelect;

const isUnderWay = ({ status, created_at }: Row) =>
	(status === 'waiting' || status === 'making') && Date.now() - created_at.getTime() < MADE_WITHIN_MS;

async function findLatest(db: Db, uid: string): Promise<Row | undefined> {
	const [row] = await db
		.select()
		.from(exports)
		.where(eq(exports._owner, uid))
		.orderBy(desc(exports.created_at))
		.limit(1);
	return row;
}

export async function latestExport(db: Db, uid: string): Promise<DataExport | null> {
	const row = await findLatest(db, uid);
	if (!row) return null;
	const { id, status, done, total, path, size } = row;
	return {
		id,
		status: status === 'ready' || isUnderWay(row) ? status : 'failed',
		done,
		total,
		path,
		size,
		createdAt: row.created_at.toISOString(),
		expiresAt: row.expires_at?.toISOString() ?? null,
	};
}

/** Requests a zip. While one is being made, another request returns that one. */
export async function askForExport(
	db: Db,
	queue: Queue,
	uid: string,
	origin: Origin,
): Promise<DataExport | null> {
	await db.transaction(async (tx) => {
		await lockAccount(tx, uid);
		const latest = await findLatest(tx, uid);
		if (latest && isUnderWay(latest)) return;
		await limit(tx, `export:${uid}`, PER_DAY, 24 * 3600);
		const id = newId();
		await tx.insert(exports).values({ id, _owner: uid });
		await queue.send(tx, 'export', { uid, exportId: id });
		await noteEvent(tx, uid, 'exported', {}, origin);
		await publish(tx, uid, { topic: 'exports' });
	});
	return latestExport(db, uid);
}

interface Needs {
	db: Db;
	objects: ObjectStore;
	log: Log;
}

/** Creates the zip and streams it into storage. If a worker dies, the next one starts from the beginning. */
export async function makeExport({ db, objects, log }: Needs, exportId: string): Promise<void> {
	const [asked] = await db.select().from(exports).where(eq(exports.id, exportId));
	if (!asked || asked.status === 'ready') return;
	const uid = asked._owner;
	const path = `users/${uid}/exports/${exportId}.zip`;
	const change = (set: Partial<typeof exports.$inferInsert>) =>
		db.transaction(async (tx) => {
			await tx.update(exports).set(set).where(eq(exports.id, exportId));
			await publish(tx, uid, { topic: 'exports' });
		});
	try {
		const archive = await archiveOf(db, objects, uid);
		await change({ status: 'making', done: 0, total: archive.total });
		const progress = setInterval(
			() => void change({ done: archive.done() }).catch(() => {}),
			PROGRESS_EVERY_MS,
		);
		const md5 = createHash('md5');
		let size = 0;
		async function* measured() {
			for await (const chunk of archive.chunks()) {
				md5.update(chunk);
				size += chunk.length;
				yield chunk;
			}
		}
		await objects.putStream(path, measured(), 'application/zip').finally(() => clearInterval(progress));
		await recordFile(db, {
			path,
			_owner: uid,
			contentType: 'application/zip',
			size,
			md5Hash: md5.digest('base64'),
			downloadToken: randomUUID(),
		});
		const expires_at = new Date(Date.now() + KEPT_DAYS * 24 * 3600_000);
		await change({ status: 'ready', done: archive.total, path, size, expires_at });
	} catch (error) {
		log.error({ err: error, uid, exportId }, 'export failed');
		await change({ status: 'failed' });
		// If the account was erased meanwhile, nothing else would remove the file.
		await removeFiles(db, objects, [path]);
	}
}

export const makeZip: Job<'export', Needs> = {
	handle: (needs, { exportId }) => makeExport(needs, exportId),
	retries: { times: 3, afterSeconds: 5 },
	expireInSeconds: 6 * 3600,
	heartbeatSeconds: 30,
};

/** Removes expired zips, and the records of those that were never made. */
export async function forgetExports(db: Db, objects: ObjectStore): Promise<void> {
	const over = await db
		.select()
		.from(exports)
		.where(
			sql`coalesce(${exports.expires_at}, ${exports.created_at} + make_interval(days => ${2 * KEPT_DAYS})) < now()`,
		);
	const paths = over.map(({ path }) => path).filter((path) => path !== null);
	await removeFiles(db, objects, paths);
	for (const { id } of over) await db.delete(exports).where(eq(exports.id, id));
}
