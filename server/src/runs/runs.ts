import { TRIGGER_TYPES } from '@watchword/contract/automation';
import { OUTCOMES, type Run, type RunFilter, type RunSummary } from '@watchword/contract/run';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { containing } from './words.ts';

const PAGE = 50;

const SUMMARY = sql`r.id, extract(epoch from r._timestamp)::float8 as _timestamp, r."_automationId", r."_triggerType",
	r."_actionType", r._status, r._reason, r.trigger_capture, r.trigger_from, r.trigger_subject, r.action_condition_met,
	r.action_verdict, r.action_evidence, r.credits, r._mark`;

const REST = sql`action_prompt, trigger_html, trigger_text, trigger_attachments, trigger_checks, action_information,
	action_email_subject, action_email_html, "action_sentTo", action_files, model, "tokensIn", "tokensOut", decide_ms`;

const NEWEST = sql`order by _timestamp desc, id desc limit ${sql.raw(String(PAGE + 1))}`;

/**
 * Newest first. The cursor is where the last page ended: a time and an id, so that equal times are neither lost nor doubled.
 * Which runs are on a page is told by indexes alone, so a page costs the same however many runs there are.
 */
export async function listRuns(
	db: Db,
	uid: string,
	filter: RunFilter,
): Promise<{ items: RunSummary[]; next: string | null }> {
	const { rows } = await db.execute(sql`
		select ${SUMMARY}, round(extract(epoch from r._timestamp) * 1000)::text as ms
		from (${pageOf(uid, filter)}) page join automation_runs r on r.id = page.id
		order by r._timestamp desc, r.id desc`);
	const items = rows.slice(0, PAGE);
	const last = items.at(-1);
	const next = rows.length > PAGE && last ? `${last.ms}_${last.id}` : null;
	return { items: items.map(({ ms: _ms, ...item }) => item as RunSummary), next };
}

function pageOf(uid: string, filter: RunFilter): SQL {
	const { automation, trigger, outcome } = filter;
	const found = filter.search === undefined ? null : containing(filter.search, uid);
	const conditions = [
		automation
			? sql`"_automationId" = ${automation} and exists (select from automations where id = ${automation} and _owner = ${uid})`
			: sql`_owner = ${uid}`,
		...within(filter),
	];
	if (filter.ids) conditions.push(sql`id in ${filter.ids.split(',')}`);
	if (filter.marked) conditions.push(sql`_mark is not null`);
	if (found) conditions.push(found);
	if (!found && !filter.ids && !filter.marked && (trigger || outcome))
		return merged(conditions, trigger, outcome);
	if (trigger) conditions.push(sql`"_triggerType" = ${trigger}`);
	if (outcome) conditions.push(sql`_outcome = ${outcome}`);
	return sql`select id from automation_runs where ${sql.join(conditions, sql` and `)} ${NEWEST}`;
}

/** Each trigger with each outcome has its place in the index in the order of time; the newest of all are a few of each. */
function merged(conditions: SQL[], trigger: RunFilter['trigger'], outcome: RunFilter['outcome']): SQL {
	const triggers = trigger ? [trigger] : TRIGGER_TYPES;
	const outcomes = outcome ? [outcome] : OUTCOMES;
	return sql`
		select one.id from unnest(${list(triggers)}) kind cross join unnest(${list(outcomes)}) came
		cross join lateral (
			select id, _timestamp from automation_runs
			where ${sql.join(conditions, sql` and `)} and "_triggerType" = kind and _outcome = came ${NEWEST}
		) one ${NEWEST}`;
}

const list = (names: readonly string[]) =>
	sql`array[${sql.join(
		names.map((name) => sql`${name}`),
		sql`, `,
	)}]::text[]`;

function within({ cursor, from, to }: RunFilter): SQL[] {
	const all: SQL[] = [];
	if (cursor !== undefined) all.push(sql`(_timestamp, id) < (${readCursor(cursor)})`);
	if (from !== undefined) all.push(sql`_timestamp >= to_timestamp(${from})`);
	if (to !== undefined) all.push(sql`_timestamp < to_timestamp(${to})`);
	return all;
}

export async function readRun(db: Db, uid: string, id: string): Promise<Run> {
	const { rows } = await db.execute(sql`
		select ${SUMMARY}, ${REST} from automation_runs r where id = ${id} and _owner = ${uid}`);
	const [found] = rows as unknown as Run[];
	if (!found) throw new Refusal('not-found', 'There is no such run.');
	return found;
}

function readCursor(cursor: string): SQL {
	const [, ms, id] = /^(\d{1,15})_([a-z2-7]{20})$/.exec(cursor) ?? [];
	if (!ms) throw new Refusal('invalid-argument', 'cursor: must be the `next` of an earlier page');
	return sql`to_timestamp(${ms}::numeric / 1000), ${id}`;
}
