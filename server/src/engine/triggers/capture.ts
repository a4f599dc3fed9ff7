import type { CaptureReason } from '@watchword/contract/connection';
import type { CaptureAccepted } from '@watchword/contract/device';
import { latestFire } from '@watchword/contract/schedule';
import { type SQL, sql } from 'drizzle-orm';
import { automations } from '../../automations/tables.ts';
import { inBatches } from '../../base/batch.ts';
import { EVENT_CHANNEL, envelope } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import { capturesIn } from '../../base/metrics.ts';
import { among, asRows, asTexts, insertSelect, recordset } from '../../base/recordset.ts';
import { Refusal } from '../../base/refusal.ts';
import { rowReader, statement } from '../../base/statement.ts';
import { captureByKey, type IncomingCapture, type KnownDevice, settingsOf } from '../../devices/captures.ts';
import { captures, type Frame } from '../../devices/tables.ts';
import { type FileRow, storeBytes } from '../../files/files.ts';
import { files } from '../../files/tables.ts';
import type { Tidied } from '../../pictures/tidy.ts';
import type { Db, ObjectStore, Queue } from '../../ports.ts';
import { leasedRuns } from '../lease.ts';
import { beginAtOnce, type LocalWorker } from '../worker.ts';
import {
	isWorking,
	type NewRun,
	notifyQueued,
	type Offer,
	queueing,
	selectLeased,
	signalsOf,
} from './queue-runs.ts';

export interface IntakeNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	/** The worker of this process, if it has one. */
	worker?: LocalWorker | undefined;
}

/** Stores a capture, records it and queues its runs. The camera gets its answer only after that. */
export async function takeCapture(
	needs: IntakeNeeds,
	device: KnownDevice,
	incoming: IncomingCapture,
): Promise<CaptureAccepted> {
	const { db, objects } = needs;
	const id = newId();
	const capture_key = incoming.key ?? id;
	const [watching, known] = await Promise.all([
		watchersOf(db, device.id),
		incoming.key && captureByKey(db, device.id, capture_key),
	]);
	const accepted = (captureId: string, repeated: boolean): CaptureAccepted => ({
		captureId,
		repeated,
		settings: settingsOf(device, burstOf(watching)),
	});
	if (known) return accepted(known, true);

	const captured_at = plausible(incoming.capturedAt);
	const pictures = await storePictures(objects, device, id, incoming.pictures, captured_at);
	const [first, ...further] = pictures;
	if (!first) throw new Error('a capture has no picture');
	const capture = { id, deviceId: device.id, captured_at, path: first.file.path };
	const isNew = await recordInBatch(needs, {
		...capture,
		capture_key,
		reason: incoming.reason ?? null,
		presentable: first.presentable,
		frames: further.map(({ file: { path }, presentable }) => ({
			original_path: path,
			image_path: presentable ? path : null,
		})),
		event: envelope(device._owner, { topic: 'devices', id: device.id }),
		// While a camera has a problem, every capture is examined, to notice when the problem is over.
		examined:
			pictures.some(({ presentable }) => !presentable) ||
			device.last_image_problem !== null ||
			examinationIsDue(device.id),
		files: pictures.flatMap(({ file, presentable }) => (presentable ? [{ ...file, capture: id }] : [])),
		runs: runsOf(watching, capture),
	});
	if (isNew) {
		capturesIn.inc();
		return accepted(id, false);
	}
	// The same capture was sent twice at the same time, and the other request recorded it first.
	for (const { file } of pictures) await objects.delete(file.path);
	const earlier = await captureByKey(db, device.id, capture_key);
	if (!earlier) throw new Refusal('unavailable', 'The capture could not be stored. Please send it again.');
	return accepted(earlier, true);
}

/** How many pictures of one moment the automations of a device want. */
export async function wantedBurst(db: Db, deviceId: string): Promise<number> {
	return burstOf(await watchersOf(db, deviceId));
}

/** Stores the pictures of a moment: `{id}.jpg` is the first, `{id}.2.jpg` the next. */
function storePictures(
	objects: ObjectStore,
	{ id: deviceId, _owner: owner }: KnownDevice,
	id: string,
	pictures: Tidied[],
	captured_at: Date,
) {
	const base = `users/${owner}/devices/${deviceId}/captures/${id}`;
	return Promise.all(
		pictures.map(async ({ bytes, type, extension, presentable }, index) => ({
			presentable,
			file: await storeBytes(objects, {
				path: `${base}${index === 0 ? '' : `.${index + 1}`}.${extension}`,
				owner,
				bytes,
				contentType: type,
				metadata: { capturedAt: captured_at.toISOString() },
			}),
		})),
	);
}

