import { createHash } from 'node:crypto';
import type { Capture, CaptureAccepted, DeviceSettings } from '@watchword/contract/device';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { announcement } from '../events.ts';
import { recordFile, removeFiles, storeBytes } from '../files/files.ts';
import { newId } from '../ids.ts';
import { capturesIn } from '../metrics.ts';
import type { Db, ObjectStore, Queue } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { inspectImage } from './image.ts';
import { captures, devices } from './tables.ts';

export interface IntakeNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	/** What follows from a capture, queued in the transaction that stores it. */
	queueRuns(tx: Db, capture: StoredCapture): Promise<void>;
}

export interface StoredCapture {
	id: string;
	deviceId: string;
	path: string;
	capturedAt: Date;
}

interface Incoming {
	bytes: Buffer;
	contentType: string | undefined;
	/** X-Capture-Id: a repeat is accepted and ignored. */
	key: string | undefined;
	/** X-Captured-At: a picture kept through a lost network was taken earlier than it came. */
	capturedAt: Date | undefined;
}

export type KnownDevice = typeof devices.$inferSelect;

export const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url');

export async function deviceByKey(db: Db, key: string): Promise<KnownDevice> {
	const [device] = await db
		.select()
		.from(devices)
		.where(and(eq(devices.key_hash, hashKey(key)), isNull(devices.removed_at)));
	if (!device)
		throw new Refusal('unauthenticated', 'This device key is not valid any more. Pair the camera again.');
	return device;
}

const LOOK_SECONDS = 30;

/** Takes a capture in: checked, stored, recorded and queued, and only then acknowledged. */
export async function takeCapture(
	{ db, queue, objects, queueRuns }: IntakeNeeds,
	device: KnownDevice,
	incoming: Incoming,
): Promise<CaptureAccepted> {
	const image = inspectImage(incoming.bytes, incoming.contentType);
	const id = newId();
	const key = incoming.key ?? id;
	const known = incoming.key && (await captureByKey(db, device.id, key));
	if (known) return accepted(device, known, true);

	const path = `users/${device._owner}/devices/${device.id}/captures/${id}.${image.extension}`;
	const capturedAt = plausible(incoming.capturedAt);
	const file = await storeBytes(objects, {
		path,
		owner: device._owner,
		bytes: incoming.bytes,
		contentType: image.type,
		metadata: { capturedAt: capturedAt.toISOString() },
	});
	const added = await db.transaction(async (tx) => {
		const rows = await tx
			.insert(captures)
			.values({
				id,
				deviceId: device.id,
				capture_key: key,
				captured_at: capturedAt,
				original_path: path,
				image_path: image.clean ? path : null,
			})
			.onConflictDoNothing()
			.returning({ id: captures.id });
		if (rows.length === 0) return false;
		// Without a row in files nobody can read it: what may not leave as it is gets none.
		if (image.clean) await recordFile(tx, file);
		await queueRuns(tx, { id, deviceId: device.id, path, capturedAt });
		// What may leave as it is need not be looked at each time: one now and then shows a camera that sends broken
		// pictures, and small versions are made of what someone looks at.
		const throttle = image.clean ? { key: device.id, oncePerSeconds: LOOK_SECONDS } : undefined;
		await queue.send(tx, 'prepare-capture', { captureId: id }, throttle);
		// Last, so that other captures of this device wait as briefly as can be.
		await tx
			.update(devices)
			.set({ last_seen_at: sql`now()`, ...(image.clean && latest(path, capturedAt)) })
			.where(eq(devices.id, device.id))
			.returning({ tells: announcement(device._owner, { topic: 'devices', id: device.id }) });
		return true;
	});
	if (added) {
		capturesIn.inc();
		return accepted(device, id, false);
	}
	// The same capture came twice at once and the other was first.
	await objects.delete(path);
	return accepted(device, String(await captureByKey(db, device.id, key)), true);
}

/** Puts a picture on the device's card, unless a newer one is there. */
export async function showAsLatest(db: Db, deviceId: string, path: string, capturedAt: Date): Promise<void> {
	await db.update(devices).set(latest(path, capturedAt)).where(eq(devices.id, deviceId));
}

function latest(path: string, capturedAt: Date) {
	const at = sql`${capturedAt.toISOString()}::timestamptz`;
	const newer = sql`${devices.last_captured_at} is null or ${devices.last_captured_at} <= ${at}`;
	return {
		last_image_path: sql`case when ${newer} then ${path} else ${devices.last_image_path} end`,
		last_image_problem: sql`case when ${newer} then null else ${devices.last_image_problem} end`,
		last_captured_at: sql`greatest(${devices.last_captured_at}, ${at})`,
	};
}

