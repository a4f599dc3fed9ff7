import { runSeconds, runsEnded } from '../metrics.ts';
import type { Db, Log, Mailer, Model, ObjectStore, Queue } from '../ports.ts';
import type { LeasedRun } from './lease.ts';
import type { MailNeeds } from './read-mail.ts';
import { type Change, storeStep } from './step.ts';

/** Everything a run is carried with. */
export interface EngineNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	model: Model;
	mailer: Mailer;
	log: Log;
	publicUrl: string;
	mailDomain: string;
	creditsPerRun: number;
	modelTimeoutMs: number;
	resolve: MailNeeds['resolve'];
}

type Ending = Change & { _status: 'succeeded' | 'failed' | 'skipped' };

/** Ends a run, once, and lets its owner's tabs know. */
export async function endRun(
	{ db, log }: Pick<EngineNeeds, 'db' | 'log'>,
	run: LeasedRun,
	ending: Ending,
): Promise<void> {
	const change = { ...ending, ended_at: new Date(), lease: null, lease_until: null };
	await storeStep(db, run, change, { tell: true });
	runsEnded.inc({ status: ending._status, trigger: run._triggerType });
	runSeconds.observe({ trigger: run._triggerType }, (Date.now() - run._timestamp.getTime()) / 1000);
	const capture = run.trigger_captureId ?? undefined;
	log.info({ run: run.id, automation: run._automationId, capture, status: ending._status }, 'run ended');
}

const GATHER_SECONDS = 60;
const TELL_EVERY_SECONDS = 3600;

/** The owner hears of failures by mail: gathered for a minute, at most one mail per automation and hour. */
export async function tellFailure(
	{ queue }: Pick<EngineNeeds, 'queue'>,
	tx: Db,
	run: LeasedRun,
): Promise<void> {
	const options = {
		key: run._automationId,
		oncePerSeconds: TELL_EVERY_SECONDS,
		afterSeconds: GATHER_SECONDS,
	};
	await queue.send(tx, 'failure-mail', { automationId: run._automationId }, options);
}
