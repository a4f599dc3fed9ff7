import { and, eq, lte, sql } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { queueMessages } from '../../deliveries/messages.ts';
import type { Db } from '../../ports/database.ts';
import type { Job, Nothing } from '../../ports/queue.ts';
import { automationRuns, isWaiting } from '../../runs/tables.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import { answerWaiting } from './answer.ts';
import { nextReminder } from './ask.ts';

declare module '../../ports/queue.ts' {
	interface Jobs {
		approvals: Nothing;
	}
}

type Needs = Pick<EngineNeeds, 'db' | 'queue' | 'approvalDays'>;

const REMINDER = {
	title: 'Watchword',
	body: 'A mail waits for your yes. Open it to read, change, send or discard it.',
};

/** Ends waiting runs that nobody answered in time, and reminds owners: one mail a day for a whole account. */
async function tendWaitingRuns({ db, queue, approvalDays }: Needs): Promise<void> {
	const now = new Date();
	await expire(db, approvalDays, now);
	const due = and(isWaiting, lte(automationRuns.next_try_at, now));
	const owners = await db.selectDistinct({ uid: automationRuns._owner }).from(automationRuns).where(due);
	for (const { uid } of owners) {
		await db.transaction(async (tx) => {
			const [user] = await tx.select().from(users).where(eq(users.id, uid));
			if (!user) return;
			const { id, action_notify, action_channels } = automationRuns;
			const own = eq(automationRuns._owner, uid);
			const next_try_at = nextReminder(user, now, approvalDays);
			// Only one of several processes finds them due.
			const [found] = await tx
				.update(automationRuns)
				.set({ next_try_at })
				.where(and(own, due))
				.returning({ id, action_notify, action_channels });
			if (!found) return;
			await tx.update(automationRuns).set({ next_try_at }).where(and(own, isWaiting));
			if (user.disabled_at !== null) return;
			await queue.send(tx, 'approval-reminder', { uid });
			// Once for each run: runs that began to wait in quiet hours are announced now.
			await queueMessages(tx, { ...found, _owner: uid }, 'ask', REMINDER);
		});
	}
}

export const tendApprovals: Job<'approvals', Needs> = {
	handle: tendWaitingRuns,
	cron: '* * * * *',
	alone: 'one',
	heartbeatSeconds: 30,
};

async function expire(db: Db, days: number, now: Date): Promise<void> {
	const since = sql`${now.toISOString()}::timestamptz - make_interval(days => ${days})`;
	const within = days === 1 ? 'a day' : `${days} days`;
	await answerWaiting(db, sql`action_asked_at <= ${since}`, {
		action_approval: 'expired',
		_reason: `You did not answer within ${within}, so no mail was sent.`,
	});
}
