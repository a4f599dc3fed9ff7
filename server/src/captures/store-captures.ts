import type { CaptureReason } from '@watchword/contract/connection';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inBatches } from '../base/batch.ts';
import { EVENT_CHANNEL } from '../base/events.ts';
import { asRows, columnsCalled, insertSelect, recordset, rowsCalled, statement } from '../base/sql.ts';
import { captures, devices, type Frame } from '../devices/tables.ts';
import { leasedRuns, selectLeased } from '../engine/lease.ts';
import {
	isWorking,
	type NewRun,
	type Offer,
	queued,
	queueing,
	selectQueued,
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

const given = rowsCalled('given', GIVEN);
const g = rowsCalled('g', GIVEN);
const f = rowsCalled('f', FILE);
const { capture: _, ...STORED_FILE } = columnsCalled('f', FILE);

const CAPTURE = insertSelect(captures, {
	id: given.id,
	deviceId: given.deviceId,
	capture_key: given.capture_key,
	captured_at: given.captured_at,
	reason: given.reason,
	frames: given.frames,
	original_path: given.path,
	image_path: sql`case when ${given.presentable} then ${given.path} end`,
});

const [d, h] = [alias(devices, 'd'), alias(devices, 'h')];
const [l, n] = [rowsCalled('l', GIVEN), rowsCalled('n', { ...GIVEN, newer: 'boolean' })];

/**
 * One statement stores captures, their files and their runs, and updates their devices. A picture that a browser cannot
 * show as it is gets no row in files, so nobody can read it. Devices are always locked in the same order, which prevents
 * deadlocks between processes.
 */
const storingAnd = (selectingMore: SQL) =>
	statement<'captures' | 'files' | 'signals'>(sql`
	with ${given} as (
		${recordset(GIVEN, sql.placeholder('captures'))}
	), added as (
		${CAPTURE} from ${given} on conflict do nothing returning id
	), filed as (
		${insertSelect(files, STORED_FILE)} from (${recordset(FILE, sql.placeholder('files'))}) ${f} join added a on a.id = ${f.capture}
	), latest as (
		select distinct on (${given.deviceId}) * from ${given}
		order by ${given.deviceId}, ${given.presentable} desc, ${given.captured_at} desc
	), held as (
		select ${h.id}, ${h.last_captured_at} from ${devices} ${h}
		where ${h.id} in (select ${given.deviceId} from ${given}) order by ${h.id} for no key update
	), seen as (
		update ${devices} ${d} set last_seen_at = now(),
			last_image_path = case when ${n.newer} then ${n.path} else ${d.last_image_path} end,
			last_image_problem = case when ${n.newer} and not ${n.prepareNow} then null else ${d.last_image_problem} end,
			last_captured_at = case when ${n.newer} then ${n.captured_at} else ${d.last_captured_at} end
		from (
			select ${l}.*, ${l.presentable} and (${h.last_captured_at} is null or ${h.last_captured_at} <= ${l.captured_at}) as newer
			from held ${h} join latest ${l} on ${l.deviceId} = ${h.id}
		) ${n} where ${d.id} = ${n.deviceId}
		returning ${n.event}
	), ${queueing(
		(signal, automation) =>
			sql`${automation._triggerType} = 'capture' and ${isWorking(signal, automation)} and ${signal.trigger_captureId} in (select id from added)`,
	)}
	select id, null::text as notified, null::jsonb as run, null::jsonb as terms from added
	union all select null, pg_notify(${EVENT_CHANNEL}, event)::text, null, null from seen
	union all select null, notified, null, null from (${selectQueued(({ id }) => sql`${id}`)}) n
	${selectingMore}`);

/** Selecting leased runs costs time even if there are none, so it is done only with an offer. */
const storing = storingAnd(sql``);
const storingLeased = storingAnd(
	sql`union all ${selectLeased(
		queued,
		() => sql`null, null,`,
		(run) => ({
			image: sql`case when ${g.presentable} then ${g.path} end`,
			deviceId: g.deviceId,
			join: sql`join ${given} ${g} on ${g.id} = ${run.trigger_captureId}`,
		}),
	)}`,
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
