import type { Dashboard } from '@watchword/contract/dashboard';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { askToPrepare } from '../devices/prepare.ts';
import { captures, devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import { automationRuns, isWaiting } from '../runs/tables.ts';

const LONGEST = sql`interval '24 hours'`;
const FAILURES_SHOWN = 5;
const WAITING_SHOWN = 3;

/** The most cameras whose newest picture gets a thumbnail: as many as the portal shows. */
const PREPARED = 12;

export interface DashboardNeeds {
	db: Db;
	queue: Queue;
	/** The cameras of a demo, which this server draws. */
	freeDevices: ReadonlySet<string>;
}

/** Every part reads a limited range of an index, so the cost depends on one day and not on the whole history. */
export async function readDashboard(
	{ db, queue, freeDevices }: DashboardNeeds,
	uid: string,
	since: string,
): Promise<Dashboard> {
	const [waiting, hours, cameras, failures, { pictures, unprepared }, drawn, hasRun] = await Promise.all([
		listWaiting(db, uid),
		countHours(db, uid, since),
		countByCamera(db, uid, since),
		listFailures(db, uid),
		listPictures(db, uid),
		listDrawn(db, uid, freeDevices),
		anyRun(db, uid),
	]);
	await askToPrepare(queue, db, uid, unprepared.slice(0, PREPARED));
	return { waiting, hours, cameras, failures, pictures, drawn, hasRun };
}

async function listWaiting(db: Db, uid: string): Promise<Dashboard['waiting']> {
	const { rows } = await db.execute(sql`
		select id, "_automationId", extract(epoch from action_asked_at)::float8 as action_asked_at,
			case "_actionType" when 'replyToEmail' then trigger_subject else action_email_subject end as subject,
			count(*) over ()::int as runs
		from ${automationRuns}
		where _owner = ${uid} and ${isWaiting}
		order by action_asked_at, id limit ${WAITING_SHOWN}`);
	const oldest = rows.map(({ runs, ...run }) => run);
	return { runs: Number(rows[0]?.runs ?? 0), oldest: oldest as Dashboard['waiting']['oldest'] };
}

async function countHours(db: Db, uid: string, since: string) {
	const { rows } = await db.execute(sql`
		select floor(extract(epoch from _timestamp - ${since}::timestamptz) / 3600)::int as hour,
			_outcome as outcome,
			count(*)::int as runs
		from ${automationRuns}
		where _owner = ${uid} and _timestamp >= greatest(${since}::timestamptz, now() - ${LONGEST})
		group by 1, 2 order by 1, 2`);
	return rows as Dashboard['hours'];
}

async function countByCamera(db: Db, uid: string, since: string) {
	const { rows } = await db.execute(sql`
		select c."deviceId", r._outcome as outcome, count(*)::int as runs
		from ${automationRuns} r join ${captures} c on c.id = r."trigger_captureId"
		where r._owner = ${uid} and r."_episodeId" is null
			and r._timestamp >= greatest(${since}::timestamptz, now() - ${LONGEST})
		group by 1, 2 order by 1, 2`);
	return rows as Dashboard['cameras'];
}

async function listFailures(db: Db, uid: string) {
	const { rows } = await db.execute(sql`
		select "_automationId", coalesce(_reason, '') as _reason, count(*)::int as runs,
			extract(epoch from max(_timestamp))::float8 as _timestamp, (array_agg(id order by _timestamp desc))[1] as "runId"
		from ${automationRuns}
		where _owner = ${uid} and _timestamp > now() - interval '24 hours' and _outcome = 'failed'
		group by 1, 2 order by max(_timestamp) desc limit ${FAILURES_SHOWN}`);
	return rows as Dashboard['failures'];
}

/** The newest thumbnail of each device, and newer captures that have none yet. */
async function listPictures(db: Db, uid: string) {
	const { rows } = await db.execute(sql`
		select d.id as "deviceId", c.captured_at, c.thumb_path, n.id as unprepared
		from ${devices} d cross join lateral (
			select captured_at, thumb_path from ${captures}
			where "deviceId" = d.id and thumb_path is not null
			order by captured_at desc, id desc limit 1
		) c left join lateral (
			select id, thumb_path, problem from ${captures}
			where "deviceId" = d.id order by captured_at desc, id desc limit 1
		) n on n.thumb_path is null and n.problem is null
		where d._owner = ${uid} and d.removed_at is null`);
	const pictures = rows.map(({ deviceId, captured_at, thumb_path }) => ({
		deviceId: String(deviceId),
		captured_at: new Date(String(captured_at)).toISOString(),
		thumb_path: String(thumb_path),
	}));
	return { pictures, unprepared: rows.flatMap(({ unprepared: id }) => (id ? [String(id)] : [])) };
}

async function listDrawn(db: Db, uid: string, drawn: ReadonlySet<string>): Promise<string[]> {
	if (drawn.size === 0) return [];
	const found = await db
		.select({ id: devices.id })
		.from(devices)
		.where(and(eq(devices._owner, uid), inArray(devices.id, [...drawn]), isNull(devices.removed_at)));
	return found.map(({ id }) => id);
}

async function anyRun(db: Db, uid: string) {
	const found = await db
		.select({ id: automationRuns.id })
		.from(automationRuns)
		.where(eq(automationRuns._owner, uid))
		.limit(1);
	return found.length > 0;
}
