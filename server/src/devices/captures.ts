import { createHash } from 'node:crypto';
import type { Capture, CaptureAccepted, DeviceSettings } from '@watchword/contract/device';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { EVENT_CHANNEL, envelope } from '../events.ts';
import { type FileRow, removeFiles, storeBytes } from '../files/files.ts';
import { newId } from '../ids.ts';
import { capturesIn } from '../metrics.ts';
import type { Db, ObjectStore, Queue } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { together } from '../together.ts';
import { inspectImage } from './image.ts';
import { captures, devices } from './tables.ts';

export interface IntakeNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	runs: CaptureRuns;
}

/** What follows from captures: queued by the statement that stores them. */
export interface CaptureRuns<Run = unknown> {
	of(db: Db, capture: StoredCapture): Promise<Run[]>;
	/** Parts of a statement that has named the captures which are new `added`. */
	parts(runs: Run[]): SQL;
	/** The end of a select of that statement. */
	telling: SQL;
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

/** The devices of keys, asked for together; null where a key opens none. */
const findByKey = together(async (db: Db, hashes: string[]): Promise<(KnownDevice | null)[]> => {
	const found = await db
		.select()
		.from(devices)
		.where(and(inArray(devices.key_hash, hashes), isNull(devices.removed_at)));
	return hashes.map((hash) => found.find(({ key_hash }) => key_hash === hash) ?? null);
});

export async function deviceByKey(db: Db, key: string): Promise<KnownDevice> {
	const device = await findByKey(db, hashKey(key));
	if (!device)
		throw new Refusal('unauthenticated', 'This device key is not valid any more. Pair the camera again.');
	return device;
}

/** Takes a capture in: checked, stored, recorded and queued, and only then acknowledged. */
export async function takeCapture(
	needs: IntakeNeeds,
	device: KnownDevice,
	incoming: Incoming,
): Promise<CaptureAccepted> {
	const { db, objects } = needs;
	const image = inspectImage(incoming.bytes, incoming.contentType);
	const id = newId();
	const key = incoming.key ?? id;
	const known = incoming.key && (await captureByKey(db, device.id, key));
	if (known) return accepted(device, known, true);

	const owner = device._owner;
	const path = `users/${owner}/devices/${device.id}/captures/${id}.${image.extension}`;
	const capturedAt = plausible(incoming.capturedAt);
	const capture = { id, deviceId: device.id, path, capturedAt };
	const [file, runs] = await Promise.all([
		storeBytes(objects, {
			path,
			owner,
			bytes: incoming.bytes,
			contentType: image.type,
			metadata: { capturedAt: capturedAt.toISOString() },
		}),
		needs.runs.of(db, capture),
	]);
	const { clean } = image;
	if (await recordTogether(needs, { ...capture, owner, key, clean, file, runs })) {
		capturesIn.inc();
		return accepted(device, id, false);
	}
	// The same capture came twice at once and the other was first.
	await objects.delete(path);
	return accepted(device, String(await captureByKey(db, device.id, key)), true);
}

interface NewCapture extends StoredCapture {
	owner: string;
	key: string;
	/** What may leave as it is, and so is on the device's card at once. */
	clean: boolean;
	file: FileRow;
	runs: unknown[];
}

/** Records captures with what follows from them; whether each was new. */
const recordTogether = together(async (needs: IntakeNeeds, given: NewCapture[]): Promise<boolean[]> => {
	const looked = given.filter(({ deviceId, clean }) => !clean || lookIsDue(deviceId));
	const record = async (db: Db) => {
		const added = await insertCaptures(db, given, needs.runs);
		for (const { id } of looked) {
			if (added.has(id)) await needs.queue.send(db, 'prepare-capture', { captureId: id });
		}
		return given.map(({ id }) => added.has(id));
	};
	return looked.length > 0 ? needs.db.transaction(record) : record(needs.db);
});

/**
 * One statement. Without a row in files nobody can read a capture: what may not leave as it is gets none. Devices are
 * held in one order, so that two processes that take captures of the same ones do not wait for each other.
 */
async function insertCaptures(
	tx: Db,
	given: NewCapture[],
	{ parts, telling }: CaptureRuns,
): Promise<Set<string>> {
	const rows = given.map(({ file, owner, deviceId, runs, ...capture }) => ({
		...capture,
		...file,
		deviceId,
		tells: envelope(owner, { topic: 'devices', id: deviceId }),
	}));
	const { rows: added } = await tx.execute(sql`
		with given as (
			select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
				id text, "deviceId" text, key text, "capturedAt" timestamptz, path text, clean boolean, _owner text,
				"contentType" text, size bigint, "md5Hash" text, "downloadToken" text, metadata jsonb, tells text)
		), added as (
			insert into captures (id, "deviceId", capture_key, captured_at, original_path, image_path)
			select id, "deviceId", key, "capturedAt", path, case when clean then path end from given
			on conflict do nothing returning id
		), filed as (
			insert into files (path, _owner, "contentType", size, "md5Hash", "downloadToken", metadata)
			select g.path, g._owner, g."contentType", g.size, g."md5Hash", g."downloadToken", g.metadata
			from given g join added a on a.id = g.id where g.clean
		), latest as (
			select distinct on ("deviceId") * from given order by "deviceId", clean desc, "capturedAt" desc
		), held as (
			select id, last_captured_at from devices
			where id in (select "deviceId" from given) order by id for no key update
		), seen as (
			update devices d set last_seen_at = now(),
				last_image_path = case when n.newer then n.path else d.last_image_path end,
				last_image_problem = case when n.newer then null else d.last_image_problem end,
				last_captured_at = case when n.newer then n."capturedAt" else d.last_captured_at end
			from (
				select l.*, l.clean and (h.last_captured_at is null or h.last_captured_at <= l."capturedAt") as newer
				from held h join latest l on l."deviceId" = h.id
			) n where d.id = n."deviceId"
			returning n.tells
		), ${parts(given.flatMap(({ runs }) => runs))}
		select id, null from added
		union all select null, pg_notify(${EVENT_CHANNEL}, tells)::text from seen
		union all select null, ${telling}`);
	return new Set(added.map(({ id }) => String(id)));
}

const LOOK_MS = 5 * 60_000;
const looks = new Map<string, number>();

/**
 * Not every picture that may leave as it is need be opened: one now and then shows a camera whose pictures are broken, and
 * small versions are made of what someone looks at.
 */
function lookIsDue(deviceId: string): boolean {
	const now = Date.now();
	if (now - (looks.get(deviceId) ?? 0) < LOOK_MS) return false;
	looks.set(deviceId, now);
	return true;
}

/** Puts a picture on the device's card, unless a newer one is there. */
export async function showAsLatest(db: Db, deviceId: string, path: string, capturedAt: Date): Promise<void> {
	await db
		.update(devices)
		.set({ last_image_path: path, last_captured_at: capturedAt, last_image_problem: null })
		.where(
			and(
				eq(devices.id, deviceId),
				sql`(${devices.last_captured_at} is null or ${devices.last_captured_at} <= ${capturedAt.toISOString()}::timestamptz)`,
			),
		);
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

/** A device's captures, newest first. The cursor is where the last page ended. */
export async function listCaptures(db: Db, uid: string, deviceId: string, cursor: string | undefined) {
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
