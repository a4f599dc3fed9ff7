import { sql } from 'drizzle-orm';
import type { automations } from '../automations/tables.ts';
import { EVENT_CHANNEL, envelope } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db } from '../ports.ts';
import type { automationRuns } from '../runs/tables.ts';

/** Workers listen here; what they hear is only "look". */
export const RUNS_CHANNEL = 'watchword_runs';

type Automation = Pick<
	typeof automations.$inferSelect,
	| 'id'
	| '_owner'
	| '_triggerType'
	| '_actionType'
	| 'action_prompt'
	| 'action_toAddress'
	| 'trigger_device_type'
>;

type Signal = Pick<
	typeof automationRuns.$inferInsert,
	'_triggerKey' | '_timestamp' | 'trigger_capture' | 'trigger_captureId' | 'trigger_mailId' | 'trigger_from'
>;

/**
 * Outside signals become queued runs, in their own transaction: one statement for any number. The run's id for each, or
 * null where the same signal already was one.
 */
export async function queueRuns(
	tx: Db,
	signals: { automation: Automation; signal: Signal }[],
): Promise<(string | null)[]> {
	if (signals.length === 0) return [];
	const given = signals.map(({ automation, signal }) => {
		const id = newId();
		const { _owner } = automation;
		return {
			...automation,
			...signal,
			id,
			automation: automation.id,
			tells: envelope(_owner, { topic: 'runs', id }),
		};
	});
	const { rows } = await tx.execute(sql`
		with given as (
			select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(
				id text, _owner text, automation text, "_triggerKey" text, _timestamp timestamptz, "_triggerType" text,
				"_actionType" text, action_prompt text, "action_toAddress" text, trigger_device_type text,
				trigger_capture text, "trigger_captureId" text, "trigger_mailId" text, trigger_from text, tells text)
		), queued as (
			insert into automation_runs (
				id, _owner, "_automationId", "_triggerKey", _timestamp, "_triggerType", "_actionType", action_prompt,
				"action_toAddress", trigger_device_type, trigger_capture, "trigger_captureId", "trigger_mailId", trigger_from)
			select id, _owner, automation, "_triggerKey", coalesce(_timestamp, now()), "_triggerType", "_actionType",
				action_prompt, "action_toAddress", trigger_device_type, trigger_capture, "trigger_captureId",
				"trigger_mailId", trigger_from
			from given
			on conflict ("_triggerKey") do nothing
			returning id
		)
		select q.id, pg_notify(${RUNS_CHANNEL}, ''), pg_notify(${EVENT_CHANNEL}, g.tells)
		from queued q join given g on g.id = q.id`);
	const queued = new Set(rows.map(({ id }) => id));
	return given.map(({ id }) => (queued.has(id) ? id : null));
}

export async function queueRun(tx: Db, automation: Automation, signal: Signal): Promise<string | null> {
	const [id = null] = await queueRuns(tx, [{ automation, signal }]);
	return id;
}
