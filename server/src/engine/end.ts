import { runSeconds, runsEnded } from '../base/metrics.ts';
import type { Db } from '../ports.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { LeasedRun } from './lease.ts';
import { type Change, storeStep } from './step.ts';

type Ending = Change & { _status: 'succeeded' | 'failed' | 'skipped' };

/** Ends a run, once, and notifies its owner's open tabs. */
export async function endRun(
	{ db, log }: Pick<EngineNeeds, 'db' | 'log'>,
	run: LeasedRun,
	ending: Ending,
): Promise<void> {
	const change = { ...ending, ended_at: new Date(), lease: null, lease_until: null };
	await storeStep(db, run, change, { notify: true });
	runsEnded.inc({ status: ending._status, trigger: run._triggerType });
	// The time the owner took to answer does not count.
	const since = run.action_answered_at ?? run._timestamp;
	runSeconds.observe({ trigger: run._triggerType }, (Date.now() - since.getTime()) / 1000);
	const capture = run.trigger_captureId ?? undefined;
	log.info({ run: run.id, automation: run._automationId, capture, status: ending._status }, 'run ended');
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
	await queue.send(tx, 'failure-mail', { automationId: run._automationId }, options);
}