async function captureByKey(db: Db, deviceId: string, key: string): Promise<string | undefined> {
	const [found] = await db
		.select({ id: captures.id })
		.from(captures)
		.where(and(eq(captures.deviceId, deviceId), eq(captures.capture_key, key)));
	return found?.id;
}

/** A camera's clock may be wrong: what it says counts up to a week back and never in the future. */
function plausible(said: Date | undefined): Date {
	const now = Date.now();
	const week = 7 * 24 * 3600_000;
	return said && said.getTime() <= now && said.getTime() > now - week ? said : new Date(now);
}

const accepted = (device: KnownDevice, captureId: string, repeated: boolean): CaptureAccepted => ({
	captureId,
	repeated,
	settings: settingsOf(device),
});

export function settingsOf(device: KnownDevice): DeviceSettings {
	const { desc, capture_window_start, capture_window_end, light_window_start, light_window_end } = device;
	return {
		desc,
		capture_window_start,
		capture_window_end,
		light_window_start,
		light_window_end,
		serverTime: new Date().toISOString(),
	};
}

const PAGE = 30;

/** A device's captures, newest first. The cursor is where the last page ended. Who looks gets small versions made. */
export async function listCaptures(
	{ db, queue }: Pick<IntakeNeeds, 'db' | 'queue'>,
	uid: string,
	deviceId: string,
	cursor: string | undefined,
) {
	const after = cursor === undefined ? sql`true` : sql`(c.captured_at, c.id) < (${readCursor(cursor)})`;
	const { rows } = await db.execute(sql`
		select c.id, c."deviceId", c.captured_at, c.image_path, c.thumb_path, c.problem
		from captures c join devices d on d.id = c."deviceId"
		where d.id = ${deviceId} and d._owner = ${uid} and d.removed_at is null and ${after}
		order by c.captured_at desc, c.id desc
		limit ${PAGE + 1}`);
	const items = rows
		.slice(0, PAGE)
		.map((row) => ({ ...row, captured_at: new Date(String(row.captured_at)).toISOString() })) as Capture[];
	for (const { id, thumb_path, problem } of items) {
		if (thumb_path || problem) continue;
		await queue.send(db, 'prepare-capture', { captureId: id }, { key: id, oncePerSeconds: LOOK_SECONDS });
	}
	const last = items.at(-1);
	const next = rows.length > PAGE && last ? `${last.captured_at}_${last.id}` : null;
	return { items, next };
}

function readCursor(cursor: string) {
	const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([a-z2-7]{20})$/.exec(cursor);
	if (!parts || Number.isNaN(Date.parse(String(parts[1])))) {
		throw new Refusal('invalid-argument', 'cursor: must be the `next` of an earlier page');
	}
	return sql`${parts[1]}::timestamptz, ${parts[2]}`;
}

const PRUNE_BATCH = 200;

/**
 * Removes captures older than the setting, with every file of theirs. The one on the device's card stays, and one that a
 * run was made from stays for as long as the run.
 */
export async function pruneCaptures(
	db: Db,
	objects: ObjectStore,
	days: number,
	mayGoOn = () => true,
): Promise<number> {
	let pruned = 0;
	for (let after: Row | undefined = { id: '', received_at: '-infinity' }; after && mayGoOn(); ) {
		const { rows }: { rows: Row[] } = await db.execute(sql`
			select c.id, c.received_at::text, c.original_path, c.image_path, c.thumb_path,
				exists (select from automation_runs r where r."trigger_captureId" = c.id)
					or (c.image_path = d.last_image_path and d.removed_at is null) as needed
			from captures c join devices d on d.id = c."deviceId"
			where c.received_at < now() - make_interval(days => ${days})
				and (c.received_at, c.id) > (${after.received_at}::timestamptz, ${after.id})
			order by c.received_at, c.id limit ${PRUNE_BATCH}`);
		after = rows.at(-1);
		const old = rows.filter(({ needed }) => !needed);
		if (old.length === 0) continue;
		const paths = old.flatMap((row) => [row.original_path, row.image_path, row.thumb_path]);
		await removeFiles(db, objects, [...new Set(paths.filter((path) => path !== null))] as string[]);
		await db.execute(sql`delete from captures where id in ${old.map((row) => row.id)}`);
		pruned += old.length;
	}
	return pruned;
}

type Row = Record<string, unknown>;
