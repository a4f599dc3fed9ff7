import type { Notification } from '@watchword/contract/notification';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { publish } from '../../base/events.ts';
import { deliveries } from '../../deliveries/tables.ts';
import type { Db } from '../../ports/database.ts';
import { storedNotification } from '../../runs/notifications.ts';
import { automationRuns } from '../../runs/tables.ts';
import { forgetNotification } from './unsent.ts';

type Pushed = Pick<typeof deliveries.$inferSelect, 'status' | 'ended_at'>;

/**
 * Stores on runs what the push service answered: how many browsers got the message, and once all have answered, whether any
 * did. A message about several alerts that were held belongs to the last of their runs, and names the others.
 */
export async function notePushes(tx: Db, uid: string, runId: string): Promise<void> {
	const ofRun = and(
		eq(deliveries.runId, runId),
		eq(deliveries.kind, 'push'),
		inArray(deliveries.event, ['alert', 'held']),
	);
	const [queued] = await tx.select({ payload: deliveries.payload }).from(deliveries).where(ofRun).limit(1);
	if (!queued) return;
	const others = (queued.payload?.runs ?? []) as string[];
	// The answers are read under the lock: two of them may come at the same moment.
	const runs = await tx
		.select()
		.from(automationRuns)
		.where(inArray(automationRuns.id, [runId, ...others]))
		.orderBy(asc(automationRuns.id))
		.for('no key update');
	const { status, ended_at } = deliveries;
	const pushed = await tx.select({ status, ended_at }).from(deliveries).where(ofRun);
	const got = pushed.filter((one) => one.status === 'sent').length;
	for (const run of runs) {
		const answered = run.action_notification && afterAnswers(run.action_notification, pushed);
		if (got === run.action_pushes && !answered) continue;
		await tx
			.update(automationRuns)
			.set({ action_pushes: got, ...(answered && storedNotification(answered)) })
			.where(eq(automationRuns.id, run.id));
		if (answered?.state === 'failed') await forgetNotification(tx, run);
		await publish(tx, uid, { topic: 'runs', id: run.id });
	}
}

const NOT_TAKEN = 'No phone or browser took the push message.';

/** The state after the answers so far; null if they change nothing. */
function afterAnswers(known: Notification, pushed: Pushed[]): Notification | null {
	const { state, problem } = known;
	const taken = pushed.find((one) => one.status === 'sent');
	if (taken) return state === 'sending' ? { ...known, state: 'sent', at: timeOf(taken) } : null;
	if (pushed.some((one) => one.status === 'waiting') || problem?.includes(NOT_TAKEN)) return null;
	if (state !== 'sending' && state !== 'sent') return null;
	const why = [problem, NOT_TAKEN].filter(Boolean).join(' ');
	return { ...known, state: state === 'sending' ? 'failed' : state, problem: why };
}

const timeOf = ({ ended_at }: Pushed) => (ended_at ?? new Date()).toISOString();