interface StoredCapture {
	id: string;
	deviceId: string;
	captured_at: Date;
	path: string;
}

interface NewCapture extends StoredCapture {
	capture_key: string;
	reason: CaptureReason | null;
	frames: Frame[];
	/** A browser can show the file as it is, so the device's card shows it at once. */
	presentable: boolean;
	/** Prepared at once. Other captures wait until a run or a customer needs the small version. */
	examined: boolean;
	/** For the open tabs of the owner. */
	event: string;
	/** The pictures that may be read as they are. */
	files: (FileRow & { capture: string })[];
	runs: NewRun[];
}

/** Records captures and queues their runs. The result says of each capture whether it was new. */
const recordInBatch = inBatches((needs: IntakeNeeds, given: NewCapture[]): Promise<boolean[]> => {
	const prepared = given.filter(({ examined }) => examined);
	const wanted = given.reduce((sum, { runs }) => sum + runs.length, 0);
	return beginAtOnce(needs.worker, wanted, (offer) => {
		const record = async (db: Db) => {
			const { added, runs } = await insertCaptures(db, given, offer);
			for (const { id } of prepared) {
				if (added.has(id)) await needs.queue.send(db, 'prepare-capture', { captureId: id });
			}
			return { result: given.map(({ id }) => added.has(id)), runs };
		};
		return prepared.length > 0 ? needs.db.transaction(record) : record(needs.db);
	});
});

const GIVEN = {
	id: captures.id,
	deviceId: captures.deviceId,
	capture_key: captures.capture_key,
	captured_at: captures.captured_at,
	reason: captures.reason,
	frames: captures.frames,
	path: captures.original_path,
	presentable: 'boolean',
	examined: 'boolean',
	event: 'text',
} as const;

const FILE = {
	capture: captures.id,
	path: files.path,
	_owner: files._owner,
	contentType: files.contentType,
	size: files.size,
	md5Hash: files.md5Hash,
	downloadToken: files.downloadToken,
	metadata: files.metadata,
} as const;

const CAPTURE = insertSelect(captures, {
	id: sql`id`,
	deviceId: sql`"deviceId"`,
	capture_key: sql`capture_key`,
	captured_at: sql`captured_at`,
	reason: sql`reason`,
	frames: sql`frames`,
	original_path: sql`path`,
	image_path: sql`case when presentable then path end`,
});

const STORED_FILE = insertSelect(files, {
	path: sql`f.path`,
	_owner: sql`f._owner`,
	contentType: sql`f."contentType"`,
	size: sql`f.size`,
	md5Hash: sql`f."md5Hash"`,
	downloadToken: sql`f."downloadToken"`,
	metadata: sql`f.metadata`,
});

/**
 * One statement stores captures, their files and their runs, and updates their devices. A picture that a browser cannot
 * show as it is gets no row in files, so nobody can read it. Devices are always locked in the same order, which prevents
 * deadlocks between processes.
 */
const storingAnd = (selectingMore: SQL) =>
	statement(sql`
	with given as (
		${recordset(GIVEN, sql.placeholder('captures'))}
	), added as (
		${CAPTURE} from given on conflict do nothing returning id
	), filed as (
		${STORED_FILE} from (${recordset(FILE, sql.placeholder('files'))}) f join added a on a.id = f.capture
	), latest as (
		select distinct on ("deviceId") * from given order by "deviceId", presentable desc, captured_at desc
	), held as (
		select id, last_captured_at from devices
		where id in (select "deviceId" from given) order by id for no key update
	), seen as (
		update devices d set last_seen_at = now(),
			last_image_path = case when n.newer then n.path else d.last_image_path end,
			last_image_problem = case when n.newer and not n.examined then null else d.last_image_problem end,
			last_captured_at = case when n.newer then n.captured_at else d.last_captured_at end
		from (
			select l.*, l.presentable and (h.last_captured_at is null or h.last_captured_at <= l.captured_at) as newer
			from held h join latest l on l."deviceId" = h.id
		) n where d.id = n."deviceId"
		returning n.event
	), ${queueing(sql`a."_triggerType" = 'capture' and ${isWorking} and s."trigger_captureId" in (select id from added)`)}
	select id, null::text as told, null::jsonb as run, null::jsonb as terms from added
	union all select null, pg_notify(${EVENT_CHANNEL}, event)::text, null, null from seen
	union all select null, told, null, null from (select ${notifyQueued}) n(told)
	${selectingMore}`);

