import { EXAMPLES_MAX, type Side } from '@watchword/contract/example';
import { expectedVerdicts, type Mark, type Verdict } from '@watchword/contract/mark';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { followMark, type MarkedRun } from '../automations/examples.ts';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import { automationRuns } from './tables.ts';

/** Stores the customer's opinion of a verdict on its run; null removes it. */
export async function markRun(
	db: Db,
	queue: Queue,
	uid: string,
	id: string,
	mark: Mark | null,
): Promise<void> {
	await db.transaction(async (tx) => {
		const [marked] = await tx
			.update(automationRuns)
			.set({ _mark: mark })
			.where(and(eq(automationRuns.id, id), eq(automationRuns._owner, uid)))
			.returning({
				verdict: automationRuns.action_verdict,
				automationId: automationRuns._automationId,
				captureId: automationRuns.trigger_captureId,
			});
		if (!marked) throw new Refusal('not-found', 'There is no such run.');
		if (marked.verdict === null) {
			throw new Refusal('conflict', 'This run came to no verdict, so there is nothing to mark.');
		}
		const { verdict, automationId, captureId } = marked;
		if (captureId) await followMark(tx, queue, uid, automationId, captureId, mark && sideOf(verdict, mark));
		await publish(tx, uid, { topic: 'runs', id });
	});
}

/** What the verdict of a marked run should have been; null if the mark does not say. */
function sideOf(verdict: Verdict, mark: Mark): Side | null {
	const [expected, ...others] = expectedVerdicts(verdict, mark);
	if (others.length > 0 || expected === 'cannot tell') return null;
	return expected === 'met' ? 'yes' : 'no';
}

/** The captures of an automation's marked runs, newest first, each with the right verdict. */
export async function markedRuns(db: Db, automationId: string): Promise<MarkedRun[]> {
	const rows = await db
		.select({
			captureId: automationRuns.trigger_captureId,
			verdict: automationRuns.action_verdict,
			mark: automationRuns._mark,
		})
		.from(automationRuns)
		.where(
			and(
				eq(automationRuns._automationId, automationId),
				isNotNull(automationRuns._mark),
				isNotNull(automationRuns.trigger_captureId),
			),
		)
		.orderBy(desc(automationRuns._timestamp))
		.limit(EXAMPLES_MAX);
	const marked = new Map<string, Side>();
	for (const { captureId, verdict, mark } of rows) {
		const said = verdict && mark && sideOf(verdict, mark);
		if (captureId && said && !marked.has(captureId)) marked.set(captureId, said);
	}
	return [...marked].map(([captureId, said]) => ({ captureId, said }));
}
