import { latestFire } from '@watchword/contract/schedule';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { workFor } from '../../base/turns.ts';
import { readPicture } from '../../pictures/decoder.ts';
import type { Db } from '../../ports/database.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { Job } from '../../ports/queue.ts';
import { isWaiting } from '../../runs/tables.ts';
import { type BriefEpisode, type BriefRuns, type NowBeyond, writeBrief } from './write.ts';

declare module '../../ports/queue.ts' {
	interface Jobs {
		/** The mail about the 24 hours before an instant, ISO 8601. */
		brief: { uid: string; until: string };
	}
}

interface BriefNeeds {
	db: Db;
	objects: ObjectStore;
	mailer: Mailer;
	publicUrl: string;
	mailDomain: string;
}

const DAY_MS = 24 * 3600_000;
const MAX_EPISODES = 60;
const MAX_PICTURES = 8;
const PICTURE_SIDE = 480;

/** Mails a customer what happened in the day before `until`, from recorded runs only. */
export async function mailBrief(
	{ db, objects, mailer, publicUrl, mailDomain }: BriefNeeds,
	{ uid, until }: { uid: string; until: string },
): Promise<void> {
	const { email, brief_at, alert_zone, disabled_at } = users;
	const [user] = await db
		.select({ email, brief_at, zone: alert_zone })
		.from(users)
		.where(and(eq(users.id, uid), isNull(disabled_at), isNotNull(brief_at)));
	if (!user) return;
	const day = dayOf(user, new Date(until));
	const found = await episodesOf(db, uid, day);
	const episodes = await workFor({ owner: uid }, () => withPictures(objects, found.episodes));
	const written = {
		...found,
		episodes,
		runs: await runsOf(db, uid, day),
		nowBeyond: await nowBeyondOf(db, uid, day),
	};
	await mailer.send({
		...writeBrief(written, { ...user, day, publicUrl }),
		// The same brief that is sent again after a crash is recognised as the same mail.
		messageId: `<brief-${uid}-${day.to.getTime()}@${mailDomain}>`,
	});
}

export const brief: Job<'brief', BriefNeeds> = { handle: mailBrief };

interface Day {
	from: Date;
	to: Date;
}

/** 24 hours, or since the previous brief if that is longer: the day on which daylight saving ends has 25. */
function dayOf({ brief_at, zone }: { brief_at: string | null; zone: string }, to: Date): Day {
	const before = latestFire(brief_at === null ? [] : [brief_at], zone, 0, new Date(to.getTime() - 1));
	const from = to.getTime() - DAY_MS;
	return { from: new Date(Math.min(from, before?.getTime() ?? from)), to };
}

type FoundEpisode = Omit<BriefEpisode, 'picture'> & { path: string | null };

/** Whether an episode `e` lasted at some moment of the day. */
const lastedIn = ({ from, to }: Day) =>
	sql`e.last_at >= ${from.toISOString()}::timestamptz and e.first_at < ${to.toISOString()}::timestamptz`;

/** Episodes that lasted at some moment of the day, oldest first. An episode without its first run is left out. */
async function episodesOf(db: Db, uid: string, day: Day) {
	const { rows } = await db.execute(sql`
		select e.id, e.first_at, e.last_at, e.captures, a._name as name, coalesce(d."desc", '') as camera,
			e."deviceId" as "cameraId", r.action_evidence as evidence,
			coalesce(c.thumb_path, r.trigger_capture) as path, count(*) over ()::int as all
		from episodes e
		join automation_runs r on r.id = e."first_runId"
		join automations a on a.id = e."_automationId"
		left join devices d on d.id = e."deviceId"
		left join captures c on c.id = r."trigger_captureId"
		where e._owner = ${uid} and ${lastedIn(day)}
		order by e.first_at, e.id limit ${MAX_EPISODES}`);
	const episodes = rows.map((row) => ({
		...row,
		first_at: new Date(row.first_at as string),
		last_at: new Date(row.last_at as string),
	})) as unknown as FoundEpisode[];
	return { episodes, more: Number(rows[0]?.all ?? 0) - episodes.length };
}

/** How many runs of each automation ended how, apart from those that belong to an episode. */
async function runsOf(db: Db, uid: string, day: Day): Promise<BriefRuns[]> {
	const { rows } = await db.execute(sql`
		select a.id, a._name as name, coalesce(d."desc", '') as camera, a."trigger_device_deviceID" as "cameraId",
			counted.outcome, counted.count,
			exists (select from episodes e where e."_automationId" = a.id and ${lastedIn(day)}) as "hasEpisodes"
		from (select "_automationId", case when ${isWaiting} then 'waiting' else _outcome end as outcome, count(*)::int as count
				from automation_runs
			where _owner = ${uid} and "_episodeId" is null and _timestamp >= ${day.from.toISOString()}::timestamptz
				and _timestamp < ${day.to.toISOString()}::timestamptz
			group by 1, 2) counted
		join automations a on a.id = counted."_automationId"
		left join devices d on d.id = a."trigger_device_deviceID"
		order by a._name, a.id, counted.outcome`);
	return rows as unknown as BriefRuns[];
}

/** The automations of which an update that day understands less. */
async function nowBeyondOf(db: Db, uid: string, { from, to }: Day): Promise<NowBeyond[]> {
	const { rows } = await db.execute(sql`
		select id, _name as name, "_nowBeyond"->'words' as words from automations
		where _owner = ${uid} and not _deleted and "_nowBeyond" is not null
			and ("_nowBeyond"->>'since')::timestamptz >= ${from.toISOString()}::timestamptz
			and ("_nowBeyond"->>'since')::timestamptz < ${to.toISOString()}::timestamptz
		order by _name, id`);
	return rows as unknown as NowBeyond[];
}

/** Small pictures of the first episodes. One that cannot be read is left out. */
async function withPictures(objects: ObjectStore, found: FoundEpisode[]): Promise<BriefEpisode[]> {
	const episodes: BriefEpisode[] = [];
	let left = MAX_PICTURES;
	for (const { path, ...episode } of found) {
		const picture = path !== null && left > 0 ? await smallPicture(objects, path) : null;
		if (picture) left -= 1;
		episodes.push({ ...episode, picture });
	}
	return episodes;
}

async function smallPicture(objects: ObjectStore, path: string): Promise<Buffer | null> {
	const bytes = await objects.read(path);
	// Not every mail program shows WebP, so they are sent as JPEG.
	const wanted = { jpeg: { quality: 80, longestSide: PICTURE_SIDE } };
	const made = bytes && (await readPicture(bytes, wanted).catch(() => null));
	return made?.jpeg ?? null;
}
