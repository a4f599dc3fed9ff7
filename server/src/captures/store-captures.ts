import type { CaptureReason } from '@watchword/contract/connection';
import { type SQL, sql } from 'drizzle-orm';
import { inBatches } from '../base/batch.ts';
import { EVENT_CHANNEL } from '../base/events.ts';
import { asRows, insertSelect, recordset, statement } from '../base/sql.ts';
import { captures, type Frame } from '../devices/tables.ts';
import { leasedRuns } from '../engine/lease.ts';
import {
	isWorking,
	type NewRun,
	notifyQueued,
	type Offer,
	queueing,
	selectLeased,
	signalsOf,
} from '../engine/queue-runs.ts';
import { beginAtOnce } from '../engine/worker.ts';
import type { FileRow } from '../files/files.ts';
import { files } from '../files/tables.ts';
import type { Db } from '../ports/database.ts';
import type { IntakeNeeds } from '../triggers/intake-needs.ts';

export interface StoredCapture {
	id: string;
	deviceId: string;
	captured_at: Date;
	path: string;
}

interface NewCapture extends StoredCapture {
	owner: string;
	capture_key: string;
	reason: CaptureReason | null;
	frames: Frame[];
	/** A browser can show the file as it is, so the device's card shows it at once. */
	presentable: boolean;
	/** Prepared at once. Other captures wait until a run or a customer needs the thumbnail. */
	prepareNow: boolean;
	/** For the open tabs of the owner. */
	event: string;
	/** The pictures that can be read without preparation. */
	files: (FileRow & { capture: string })[];
	runs: NewRun[];
}

/** Stores captures and queues their runs. Returns for each capture whether it was new. */
export const storeCapture = inBatches((needs: IntakeNeeds, given: NewCapture[]): Promise<boolean[]> => {
	const prepared = given.filter(({ prepareNow }) => prepareNow);
	const wanted = given.reduce((sum, { runs }) => sum + runs.length, 0);
	return beginAtOnce(needs.worker, wanted, (offer) => {
		const record = async (db: Db) => {
			const { added, runs } = await insertCaptures(db, given, offer);
			for (const { id, owner } of prepared) {
				if (added.has(id)) await needs.queue.send(db, 'prepare-capture', { uid: owner, captureId: id });
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
	prepareNow: 'boolean',
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
			last_image_problem = case when n.newer and not n."prepareNow" then null else d.last_image_problem end,
			last_captured_at = case when n.newer then n.captured_at else d.last_captured_at end
		from (
			select l.*, l.presentable and (h.last_captured_at is null or h.last_captured_at <= l.captured_at) as newer
			from held h join latest l on l."deviceId" = h.id
		) n where d.id = n."deviceId"
		returning n.event
	), ${queueing(sql`a."_triggerType" = 'capture' and ${isWorking} and s."trigger_captureId" in (select id from added)`)}
	select id, null::text as notified, null::jsonb as run, null::jsonb as terms from added
	union all select null, pg_notify(${EVENT_CHANNEL}, event)::text, null, null from seen
	union all select null, notified, null, null from (select ${notifyQueued}) n(notified)
	${selectingMore}`);

/** Selecting leased runs costs time even if there are none, so it is done only with an offer. */
const storing = storingAnd(sql``);
const storingLeased = storingAnd(
	sql`union all select null, null, ${selectLeased({
		image: sql`case when g.presentable then g.path end`,
		deviceId: sql`g."deviceId"`,
	})} join given g on g.id = r."trigger_captureId" where r.lease is not null`,
);

/** The ids of the new captures, and their runs that were leased at once. */
async function insertCaptures(tx: Db, given: NewCapture[], offer: Offer | undefined) {
	const rows = given.map(({ owner, files, runs, ...capture }) => capture);
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
