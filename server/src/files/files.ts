import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, ObjectStore } from '../ports.ts';
import { files } from './tables.ts';

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

export async function recordFile(db: Db, row: FileRow): Promise<void> {
	await db.insert(files).values(row).onConflictDoNothing();
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
	for (const path of paths) await objects.delete(path);
	if (paths.length > 0) await db.delete(files).where(inArray(files.path, paths));
}

/** The type of a picture, from the file name that we gave it. */
export function pictureType(path: string): string {
	if (path.endsWith('.png')) return 'image/png';
	return path.endsWith('.webp') ? 'image/webp' : 'image/jpeg';
}
