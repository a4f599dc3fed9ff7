/** What a shared link shows: the pictures, the time, the verdict and the evidence of a run or an episode, and nothing else. */
import type { PictureBox } from '@watchword/contract/boxes';
import type { Episode } from '@watchword/contract/episode';
import type { Verdict } from '@watchword/contract/mark';
import { SHARED_PICTURES } from '@watchword/contract/sharing';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { captures } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import { episodeDocument } from '../runs/episodes.ts';
import { automationRuns, episodes } from '../runs/tables.ts';

/** Exactly one of the two is set. */
export interface Shared {
	run_id: string | null;
	episode_id: string | null;
}

export interface MomentPicture {
	/** Its part of the address: digits. */
	name: string;
	at: Date;
	boxes: PictureBox[];
	/** The capture whose thumbnail is not made yet. */
	unprepared: string | null;
}

export interface Moment {
	at: Date;
	/** For an episode: its last capture, whether it still lasts, and its number of captures. */
	episode: { last_at: Date; lasts: boolean; captures: number } | null;
	verdict: Verdict | null;
	evidence: string | null;
	pictures: MomentPicture[];
	/** The time zone in which its automation was saved. */
	zone: string;
}

/** Null if it was deleted. */
export function readMoment(db: Db, { run_id, episode_id }: Shared): Promise<Moment | null> {
	return run_id !== null ? readRun(db, run_id) : readEpisode(db, String(episode_id));
}

/** Whether a visitor would see more than a time. */
export const hasSomethingToShow = ({ pictures, evidence }: Moment) =>
	pictures.length > 0 || evidence !== null;

const RUN = {
	_timestamp: automationRuns._timestamp,
	action_verdict: automationRuns.action_verdict,
	action_evidence: automationRuns.action_evidence,
	action_boxes: automationRuns.action_boxes,
	trigger_frames: automationRuns.trigger_frames,
	zone: automations._zone,
	// A picture in a mail is part of the mail: only a camera's pictures are shown.
	capture: {
		id: captures.id,
		captured_at: captures.captured_at,
		image_path: captures.image_path,
		thumb_path: captures.thumb_path,
	},
};

async function findRun(db: Db, id: string) {
	const [run] = await db
		.select(RUN)
		.from(automationRuns)
		.innerJoin(automations, eq(automations.id, automationRuns._automationId))
		.leftJoin(captures, eq(captures.id, automationRuns.trigger_captureId))
		.where(eq(automationRuns.id, id));
	return run ?? null;
}

async function readRun(db: Db, id: string): Promise<Moment | null> {
	const run = await findRun(db, id);
	if (!run) return null;
	// A capture can be run again later: the time is that of the picture.
	const at = run.capture?.captured_at ?? run._timestamp;
	const pictures = pathsOf(run).map((_path, index) => ({
		name: String(index),
		at,
		boxes: run.action_boxes.filter(({ picture }) => picture === index),
		unprepared: index === 0 && run.capture?.thumb_path === null ? run.capture.id : null,
	}));
	const { action_verdict: verdict, action_evidence: evidence, zone } = run;
	return { at, episode: null, verdict, evidence, pictures, zone };
}

/** The capture and the further pictures of its moment; empty if the capture cannot be shown. */
const pathsOf = ({ capture, trigger_frames }: NonNullable<Awaited<ReturnType<typeof findRun>>>) =>
	capture?.image_path ? [capture.image_path, ...trigger_frames] : [];

async function readEpisode(db: Db, id: string): Promise<Moment | null> {
	const { rows } = await db.execute(sql`
		select (${episodeDocument(sql`${id}`)}) as episode,
			(select a._zone from ${automations} a join ${episodes} e on e."_automationId" = a.id where e.id = ${id}) as zone`);
	const [{ episode, zone }] = rows as [{ episode: Episode | null; zone: string }];
	if (!episode) return null;
	return {
		at: new Date(episode.first_at),
		episode: { last_at: new Date(episode.last_at), lasts: episode.open, captures: episode.captures },
		// In an episode the condition was met.
		verdict: 'met',
		evidence: episode.evidence,
		pictures: await picturesOfEpisode(db, id),
		zone,
	};
}

/** The first, the last, and others evenly between them. Each is named by its time, so that names stay valid while more come. */
async function picturesOfEpisode(db: Db, id: string): Promise<MomentPicture[]> {
	const last = SHARED_PICTURES - 1;
	const { rows } = await db.execute(sql`
		select ms, boxes, unprepared from (
			select ${millisecondsOf(sql`c.captured_at`)} as ms, r.action_boxes as boxes,
				case when c.thumb_path is null then c.id end as unprepared,
				row_number() over (order by c.captured_at, r.id) - 1 as place, count(*) over () as total
			from ${automationRuns} r join ${captures} c on c.id = r."trigger_captureId"
			where r."_episodeId" = ${id} and c.image_path is not null
		) picture
		where total <= ${SHARED_PICTURES}
			or place in (select round(nth * (total - 1) / ${last}::numeric) from generate_series(0, ${last}) nth)
		order by place`);
	return (rows as { ms: string; boxes: PictureBox[]; unprepared: string | null }[]).map(
		({ ms, boxes, unprepared }) => ({
			name: String(ms),
			at: new Date(Number(ms)),
			boxes: boxes.filter(({ picture }) => picture === 0),
			unprepared,
		}),
	);
}

const millisecondsOf = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`;

const PICTURE_NAME = /^\d{1,15}$/;

/** Where a picture of a shared moment is stored; null if the moment has no such picture. */
export async function findPicture(
	db: Db,
	{ run_id, episode_id }: Shared,
	name: string,
	small: boolean,
): Promise<string | null> {
	if (!PICTURE_NAME.test(name)) return null;
	if (run_id !== null) {
		const run = await findRun(db, run_id);
		if (!run) return null;
		const path = pathsOf(run)[Number(name)];
		return (small && name === '0' ? run.capture?.thumb_path : null) ?? path ?? null;
	}
	const [found] = await db
		.select({ image_path: captures.image_path, thumb_path: captures.thumb_path })
		.from(automationRuns)
		.innerJoin(captures, eq(captures.id, automationRuns.trigger_captureId))
		.where(
			and(
				eq(automationRuns._episodeId, String(episode_id)),
				sql`${millisecondsOf(sql`${captures.captured_at}`)} = ${name}::bigint`,
			),
		)
		.limit(1);
	return found?.image_path ? ((small ? found.thumb_path : null) ?? found.image_path) : null;
}
