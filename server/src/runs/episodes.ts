import { EPISODE_GAP_MS } from '@watchword/contract/constants';
import type { Episode, EpisodeFilter } from '@watchword/contract/episode';
import { episodeInWords } from '@watchword/contract/notification';
import { type SQL, sql } from 'drizzle-orm';
import { accountZone } from '../automations/account-zone.ts';
import { automations } from '../automations/tables.ts';
import { cutPage, placeOfCursor } from '../base/cursor.ts';
import { Refusal } from '../base/failures.ts';
import { isoTime } from '../base/sql.ts';
import type { Db } from '../ports/database.ts';
import { clockIn } from './notifications.ts';
import { automationRuns, episodes, heldAlerts, wasTold } from './tables.ts';

const PAGE = 100;

/** It is over after this long without captures. */
const GAP = sql`make_interval(secs => ${sql.raw(String(EPISODE_GAP_MS / 1000))})`;

/** It lasts only while its automation still watches for it, and while captures come. */
const isOpen = sql`e.ended_at is null and not a._deleted and not a._paused
	and e.watch = md5(a.action_prompt || chr(10) || coalesce(a."trigger_device_deviceID", ''))
	and e.last_at > now() - ${GAP}`;

/** The run that began an episode `e`, or the first one that is kept. */
export const firstRun = sql`coalesce((select b.id from ${automationRuns} b where b.id = e."first_runId"), (
	select b.id from ${automationRuns} b where b."_episodeId" = e.id order by b._timestamp, b.id limit 1))`;

/** Uses the index of an automation's runs by outcome, of which few have failed. The run that reports the end comes after `last_at`. */
const failedRuns = sql`(select count(*) from ${automationRuns} m where m."_automationId" = e."_automationId"
	and m."_triggerType" = 'capture' and m._outcome = 'failed'
	and m._timestamp between e.first_at and e.last_at + ${GAP} and m."_episodeId" = e.id)`;

/** An episode `e` as a document. Mails are counted from its runs, so that the number is always right. */
const DOCUMENT = sql`json_build_object('id', e.id, '_automationId', e."_automationId", 'deviceId', e."deviceId",
	'first_at', ${isoTime(sql`e.first_at`)}, 'last_at', ${isoTime(sql`e.last_at`)}, 'open', ${isOpen}, 'captures', e.captures,
	'mails', told.mails, 'pushes', told.pushes, 'messages', told.messages, 'held', held.alerts, 'held_until', held.until, 'words', '',
	'isTold', a."_actionType" = 'sendEmail', 'zone', ${accountZone(sql`e._owner`, sql`e."_automationId"`)},
	'failed', ${failedRuns}, 'first_runId', coalesce(f.id, e."first_runId"), 'first_captureId', f."trigger_captureId", 'evidence', f.action_evidence)`;

/** Alerts that were sent in one message count once. */
const TOGETHER = sql.raw(
	`case when m.action_notification @> '{"together": true}' then m.action_notification ->> 'at' else m.id end`,
);

const EPISODES = sql`${episodes} e join ${automations} a on a.id = e."_automationId"
	left join ${automationRuns} f on f.id = ${firstRun}
	cross join lateral (select count(distinct m."action_sentTo" || ${TOGETHER}) as mails,
		count(distinct case when m.action_pushes > 0 then ${TOGETHER} end) as pushes,
		count(distinct case when m."action_toldBy" <> '{}' then ${TOGETHER} end) as messages
		from ${automationRuns} m where m."_episodeId" = e.id and ${wasTold}) told
	cross join lateral (select count(*) as alerts, min(m.action_notification ->> 'at') as until
		from ${heldAlerts} h join ${automationRuns} m on m.id = h.id
		where h."_automationId" = e."_automationId" and m."_episodeId" = e.id) held`;

/** The document of the episode with this id. */
export const episodeDocument = (id: SQL) => sql`select ${DOCUMENT} from ${EPISODES} where e.id = ${id}`;

export type EpisodeDocument = Episode & { isTold: boolean; zone: string };

/** With its sentence, on the clock of the account. */
export function worded({ isTold, zone, ...episode }: EpisodeDocument): Episode {
	return { ...episode, words: episodeInWords(episode, isTold, clockIn(zone)) };
}

/** Newest first. */
export async function listEpisodes(
	db: Db,
	uid: string,
	{ cursor, automation, device, from, to }: EpisodeFilter,
): Promise<{ items: Episode[]; next: string | null }> {
	const conditions = [sql`e._owner = ${uid}`];
	if (automation) conditions.push(sql`e."_automationId" = ${automation}`);
	if (device) conditions.push(sql`e."deviceId" = ${device}`);
	if (from) conditions.push(sql`e.last_at >= ${from}::timestamptz`);
	if (to) conditions.push(sql`e.first_at < ${to}::timestamptz`);
	if (cursor !== undefined) conditions.push(sql`(e.first_at, e.id) < ${placeOfCursor(cursor)}`);
	const { rows } = await db.execute(sql`
		select ${DOCUMENT} as document from ${EPISODES} where ${sql.join(conditions, sql` and `)}
		order by e.first_at desc, e.id desc limit ${PAGE + 1}`);
	const found = rows.map(({ document }) => worded(document as EpisodeDocument));
	return cutPage(found, PAGE, ({ first_at, id }) => [Date.parse(first_at), id]);
}

export async function readEpisode(db: Db, uid: string, id: string): Promise<Episode> {
	const { rows } = await db.execute(sql`
		select ${DOCUMENT} as document from ${EPISODES} where e.id = ${id} and e._owner = ${uid}`);
	const [found] = rows;
	if (!found) throw new Refusal('not-found', 'There is no such episode.');
	return worded(found.document as EpisodeDocument);
}
