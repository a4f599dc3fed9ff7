import { runSeconds, runsEnded } from '../base/metrics.ts';
import type { Outgoing } from '../base/outgoing.ts';
import type { Db, Log, Mailer, Model, ObjectStore, Queue } from '../ports.ts';
import type { LeasedRun } from './lease.ts';
import type { MailNeeds } from './reading/read-mail.ts';
import { type Change, storeStep } from './step.ts';

/** Everything the engine needs to carry out a run. */
export interface EngineNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	/** Where saved results are copied to; null for nowhere. */
	mirror: ObjectStore | null;
	model: Model;
	/** The built-in model, if a language model decides. */
	firstLook: Model | null;
	mailer: Mailer;
	log: Log;
	publicUrl: string;
	/** The bucket name in the addresses of file storage. */
	bucket: string;
	/** Requests to addresses that customers chose. */
	outgoing: Outgoing;
	mailDomain: string;
	mailFrom: string;
	/** Limits per hour: mails of an account, and replies of an automation. */
	mailsPerHour: number;
	repliesPerHour: number;
	/** Pictures older than this are reported in one mail with others, which says when they were taken. */
	lateAfterMs: number;
	creditsPerRun: number;
	/** For how many days a mail waits for its owner's approval. */
	approvalDays: number;
	modelTimeoutMs: number;
	resolve: MailNeeds['resolve'];
}

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
