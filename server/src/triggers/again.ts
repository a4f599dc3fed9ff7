import { and, eq } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { Refusal } from '../base/failures.ts';
import { queueRun } from '../engine/queue-runs.ts';
import type { Db } from '../ports/database.ts';
import { keyOfRunAgain } from '../runs/again.ts';
import { automationRuns } from '../runs/tables.ts';

const DELETED = 'The automation of this run was deleted.';

/** Runs the automation, with its present settings, on the picture or mail of an earlier run. */
export async function runAgain(db: Db, uid: string, id: string): Promise<string> {
	return db.transaction(async (tx) => {
		const [found] = await tx
			.select({ run: automationRuns, automation: automations })
			.from(automationRuns)
			.innerJoin(automations, eq(automations.id, automationRuns._automationId))
			.where(and(eq(automationRuns.id, id), eq(automationRuns._owner, uid)));
		if (!found) throw new Refusal('not-found', 'There is no such run.');
		const { run, automation } = found;
		if (automation._deleted) throw new Refusal('conflict', DELETED);
		if (automation._triggerType !== run._triggerType) {
			throw new Refusal(
				'conflict',
				'The automation listens to something else now, so this cannot be run again.',
			);
		}
		const queued = await queueRun(tx, automation, {
			_triggerKey: keyOfRunAgain(run.id),
			trigger_capture: run.trigger_capture,
			trigger_captureId: run.trigger_captureId,
			trigger_mailId: run.trigger_mailId,
			trigger_from: run.trigger_from,
		});
		if (!queued) throw new Refusal('conflict', DELETED);
		return queued;
	});
}
