import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db, ObjectStore } from '../ports.ts';
import { files, mirrorLeftovers } from './tables.ts';

export type StoredFile = typeof files.$inferSelect;

interface NewFile {
	path: string;
	owner: string;
	bytes: Uint8Array;
	contentType: string;
	metadata?: Record<string, string>;
}

/** The row of a file whose bytes are stored. The caller inserts it in its own transaction. */
export type FileRow = typeof files.$inferInsert;

/** Stores the bytes first, because a row must never refer to bytes that do not exist. Bytes without a row belong to nobody. */
export async function storeBytes(objects: ObjectStore, file: NewFile): Promise<FileRow> {
	await objects.put(file.path, file.bytes, file.contentType);
	return {
		path: file.path,
		_owner: file.owner,
		contentType: file.contentType,
		size: file.bytes.length,
		md5Hash: createHash('md5').update(file.bytes).digest('base64'),
		downloadToken: randomUUID(),
		metadata: file.metadata ?? {},
	};
}

/** Existing rows stay as they are. */
export async function recordFile(db: Db, ...rows: FileRow[]): Promise<void> {
	await db.insert(files).values(rows).onConflictDoNothing();
}

export async function findFile(db: Db, path: string): Promise<StoredFile | undefined> {
	const [found] = await db.select().from(files).where(eq(files.path, path));
	return found;
}

export function opensWith(file: StoredFile, token: string): boolean {
	const [given, kept] = [Buffer.from(token), Buffer.from(file.downloadToken)];
	return given.length === kept.length && timingSafeEqual(given, kept);
}

/** Makes all earlier links to files in this folder invalid. The owner's portal asks for new ones. */
export async function revokeTokens(db: Db, owner: string, folder: string): Promise<void> {
	await db
		.update(files)
		.set({ downloadToken: sql`gen_random_uuid()::text` })
		.where(and(eq(files._owner, owner), sql`starts_with(${files.path}, ${`${folder}/`})`));
}

/** The bytes are removed before the rows, so that the next attempt still finds a file that was removed in part. */
export async function removeFiles(db: Db, objects: ObjectStore, paths: string[]): Promise<void> {
	await removeBytes(objects, paths);
	await forgetFiles(db, paths);
}

/** A remote store takes some milliseconds for each file: one by one, cleaning would not keep up. */
const DELETED_AT_ONCE = 32;

export async function removeBytes(objects: ObjectStore, paths: string[]): Promise<void> {
	for (let n = 0; n < paths.length; n += DELETED_AT_ONCE) {
		await Promise.all(paths.slice(n, n + DELETED_AT_ONCE).map((path) => objects.delete(path)));
	}
}

/** Removes rows whose bytes are gone. Their copies in the mirror are listed, so that they are deleted too. */
export async function forgetFiles(db: Db, paths: string[]): Promise<void> {
	if (paths.length === 0) return;
	await db.execute(sql`
		with gone as (delete from ${files} where path in ${paths} returning path, mirrored_at)
		insert into ${mirrorLeftovers} (path) select path from gone where mirrored_at is not null
		on conflict do nothing`);
}

/** The type of a picture, from the file name that we gave it. */
export function pictureType(path: string): string {
	if (path.endsWith('.png')) return 'image/png';
	return path.endsWith('.webp') ? 'image/webp' : 'image/jpeg';
}
