import type { Run, RunFilter, RunSummary } from '@watchword/contract/run';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';

const PAGE = 50;

const SUMMARY = sql`id, extract(epoch from _timestamp)::float8 as _timestamp, "_automationId", "_triggerType", "_actionType",
	_status, _reason, trigger_capture, trigger_from, trigger_subject, action_condition_met, action_verdict, action_evidence, credits, _mark`;

const REST = sql`action_prompt, trigger_html, trigger_text, trigger_attachments, trigger_checks, action_information,
	action_email_subject, action_email_html, "action_sentTo", action_files, model, "tokensIn", "tokensOut", decide_ms`;

/** Newest first. The cursor is where the last page ended: a time and an id, so that equal times are neither lost nor doubled. */
export async function listRuns(
	db: Db,
	uid: string,
	filter: RunFilter,
): Promise<{ items: RunSummary[]; next: string | null }> {
	const { rows } = await db.execute(sql`
		select ${SUMMARY}, _timestamp::text as at from automation_runs
		where _owner = ${uid} and ${sql.join(conditions(filter), sql` and `)}
		order by _timestamp desc, id desc
		limit ${PAGE + 1}`);
	const items = rows.slice(0, PAGE);
	const last = items.at(-1);
	const next = rows.length > PAGE && last ? Buffer.from(`${last.at} ${last.id}`).toString('base64url') : null;
	return { items: items.map(({ at: _at, ...item }) => item as RunSummary), next };
}

function conditions({ cursor, automation, trigger, outcome, marked, search }: RunFilter): SQL[] {
	const all = [sql`true`];
	if (cursor !== undefined) all.push(sql`(_timestamp, id) < (${readCursor(cursor)})`);
	if (automation) all.push(sql`"_automationId" = ${automation}`);
	if (trigger) all.push(sql`"_triggerType" = ${trigger}`);
	if (outcome) all.push(sql`_status = ${outcome}`);
	if (marked) all.push(sql`_mark is not null`);
	for (const word of search?.split(/\s+/).filter(Boolean) ?? []) {
		const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
		all.push(sql`concat_ws(' ', trigger_from, trigger_subject, action_evidence, _reason) ilike ${like}`);
	}
	return all;
}

export async function readRun(db: Db, uid: string, id: string): Promise<Run> {
	const { rows } = await db.execute(sql`
		select ${SUMMARY}, ${REST} from automation_runs where id = ${id} and _owner = ${uid}`);
	const [found] = rows as unknown as Run[];
	if (!found) throw new Refusal('not-found', 'There is no such run.');
	return found;
}

function readCursor(cursor: string): SQL {
	const parts = /^(\S+ \S+) ([a-z2-7]{20})$/.exec(Buffer.from(cursor, 'base64url').toString());
	if (!parts || Number.isNaN(Date.parse(String(parts[1])))) {
		throw new Refusal('invalid-argument', 'cursor: must be the `next` of an earlier page');
	}
	return sql`${parts[1]}::timestamptz, ${parts[2]}`;
}
