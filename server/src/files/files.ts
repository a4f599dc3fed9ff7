import { createHash, type Hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { files, mirrorLeftovers } from './tables.ts';

export type StoredFile = typeof files.$inferSelect;

interface Named {
	path: string;
	owner: string;
	contentType: string;
	metadata?: Record<string, string>;
}
type NewFile = Named & { bytes: Uint8Array };

/** The row of a file whose bytes are stored. The caller inserts it in its own transaction. */
export type FileRow = typeof files.$inferInsert;

/** Stores the bytes first, because a row must never refer to bytes that do not exist. Bytes without a row belong to nobody. */
export async function storeBytes(objects: ObjectStore, file: NewFile): Promise<FileRow> {
	await objects.put(file.path, file.bytes, file.contentType);
	return rowOf(file, file.bytes.length, createHash('md5').update(file.bytes));
}

/** The same for a stream, of which only pieces are in memory. */
export async function storeStream(
	objects: ObjectStore,
	{ chunks, ...file }: Named & { chunks: AsyncIterable<Uint8Array> },
): Promise<FileRow> {
	const md5 = createHash('md5');
	let size = 0;
	async function* measured() {
		for await (const chunk of chunks) {
			size += chunk.length;
			md5.update(chunk);
			yield chunk;
		}
	}
	await objects.putStream(file.path, measured(), file.contentType);
	return rowOf(file, size, md5);
}

const rowOf = ({ path, owner, contentType, metadata = {} }: Named, size: number, md5: Hash): FileRow => ({
	path,
	_owner: owner,
	contentType,
	size,
	md5Hash: md5.digest('base64'),
	downloadToken: randomUUID(),
	metadata,
});

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
