import { tellsByMail } from '@watchword/contract/alerts';
import type { Notification } from '@watchword/contract/notification';
import { quietUntil } from '@watchword/contract/quiet-hours';
import { nextFire } from '@watchword/contract/schedule';
import { and, count, eq } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { automations } from '../../automations/tables.ts';
import { countUse } from '../../base/limits.ts';
import { queueMessages } from '../../deliveries/messages.ts';
import type { Db } from '../../ports/database.ts';
import { isRunAgain } from '../../runs/again.ts';
import { automationRuns, isWaiting } from '../../runs/tables.ts';
import { recipientsOf } from '../actions/send-email.ts';
import { accountQuietHours, quietHoursOf } from '../alerts/timing.ts';
import { forgetNotification } from '../alerts/unsent.ts';
import { endRun } from '../end.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import type { LeasedRun } from '../lease.ts';
import { storeStep } from '../step.ts';
import { askingSubject, findDraft } from './draft.ts';

/** Nobody would read more drafts of one automation. */
const MAX_WAITING = 100;
/** Further drafts within the hour only appear on the dashboard and in the next reminder. */
const DRAFTS_PER_HOUR = 20;
const REMINDER = '09:00';
/** An owner who was just asked is not reminded this soon. */
const MIN_HOURS = 6;
const HOUR_MS = 3600_000;

/**
 * Whether the mail of a run still needs its owner's approval. A mail to nobody needs none. Push messages, channels and
 * webhooks are the owner's.
 */
export function needsApproval(run: LeasedRun): boolean {
	if (!run.action_approve || run.action_approval !== null) return false;
	if (run._actionType === 'sendEmail') return tellsByMail(run.action_notify) && recipientsOf(run).length > 0;
	return run._actionType === 'replyToEmail' && !!run.trigger_reply?.to && !run.trigger_reply.refused;
}

/** The owner refused, or did not answer in time. The reason is already on the run. */
export const wasRefused = ({ action_approval }: LeasedRun) =>
	action_approval === 'discarded' || action_approval === 'expired';

/**
 * Makes a run wait for its owner's approval, and asks for it: at once, or in one mail when the quiet hours end. No worker takes
 * the run before there is an answer.
 */
export async function askOwner(needs: EngineNeeds, run: LeasedRun): Promise<void> {
	if ((await countWaiting(needs.db, run._automationId)) >= MAX_WAITING) {
		await forgetNotification(needs.db, run);
		const _reason = `${MAX_WAITING} mails of this automation already wait for your yes. Send or discard them, so that it can write further ones.`;
		await endRun(needs, run, { _status: 'skipped', _reason });
		return;
	}
	const now = new Date();
	await needs.db.transaction(async (tx: Db) => {
		const { quietEnd, next } = await plannedMails(tx, run, now, needs.approvalDays);
		await storeStep(
			tx,
			run,
			{
				_status: 'waiting',
				action_asked_at: now,
				...(run._actionType === 'sendEmail' && {
					action_notification: waitingNotification(now, quietEnd),
				}),
				next_try_at: quietEnd ?? next,
				attempts: 0,
				lease: null,
				lease_until: null,
			},
			{ notify: true },
		);
		if (quietEnd === null) await sendDraft(needs, tx, run);
	});
}

const waitingNotification = (now: Date, quietEnd: Date | null): Notification => ({
	state: 'waiting',
	...(quietEnd && { why: 'quiet' }),
	at: (quietEnd ?? now).toISOString(),
});

/** The owner gets the draft by mail, as a push message if a browser is set up, and in the channels of the automation. */
async function sendDraft({ queue }: EngineNeeds, tx: Db, run: LeasedRun): Promise<void> {
	const { id, _owner } = run;
	if ((await countUse(tx, `asked:${_owner}`, HOUR_MS / 1000)).count > DRAFTS_PER_HOUR) return;
	await queue.send(tx, 'approval-mail', { uid: _owner, runId: id });
	const draft = await findDraft(tx, _owner, id);
	if (!draft) return;
	const body = [`To ${draft.to.join(', ')}`, draft.text].join('\n');
	await queueMessages(tx, run, 'ask', { title: askingSubject(draft), body });
}

async function countWaiting(db: Db, automationId: string): Promise<number> {
	const [found] = await db
		.select({ runs: count() })
		.from(automationRuns)
		.where(and(eq(automationRuns._automationId, automationId), isWaiting));
	return found?.runs ?? 0;
}

/** When the present quiet hours end, and when the owner is reminded after being asked now. */
async function plannedMails(tx: Db, run: LeasedRun, now: Date, days: number) {
	const [found] = await tx
		.select({ settings: automations, user: users })
		.from(automations)
		.innerJoin(users, eq(users.id, automations._owner))
		.where(eq(automations.id, run._automationId));
	if (!found) return { quietEnd: null, next: now };
	const { settings, user } = found;
	// As with alerts: a scheduled or repeated run is meant for now.
	const isMeantNow = run._triggerType === 'schedule' || isRunAgain(run);
	const quiet = isMeantNow ? null : quietHoursOf({ settings, accountQuiet: accountQuietHours(user) });
	return { quietEnd: quiet && quietUntil(quiet, now), next: nextReminder(user, now, days) };
}

/** The next morning in the zone of the account. Without reminders, a time after the waiting ends. */
export function nextReminder(
	{ mail_waiting, alert_zone }: Pick<typeof users.$inferSelect, 'mail_waiting' | 'alert_zone'>,
	now: Date,
	days: number,
): Date {
	const never = new Date(now.getTime() + (days + 1) * 24 * HOUR_MS);
	if (!mail_waiting) return never;
	return nextFire([REMINDER], alert_zone, 0, new Date(now.getTime() + MIN_HOURS * HOUR_MS)) ?? never;
}
