import type { Run } from '@watchword/contract/run';
import { sql } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';

const PAGE = 50;

/** Newest first. The cursor is where the last page ended: a time and an id, so that equal times are neither lost nor doubled. */
export async function listRuns(
	db: Db,
	uid: string,
	cursor: string | undefined,
): Promise<{ items: Run[]; next: string | null }> {
	const after = cursor === undefined ? sql`true` : sql`(_timestamp, id) < (${readCursor(cursor)})`;
	const { rows } = await db.execute(sql`
		select id, extract(epoch from _timestamp)::float8 as _timestamp, _timestamp::text as at, "_automationId", "_triggerType",
			"_actionType", _status, _reason, trigger_capture, trigger_from, trigger_subject, trigger_html, action_condition_met,
			action_verdict, action_evidence, action_information, action_email_subject, action_email_html, action_files, model,
			decide_ms, credits
		from automation_runs
		where _owner = ${uid} and ${after}
		order by _timestamp desc, id desc
		limit ${PAGE + 1}`);
	const items = rows.slice(0, PAGE) as unknown as (Run & { at?: string })[];
	const last = items.at(-1);
	const next = rows.length > PAGE && last ? Buffer.from(`${last.at} ${last.id}`).toString('base64url') : null;
	for (const item of items) delete item.at;
	return { items, next };
}

function readCursor(cursor: string) {
	const parts = /^(\S+ \S+) ([a-z2-7]{20})$/.exec(Buffer.from(cursor, 'base64url').toString());
	if (!parts || Number.isNaN(Date.parse(String(parts[1])))) {
		throw new Refusal('invalid-argument', 'cursor: must be the `next` of an earlier page');
	}
	return sql`${parts[1]}::timestamptz, ${parts[2]}`;
}
