import { sql } from 'drizzle-orm';
import type { automations } from '../automations/tables.ts';
import { EVENT_CHANNEL, envelope } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db } from '../ports.ts';
import type { automationRuns } from '../runs/tables.ts';

/** Workers listen here; what they hear is only "look". */
export const RUNS_CHANNEL = 'watchword_runs';

type Automation = Pick<typeof automations.$inferSelect, 'id' | '_owner'>;

type Signal = Pick<
	typeof automationRuns.$inferInsert,
	'_triggerKey' | '_timestamp' | 'trigger_capture' | 'trigger_captureId' | 'trigger_mailId' | 'trigger_from'
>;

export interface NewRun {
	automation: Automation;
	/** What came from outside. Its key makes one run, however often it comes. */
	signal: Signal;
}

/**
 * Queues runs as a part of the statement that stores what they are made from, so that both are there or neither: it names
 * `signals`, all that is given, and `queued`, the ids of those that meet the condition (of a signal `s` and its automation
 * `a`), whose automation is not deleted, and that were not runs already. A run is made of its automation as it is in that moment.
 */
export function queueing(runs: NewRun[], condition = sql`true`) {
	const given = runs.map(({ automation, signal }) => {
		const id = newId();
		const tells = envelope(automation._owner, { topic: 'runs', id });
		return { ...signal, id, automation: automation.id, tells };
	});
	return sql`
		signals as (
			select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as s(
				id text, automation text, "_triggerKey" text, _timestamp timestamptz, trigger_capture text,
				"trigger_captureId" text, "trigger_mailId" text, trigger_from text, tells text)
		), queued as (
			insert into automation_runs (
				id, _owner, "_automationId", "_triggerKey", _timestamp, "_triggerType", "_actionType", action_prompt,
				"action_toAddress", trigger_device_type, trigger_capture, "trigger_captureId", "trigger_mailId", trigger_from)
			select s.id, a._owner, a.id, s."_triggerKey", coalesce(s._timestamp, now()), a."_triggerType", a."_actionType",
				a.action_prompt, a."action_toAddress", a.trigger_device_type, s.trigger_capture, s."trigger_captureId",
				s."trigger_mailId", s.trigger_from
			from signals s join automations a on a.id = s.automation where not a._deleted and ${condition}
			on conflict ("_triggerKey") do nothing
			returning id
		)`;
}

/** The end of such a statement's select: it tells workers and tabs of each run that was queued, when that commits. */
export const telling = sql`
	pg_notify(${RUNS_CHANNEL}, '')::text || pg_notify(${EVENT_CHANNEL}, s.tells)::text
	from queued q join signals s on s.id = q.id`;

/** The run's id, or null where the same signal already was one. */
export async function queueRun(
	tx: Db,
	automation: Automation,
	signal: NewRun['signal'],
): Promise<string | null> {
	const { rows } = await tx.execute(sql`
		with ${queueing([{ automation, signal }])}
		select q.id, ${telling}`);
	return (rows[0]?.id as string | undefined) ?? null;
}
