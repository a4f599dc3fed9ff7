import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../ports/database.ts';
import { episodes } from '../../runs/tables.ts';
import type { LeasedRun } from '../lease.ts';
import { alertStates } from './tables.ts';

type RunIds = Pick<LeasedRun, 'id' | '_automationId'>;

/** A counted mail was not sent: nobody was notified, so the next capture may notify. */
export async function forgetNotification(tx: Db, run: RunIds): Promise<void> {
	const { id, _automationId } = run;
	await uncountMail(tx, run);
	await tx
		.update(episodes)
		.set({ told_at: null, told_runId: null })
		.where(and(eq(episodes._automationId, _automationId), eq(episodes.told_runId, id)));
}

/** Whether somebody got the mail of a run, whether a message about it was queued, and whether that was before it was decided. */
export async function waysNotified(
	tx: Db,
	{ id }: RunIds,
): Promise<{ mailed: boolean; pushed: boolean; undecided: boolean }> {
	const { rows } = await tx.execute(sql`
		select "action_sentTo" is not null as mailed, action_verdict is null as undecided, exists (
			select from deliveries where "runId" = r.id and kind in ('push', 'channel') and event = 'alert') as pushed
		from automation_runs r where id = ${id}`);
	const { mailed, pushed, undecided } = rows[0] ?? {};
	return { mailed: mailed === true, pushed: pushed === true, undecided: undecided === true };
}

/** A counted mail was not sent: the least time until the next mail starts at the mail before it. */
export async function uncountMail(tx: Db, { id, _automationId }: RunIds): Promise<void> {
	await tx
		.update(alertStates)
		.set({ sent_at: sql`sent_before`, sent_runId: null })
		.where(and(eq(alertStates._automationId, _automationId), eq(alertStates.sent_runId, id)));
}

/** A mail was sent later than it was decided: the least time until the next mail starts now. */
export async function recountMail(tx: Db, { id, _automationId }: RunIds): Promise<void> {
	await tx
		.update(alertStates)
		.set({ sent_at: sql`now()` })
		.where(and(eq(alertStates._automationId, _automationId), eq(alertStates.sent_runId, id)));
}
