import { clockTime } from '@watchword/contract/clock-time';
import {
	type Notification,
	notificationInWords,
	type ReaderClock,
	type ReadNotification,
	reasonOf,
} from '@watchword/contract/notification';
import type { RunNotification } from '@watchword/contract/run';
import type { Tells } from '@watchword/contract/watch';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isoTime } from '../base/sql.ts';
import { automationRuns } from './tables.ts';

/** What is stored of a notification: its state, and for searches and lists a reason without times. */
export const storedNotification = (notification: Notification) => ({
	action_notification: notification,
	_reason: reasonOf({ ...notification, by: [] }, null),
});

type RunRow = Record<'action_notification' | 'action_sentTo' | 'action_pushes' | 'action_toldBy', SQLWrapper>;

const waysOf = (run: RunRow) =>
	sql`jsonb_build_object('by', case when ${run.action_sentTo} is null then '[]'::jsonb else '["mail"]' end
		|| case when ${run.action_pushes} > 0 then '["push"]'::jsonb else '[]' end || to_jsonb(${run.action_toldBy}))`;

const t = alias(automationRuns, 't');

/** Runs of earlier versions have no state: what an ended one reported was sent. */
const earlier = (run: RunRow) =>
	sql`(select coalesce(${t.action_notification}, case when ${t.ended_at} is null then '{"state": "sending"}'::jsonb
	else jsonb_build_object('state', 'sent', 'at', ${isoTime(t.ended_at)}) end) || ${waysOf(t)}
	from ${automationRuns} ${t} where ${t.id} = ${run.action_notification} ->> 'runId')`;

/** The notification of a run, with what became of the earlier one that it refers to. */
export const readNotification = (
	run: RunRow,
) => sql<ReadNotification | null>`${run.action_notification} || ${waysOf(run)} || case
	when ${run.action_notification} ->> 'state' = 'known' then jsonb_build_object('earlier', ${earlier(run)}) else '{}' end`;

/** The clock of a reader in this zone. */
export const clockIn = (zone: string, now = new Date()): ReaderClock => ({
	write: (iso) => clockTime(new Date(iso), zone, now),
	now: now.getTime(),
});

interface Row {
	_reason: string | null;
	action_tells: Tells | null;
	action_notification: ReadNotification | null;
}

/** A run with its sentences. Those of earlier versions stay as they were stored. */
export function inWords<R extends Row>(run: R, clock: ReaderClock) {
	const { action_notification: read, action_tells } = run;
	if (!read) return { ...run, action_notification: null };
	const words = notificationInWords(read, action_tells, clock);
	const action_notification = { ...read, words } as RunNotification;
	return { ...run, action_notification, _reason: reasonOf(read, clock) ?? run._reason };
}