/** The runs that are leased at once cost even where there are none, so they are selected only if they may be. */
const storing = storingAnd(sql``);
const storingLeased = storingAnd(
	sql`union all select null, null, ${selectLeased({
		image: sql`case when g.presentable then g.path end`,
		deviceId: sql`g."deviceId"`,
	})} join given g on g.id = r."trigger_captureId" where r.lease is not null`,
);

/** The ids of the captures that are new, and those of their runs that were leased at once. */
async function insertCaptures(tx: Db, given: NewCapture[], offer: Offer | undefined) {
	const rows = given.map(({ files, runs, ...capture }) => capture);
	const store = offer?.most ? storingLeased : storing;
	const { rows: added } = await store(tx, {
		captures: asRows(GIVEN, rows),
		files: asRows(
			FILE,
			given.flatMap((one) => one.files),
		),
		signals: signalsOf(
			given.flatMap((one) => one.runs),
			offer,
		),
	});
	return { added: new Set(added.map(({ id }) => id)), runs: leasedRuns(added) };
}

const EXAMINE_EVERY_MS = 5 * 60_000;
const examinedAt = new Map<string, number>();

/** Opening every picture would cost too much. One every few minutes is enough to notice a covered or broken camera. */
function examinationIsDue(deviceId: string): boolean {
	const now = Date.now();
	if (now - (examinedAt.get(deviceId) ?? 0) < EXAMINE_EVERY_MS) return false;
	examinedAt.set(deviceId, now);
	return true;
}

/** A camera's clock may be wrong. Its time is used if it is at most a week old and not in the future. */
export function plausible(claimed: Date | undefined): Date {
	const now = Date.now();
	const week = 7 * 24 * 3600_000;
	return claimed && claimed.getTime() <= now && claimed.getTime() > now - week ? claimed : new Date(now);
}

type Automation = typeof automations.$inferSelect;

/** The most pictures of one moment that a conditional automation wants. A paused one wants nothing. */
const burstOf = (watching: Automation[]) =>
	Math.max(
		1,
		...watching.map(({ _burst, _paused, trigger_device_type }) =>
			!_paused && trigger_device_type === 'conditional' ? _burst : 1,
		),
	);

/** A capture starts one run of each automation that watches its device. */
function runsOf(watching: Automation[], capture: StoredCapture): NewRun[] {
	return watching.flatMap((automation) => {
		const key = automation._limited
			? limitKey(automation, capture.captured_at)
			: `capture:${automation.id}:${capture.id}`;
		const signal = {
			_timestamp: capture.captured_at,
			trigger_capture: capture.path,
			trigger_captureId: capture.id,
		};
		return key ? [{ automation, signal: { ...signal, _triggerKey: key } }] : [];
	});
}

const watching = statement<'devices'>(sql`
	select to_jsonb(automations) as automation from automations
	where ${among(automations.trigger_device_deviceID, sql.placeholder('devices'))}
		and not _deleted and "_triggerType" = 'capture'
	order by created_at, id`);
const readAutomation = rowReader(automations);

const watchersOf = inBatches(async (db: Db, deviceIds: string[]) => {
	const { rows } = await watching(db, { devices: asTexts([...new Set(deviceIds)]) });
	const found = rows.map(({ automation }) => readAutomation(automation));
	return deviceIds.map((id) => found.filter((automation) => automation.trigger_device_deviceID === id));
});

/**
 * A limited automation runs on the first capture on or after each of its times. The key names the latest time that has
 * passed, and a key makes one run only. Null if the automation has no times.
 */
function limitKey(automation: Automation, capturedAt: Date): string | null {
	const { _limitSchedule, _zone, _utcOffset, id } = automation;
	const slot = latestFire(_limitSchedule, _zone, _utcOffset, capturedAt);
	return slot && `limit:${id}:${slot.toISOString()}`;
}
