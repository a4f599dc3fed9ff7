import { isUnreadable, type PictureProblem } from '@watchword/contract/picture-problem';
import { eq } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { workFor } from '../base/turns.ts';
import { type FileRow, recordFile, storeBytes } from '../files/files.ts';
import { readPicture } from '../pictures/decoder.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Job, Queue } from '../ports/queue.ts';
import { showAsLatest } from './captures.ts';
import { captures, devices, type Frame } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** A capture was stored; make the versions that may be shown. */
		'prepare-capture': { uid: string; captureId: string };
		/** Captures are viewed that have none. */
		'prepare-captures': { uid: string; captureIds: string[] };
	}
}

export const THUMB_WIDTH = 640;
/** A capture that is viewed again is not queued again this soon. */
const ASK_AGAIN_SECONDS = 60;

interface Needs {
	db: Db;
	objects: ObjectStore;
}

/**
 * Makes the thumbnail, an upright version if needed, and checks whether the picture shows anything. Running it again writes the
 * same files.
 */
export async function prepareCapture(needs: Needs, captureId: string): Promise<void> {
	const found = await findCapture(needs.db, captureId);
	if (found) await workFor({ owner: found.owner }, () => prepare(needs, found));
}

async function prepare({ db, objects }: Needs, found: Found): Promise<void> {
	const { capture, owner } = found;
	const metadata = { capturedAt: capture.captured_at.toISOString() };
	const store = async (path: string, bytes: Buffer | undefined, contentType: string) =>
		bytes && storeBytes(objects, { path, owner, bytes, contentType, metadata });
	await prepareFrames({ db, objects }, capture, store);
	if (capture.thumb_path || isUnreadable(capture.problem)) return;
	const original = await objects.read(capture.original_path);
	const made =
		original &&
		(await readPicture(original, {
			examine: true,
			thumbWidth: THUMB_WIDTH,
			...(capture.image_path === null && { jpeg: { quality: 90 } }),
		}));
	const base = baseOf(capture.original_path);
	const thumb = await store(`${base}.small.webp`, made?.thumb, 'image/webp');
	const image = await store(`${base}.clean.jpg`, made?.jpeg, 'image/jpeg');
	await record(db, found, made?.problem ?? (thumb ? null : 'broken'), { thumb, image });
}

const baseOf = (path: string) => path.replace(/\.\w+$/, '');

type Store = (path: string, bytes: Buffer | undefined, contentType: string) => Promise<FileRow | undefined>;

/** Makes upright versions of further pictures if needed. A broken one is never shown. */
async function prepareFrames(
	{ db, objects }: Needs,
	{ id, frames }: typeof captures.$inferSelect,
	store: Store,
): Promise<void> {
	if (frames.every(({ image_path }) => image_path !== null)) return;
	const made: FileRow[] = [];
	const prepared: Frame[] = [];
	for (const frame of frames) {
		const original = frame.image_path === null && (await objects.read(frame.original_path));
		const picture = original && (await readPicture(original, { jpeg: { quality: 90 } }));
		const file =
			picture && (await store(`${baseOf(frame.original_path)}.clean.jpg`, picture.jpeg, 'image/jpeg'));
		if (file) made.push(file);
		prepared.push(file ? { ...frame, image_path: file.path } : frame);
	}
	await db.transaction(async (tx) => {
		for (const file of made) await recordFile(tx, file);
		await tx.update(captures).set({ frames: prepared }).where(eq(captures.id, id));
	});
}

/** Thumbnails are made on demand: most captures are never viewed. */
export async function askToPrepare(queue: Queue, db: Db, uid: string, captureIds: string[]): Promise<void> {
	const [key] = captureIds;
	if (!key) return;
	await queue.send(db, 'prepare-captures', { uid, captureIds }, { key, oncePerSeconds: ASK_AGAIN_SECONDS });
}

export const prepareOne: Job<'prepare-capture', Needs> = {
	handle: (needs, { captureId }) => prepareCapture(needs, captureId),
	retries: { times: 5, afterSeconds: 5 },
};

/** Prepares the viewed captures one after the other, and notifies open tabs when all are ready. */
export const prepareViewed: Job<'prepare-captures', Needs> = {
	async handle(needs, { captureIds }) {
		for (const id of captureIds) await prepareCapture(needs, id);
		const last = await findCapture(needs.db, captureIds.at(-1) ?? '');
		if (last) await publish(needs.db, last.owner, { topic: 'devices', id: last.capture.deviceId });
	},
	retries: { times: 2, afterSeconds: 5 },
};

/** Records what a run found wrong with a capture before anyone prepared it. */
export async function recordProblem(db: Db, captureId: string, problem: PictureProblem): Promise<void> {
	const found = await findCapture(db, captureId);
	if (found && found.capture.problem === null) await record(db, found, problem, {});
}

async function findCapture(db: Db, id: string) {
	const [found] = await db
		.select({ capture: captures, owner: devices._owner, shown: devices.last_image_problem })
		.from(captures)
		.innerJoin(devices, eq(devices.id, captures.deviceId))
		.where(eq(captures.id, id));
	return found;
}

type Found = NonNullable<Awaited<ReturnType<typeof findCapture>>>;

/** Stores the result on the capture and on the device's card. */
async function record(
	db: Db,
	{ capture, owner, shown }: Found,
	problem: PictureProblem | null,
	{ thumb, image }: { thumb?: FileRow | undefined; image?: FileRow | undefined },
): Promise<void> {
	const change = {
		problem,
		...(thumb && { thumb_path: thumb.path }),
		...(image && { image_path: image.path }),
		...(isUnreadable(problem) && { image_path: null }),
	};
	await db.transaction(async (tx) => {
		for (const file of [thumb, image]) if (file) await recordFile(tx, file);
		await tx.update(captures).set(change).where(eq(captures.id, capture.id));
		await showAsLatest(tx, { ...capture, ...change });
		// A thumbnail alone changes nothing visible.
		if (image || problem || shown) await publish(tx, owner, { topic: 'devices', id: capture.deviceId });
	});
}
