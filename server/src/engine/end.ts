import { runSeconds, runsEnded } from '../base/metrics.ts';
import { tellsByMessage } from '../deliveries/messages.ts';
import type { Db } from '../ports/database.ts';
import { storedNotification } from '../runs/notifications.ts';
import { noteAnswers } from './alerts/answers.ts';
import { notificationAtOnce } from './alerts/told.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { LeasedRun } from './lease.ts';
import { type Change, requireLease, storeStep, storeSteps } from './step.ts';

type Ending = Change & { _status: 'succeeded' | 'failed' | 'skipped' };

/** Ends a run, once, and notifies its owner's open tabs. */
export async function endRun(
	{ db, log }: Pick<EngineNeeds, 'db' | 'log'>,
	run: LeasedRun,
	ending: Ending,
): Promise<void> {
	const change = { ...withNotification(run, ending), ended_at: new Date(), lease: null, lease_until: null };
	if (run._actionType !== 'sendEmail' || !tellsByMessage(run))
		await storeStep(db, run, change, { notify: true });
	else
		await db.transaction(async (tx: Db) => {
			requireLease(run, (await storeSteps(tx, [{ run, change, notify: true }]))[0]);
			// Push services and channels may have answered before the run ended.
			await noteAnswers(tx, run._owner, run.id);
		});
	runsEnded.inc({ status: ending._status, trigger: run._triggerType });
	// The time the owner took to answer does not count.
	const since = run.action_answered_at ?? run._timestamp;
	runSeconds.observe({ trigger: run._triggerType }, (Date.now() - since.getTime()) / 1000);
	const capture = run.trigger_captureId ?? undefined;
	log.info({ run: run.id, automation: run._automationId, capture, status: ending._status }, 'run ended');
}

/** Nobody was told by a run that failed or was skipped, for the same reason, unless it was at once. */
function withNotification(run: LeasedRun, ending: Ending): Ending {
	const { _status, _reason, action_notification } = ending;
	if (action_notification || run._actionType !== 'sendEmail' || !_reason) return ending;
	const told = notificationAtOnce(run, _reason);
	if (told) return { ...ending, ...storedNotification(told) };
	if (_status === 'succeeded') return ending;
	const state = _status === 'failed' ? 'failed' : 'not-sent';
	return { ...ending, action_notification: { state, problem: _reason } };
}

const GATHER_SECONDS = 60;
const MAIL_EVERY_SECONDS = 3600;

/** Mails the owner about failures: collected for a minute, then until the next hour begins, so there is at most one mail an hour. */
export async function notifyFailure(
	{ queue }: Pick<EngineNeeds, 'queue'>,
	tx: Db,
	run: LeasedRun,
): Promise<void> {
	const options = {
		key: run._automationId,
		oncePerSeconds: MAIL_EVERY_SECONDS,
		deferRest: true,
		afterSeconds: GATHER_SECONDS,
	};
	const { _owner: uid, _automationId: automationId } = run;
	await queue.send(tx, 'failure-mail', { uid, automationId }, options);
}
