import { sql } from 'drizzle-orm';
import type { automations } from '../automations/tables.ts';
import { announcement } from '../events.ts';
import { newId } from '../ids.ts';
import type { Db } from '../ports.ts';
import { automationRuns } from '../runs/tables.ts';

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

/** An outside signal becomes a queued run, in the signal's own transaction. Null where the same signal already did. */
export async function queueRun(tx: Db, automation: Automation, signal: Signal): Promise<string | null> {
	const id = newId();
	const [added] = await tx
		.insert(automationRuns)
		.values({
			id,
			_owner: automation._owner,
			_automationId: automation.id,
			_triggerType: automation._triggerType,
			_actionType: automation._actionType,
			action_prompt: automation.action_prompt,
			action_toAddress: automation.action_toAddress,
			trigger_device_type: automation.trigger_device_type,
			...signal,
		})
		.onConflictDoNothing({ target: automationRuns._triggerKey })
		.returning({
			id: automationRuns.id,
			wakes: sql`pg_notify(${RUNS_CHANNEL}, '')`,
			tells: announcement(automation._owner, { topic: 'runs', id }),
		});
	return added?.id ?? null;
}
