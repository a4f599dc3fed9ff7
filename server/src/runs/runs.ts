import { TRIGGER_TYPES } from '@watchword/contract/automation';
import { OUTCOMES, type Run, type RunFilter, type RunSummary } from '@watchword/contract/run';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accountZone } from '../automations/account-zone.ts';
import { automations } from '../automations/tables.ts';
import { cutPage, placeOfCursor } from '../base/cursor.ts';
import { Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import { type EpisodeDocument, episodeDocument, worded as wordedEpisode } from './episodes.ts';
import { groupedPage, isGrouped } from './grouped.ts';
import { clockIn, inWords, readNotification } from './notifications.ts';
import { asArray, searchPage } from './search.ts';
import { containing, wordsIn } from './search-words.ts';
import { automationRuns, isForWorkers, isWaiting } from './tables.ts';

const PAGE = 50;

const r = alias(automationRuns, 'r');

const SUMMARY = sql`r.id, extract(epoch from r._timestamp)::float8 as _timestamp, r."_automationId", r."_triggerType",
	r."_actionType", r._status, r._reason, r.trigger_capture, r."trigger_captureId", r.trigger_from, r.trigger_subject, r.action_condition_met,
	r.action_verdict, r.action_evidence, r."_episodeId", r.action_tells, r.credits, r._mark, ${readNotification(r)} as action_notification,
	${accountZone(sql`r._owner`, sql`r."_automationId"`)} as zone`;

/** The current attempt holds a lease; it is counted but has not failed. */
const HAS_FAILED = sql`attempts > num_nonnulls(lease)`;

/**
 * The run that keeps `r` waiting. If the first open run has not failed, it is being carried out and ends soon. A run that waits
 * for approval does not wait for another run.
 */
const BEFORE_IT = sql`(
	select first.id from (
		select id, seq, attempts, lease from automation_runs where "_automationId" = r."_automationId" and ${isForWorkers} order by seq limit 1
	) first where r._status in ('queued', 'decided') and r."_triggerType" = 'capture' and first.seq < r.seq and ${HAS_FAILED}
)`;

const REST = sql`action_prompt, trigger_frames, trigger_html, trigger_text, trigger_attachments, trigger_unread, trigger_checks, action_information,
	action_boxes, action_examples, action_zones, action_value, action_fields, action_corrections, "action_firstLook", action_email_subject, action_email_html, "action_sentTo",
	extract(epoch from action_asked_at)::float8 as action_asked_at, action_approval, extract(epoch from action_answered_at)::float8 as action_answered_at,
	action_draft is not null as action_edited, action_files,
	extract(epoch from action_files_deleted_at)::float8 as action_files_deleted_at, model,
	"tokensIn", "tokensOut", decide_ms, _status in ('queued', 'decided') and ${HAS_FAILED} as _retries, ${BEFORE_IT} as "_waitsFor"`;

const inOrder = ({ order }: RunFilter, size = PAGE + 1) =>
	order === 'oldest'
		? sql`order by _timestamp, id limit ${sql.raw(String(size))}`
		: sql`order by _timestamp desc, id desc limit ${sql.raw(String(size))}`;

/** Newest first by default. Indexes alone decide which runs are on a page, so its cost does not depend on the number of runs. */
export async function listRuns(
	db: Db,
	uid: string,
	filter: RunFilter,
): Promise<{ items: RunSummary[]; next: string | null }> {
	if (isGrouped(filter)) return listGrouped(db, uid, filter);
	const { rows } = await db.execute(sql`
		select ${SUMMARY} from (${await pageOf(db, uid, filter)}) page join automation_runs r on r.id = page.id ${inOrder(filter)}`);
	const page = cutPage(rows, PAGE, ({ _timestamp, id }) => [
		Math.round(Number(_timestamp) * 1000),
		String(id),
	]);
	return { ...page, items: page.items.map(worded) };
}

/** A row with its sentences, on the clock of the account. */
function worded<R extends RunSummary = RunSummary>({ zone, ...row }: Record<string, unknown>): R {
	const clock = clockIn(String(zone));
	const run = inWords(row as unknown as Parameters<typeof inWords>[0], clock) as unknown as R;
	return run.episode ? { ...run, episode: wordedEpisode(run.episode as EpisodeDocument) } : run;
}

async function listGrouped(db: Db, uid: string, filter: RunFilter) {
	const { rows } = await db.execute(sql`
		select ${SUMMARY}, (${episodeDocument(sql`page."episodeId"`)}) as episode,
			extract(epoch from page.at)::float8 as at, page.key
		from (${groupedPage(uid, filter, PAGE + 1)}) page join automation_runs r on r.id = page.id
		order by page.at desc, page.key desc`);
	const page = cutPage(rows, PAGE, ({ at, key }) => [Math.round(Number(at) * 1000), String(key)]);
	return { ...page, items: page.items.map(({ at, key, ...run }) => worded(run)) };
}

async function pageOf(db: Db, uid: string, filter: RunFilter): Promise<SQL> {
	const { search = '', ...rest } = filter;
	const found = containing(search, uid);
	if (!found) return firstRuns(uid, rest);
	return searchPage(db, {
		uid,
		words: wordsIn(search),
		found,
		isOldestFirst: filter.order === 'oldest',
		size: PAGE + 1,
		first: (size, columns) => firstRuns(uid, rest, size, columns),
		after: (cursor) => allOf([...conditionsOf(uid, { ...rest, cursor }), ...kindOf(rest)]),
	});
}

const allOf = (conditions: SQL[]) => sql.join(conditions, sql` and `);

function conditionsOf(uid: string, filter: RunFilter): SQL[] {
	const { automation } = filter;
	const conditions = [
		automation
			? sql`"_automationId" = ${automation} and exists (
				select from ${automations} a where a.id = ${automation} and a._owner = ${uid})`
			: sql`_owner = ${uid}`,
		...within(filter),
	];
	if (filter.episode) conditions.push(sql`"_episodeId" = ${filter.episode}`);
	if (filter.ids) conditions.push(sql`id in ${filter.ids.split(',')}`);
	if (filter.marked) conditions.push(sql`_mark is not null`);
	if (filter.waiting) conditions.push(isWaiting);
	return conditions;
}

function kindOf({ trigger, outcome }: RunFilter): SQL[] {
	return [
		...(trigger ? [sql`"_triggerType" = ${trigger}`] : []),
		...(outcome ? [sql`_outcome = ${outcome}`] : []),
	];
}

/** The first runs, without regard to words. */
function firstRuns(uid: string, filter: RunFilter, size = PAGE + 1, columns = sql`id, _timestamp`): SQL {
	const conditions = conditionsOf(uid, filter);
	const kind = kindOf(filter);
	if (kind.length > 0 && !filter.ids && !filter.marked && !filter.waiting)
		return merged(conditions, filter, size, columns);
	return sql`select ${columns} from automation_runs where ${allOf([...conditions, ...kind])} ${inOrder(filter, size)}`;
}

/** The index has each trigger with each outcome in time order; the newest of all are among the newest of each. */
function merged(conditions: SQL[], filter: RunFilter, size: number, columns: SQL): SQL {
	const { trigger, outcome } = filter;
	const triggers = trigger ? [trigger] : TRIGGER_TYPES;
	const outcomes = outcome ? [outcome] : OUTCOMES;
	return sql`
		select one.* from unnest(${asArray(triggers)}) kind cross join unnest(${asArray(outcomes)}) came
		cross join lateral (
			select ${columns} from automation_runs
			where ${allOf(conditions)} and "_triggerType" = kind and _outcome = came ${inOrder(filter, size)}
		) one ${inOrder(filter, size)}`;
}

function within({ cursor, from, to, order }: RunFilter): SQL[] {
	const all: SQL[] = [];
	if (cursor !== undefined) {
		const after = order === 'oldest' ? sql`>` : sql`<`;
		all.push(sql`(_timestamp, id) ${after} ${placeOfCursor(cursor)}`);
	}
	if (from !== undefined) all.push(sql`_timestamp >= to_timestamp(${from})`);
	if (to !== undefined) all.push(sql`_timestamp < to_timestamp(${to})`);
	return all;
}

/** How many pictures of an automation the built-in model looked at first in the last week, and how many it ruled out. */
export async function countFirstLooks(
	db: Db,
	automationId: string,
): Promise<{ looks: number; saved: number }> {
	const { rows } = await db.execute(sql`
		select count(*)::int as looks, count(*) filter (where "action_firstLook" @> '{"asked": false}')::int as saved
		from automation_runs where "_automationId" = ${automationId} and _timestamp > now() - interval '7 days'
			and "action_firstLook" is not null`);
	return rows[0] as { looks: number; saved: number };
}

const LATEST = 100;

/** The ids of an automation's newest runs, newest first. */
export async function latestRuns(db: Db, automationId: string): Promise<string[]> {
	const found = await db
		.select({ id: automationRuns.id })
		.from(automationRuns)
		.where(eq(automationRuns._automationId, automationId))
		.orderBy(desc(automationRuns._timestamp))
		.limit(LATEST);
	return found.map(({ id }) => id);
}

/** After an update, it matters what decided lately, and not what did years ago. */
const LATELY = 50;

/** Whether the built-in model found a verdict in one of the newest runs of an automation. */
export async function decidedLately(db: Db, automationId: string): Promise<boolean> {
	const { rows } = await db.execute(sql`
		select exists (select from (
			select model, action_verdict from automation_runs where "_automationId" = ${automationId}
			order by _timestamp desc limit ${LATELY}
		) newest where model = 'built-in' and action_verdict <> 'cannot tell') as decided`);
	return rows[0]?.decided === true;
}

export async function readRun(db: Db, uid: string, id: string): Promise<Omit<Run, 'deliveries'>> {
	const { rows } = await db.execute(sql`
		select ${SUMMARY}, ${REST} from automation_runs r where id = ${id} and _owner = ${uid}`);
	const [found] = rows;
	if (!found) throw new Refusal('not-found', 'There is no such run.');
	return worded<Run>(found);
}
