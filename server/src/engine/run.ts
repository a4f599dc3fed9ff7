import { eq } from 'drizzle-orm';
import { ACCOUNT_DISABLED } from '../accounts/standing.ts';
import { automations } from '../automations/tables.ts';
import { inBatches } from '../base/batch.ts';
import { MailServerFailure, ModelFailure, StorageFailure, Undeliverable } from '../base/failures.ts';
import { workFor } from '../base/turns.ts';
import type { Db } from '../ports/database.ts';
import { isRunAgain } from '../runs/again.ts';
import { storedNotification } from '../runs/notifications.ts';
import { act } from './act.ts';
import { isToldAtOnce } from './alerts/told.ts';
import { forgetNotification, waysNotified } from './alerts/unsent.ts';
import { keptFrom, tellAtOnce } from './at-once.ts';
import { hasReachedCap, refundRun, warnLowBalance, warnNoCredits } from './credits.ts';
import { type Decision, decideUnseen, recordOf } from './deciding/decide.ts';
import { decideWithFirstLook } from './deciding/first-look.ts';
import { gather } from './deciding/gather.ts';
import { makeQuestion } from './deciding/prompt.ts';
import { endRun, notifyFailure } from './end.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { LeasedRun } from './lease.ts';
import { endIfNothingNew } from './nothing-new.ts';
import { concernsAlerts, planAlerts, storeWithAlerts } from './plan-alerts.ts';
import { LeaseLost, requireLease, type Step, type Stored, storeStep } from './step.ts';

const MAX_ATTEMPTS = 6;
/**
 * When a worker dies, each of its runs loses an attempt. The limit is high: a run that kills workers ends at some point,
 * and runs that were only on the same worker continue.
 */
const MAX_WORKERS = 20;
/**
 * How long after its trigger a run waits for a service that is down (`away`) or does not answer in time (`silent`).
 * The second is shorter: the question itself may be the reason, and later runs must not wait for it that long.
 */
const PATIENCE_MS = { away: 60 * 60_000, silent: 10 * 60_000 };

/**
 * Takes a triggered run through its steps: the model decides, an action happens, the result is recorded.
 * Each step is stored before the next begins, so a run that is resumed continues where it stopped.
 */
export const takeRun = (needs: EngineNeeds, run: LeasedRun): Promise<void> =>
	workFor({ owner: run._owner, stranger: run._triggerType === 'email' }, () => takeSteps(needs, run));

async function takeSteps(needs: EngineNeeds, run: LeasedRun): Promise<void> {
	try {
		if (run.attempts > MAX_WORKERS)
			throw new GiveUp('It was tried several times and did not come to an end.');
		if (run.disabled) return await skipForAccount(needs, run);
		const inactive = whyInactive(run);
		if (inactive) return await endRun(needs, run, { _status: 'skipped', _reason: inactive });
		const decided = run._status === 'queued' ? await decideRun(needs, run) : run;
		if (decided) await act(needs, decided);
	} catch (error) {
		await settle(needs, run, error);
	}
}

const INACTIVE = {
	deleted: 'The automation was deleted.',
	paused: 'The automation is paused.',
	home: 'You are at home, and this automation works only when you are away.',
	away: 'You are away, and this automation works only when you are at home.',
};

/**
 * Why a run is not carried out. A mail is recorded anyway, so that it is not lost. Captures and schedules make no run while
 * their automation is inactive, and a repeated run is intended.
 */
function whyInactive(run: LeasedRun): string | null {
	const { inactive, _triggerType, _status } = run;
	if (!inactive || _status !== 'queued') return null;
	const isMeant = _triggerType !== 'email' || isRunAgain(run);
	return isMeant && inactive !== 'deleted' ? null : INACTIVE[inactive];
}

class GiveUp extends Error {}

/** Asks the model and stores its decision together with the charge. Null if the run ended instead. */
async function decideRun(needs: EngineNeeds, run: LeasedRun): Promise<LeasedRun | null> {
	const { db, model, creditsPerRun, modelTimeoutMs } = needs;
	const { balance, dailyCap, deviceId } = run;
	const free = run.free || (deviceId !== null && needs.freeDevices.has(deviceId));
	if (!free && balance < creditsPerRun) return skipForCredits(needs, run);
	if (await hasReachedCap(db, run)) return skipForCap(needs, run);
	const gathered = await gather(needs, run);
	if (gathered.skip !== undefined) {
		await endRun(needs, gathered.run, { _status: 'skipped', _reason: gathered.skip });
		return null;
	}
	if (await endIfNothingNew(needs, gathered.run)) return null;
	let asked = gathered.run;
	const { firstLook, modelFallback: mayReplace } = needs;
	const tell = async (first: Decision) => {
		asked = await tellAtOnce(needs, asked, first);
	};
	const decision =
		gathered.unseen === undefined
			? await decideWithFirstLook(
					{
						...{ model, firstLook, isWanted: run.firstLook, mayReplace, atOnce: run.atOnce },
						...{ ...(run.atOnce && { tell }), isTold: isToldAtOnce(run) },
					},
					makeQuestion(gathered.asking),
					modelTimeoutMs,
				)
			: decideUnseen(gathered.unseen, run.fields);
	// "Cannot tell" is free, and so is what another model decided than the one that was chosen.
	const isFree = free || decision.isInstead || decision.verdict === 'cannot tell';
	const credits = isFree ? 0 : creditsPerRun;
	const step: Step = {
		run: asked,
		credits,
		change: {
			_status: 'decided',
			...recordOf(decision, run._triggerType),
			...keptFrom(asked, decision),
			credits,
		},
	};
	if (credits === 0 && dailyCap === null && !concernsAlerts(run)) return storeStep(db, step.run, step.change);
	const stored =
		dailyCap === null ? await storeDecisionInBatch(needs, step) : await storeWithinCap(needs, step);
	if (stored === 'capped') return skipForCap(needs, asked);
	const { outcome, run: decided } = requireLease(run, stored);
	return outcome === 'short' ? skipForCredits(needs, asked) : decided;
}

/** Stores decisions with their charges and their changes for alerts, and warns customers whose balance is low afterwards. */
async function storeDecisions(needs: EngineNeeds, tx: Db, steps: Step[]): Promise<(Stored | null)[]> {
	const alerts = await planAlerts(tx, steps, { now: new Date(), lateAfterMs: needs.lateAfterMs });
	const stored = await storeWithAlerts(
		tx,
		needs,
		steps.map((step) => ({ ...step, alert: alerts.get(step.run.id) })),
	);
	for (const [index, { run, credits = 0 }] of steps.entries()) {
		const left = stored[index]?.left ?? null;
		if (left !== null) await warnLowBalance(needs, tx, run._owner, credits, left);
	}
	return stored;
}

const storeDecisionInBatch = inBatches((needs: EngineNeeds, steps: Step[]) =>
	needs.db.transaction((tx: Db) => storeDecisions(needs, tx, steps)),
);

/** Runs of an automation with a daily limit are stored one after the other, so that they cannot exceed it. */
async function storeWithinCap(needs: EngineNeeds, step: Step): Promise<Stored | null | undefined | 'capped'> {
	return needs.db.transaction(async (tx: Db) => {
		const { id } = automations;
		await tx.select({ id }).from(automations).where(eq(id, step.run._automationId)).for('no key update');
		if (await hasReachedCap(tx, step.run)) return 'capped';
		const [stored] = await storeDecisions(needs, tx, [step]);
		return stored;
	});
}

async function skipForCredits(needs: EngineNeeds, run: LeasedRun): Promise<null> {
	await needs.db.transaction(async (tx: Db) => {
		await endRun({ ...needs, db: tx }, run, {
			_status: 'skipped',
			_reason: 'There were not enough credits. Buy credits, then use Run again.',
		});
		await warnNoCredits(needs, tx, run._owner);
	});
	return null;
}

async function skipForAccount(needs: EngineNeeds, run: LeasedRun): Promise<void> {
	await needs.db.transaction(async (tx: Db) => {
		await refundRun(tx, run);
		await endRun({ ...needs, db: tx }, run, { _status: 'skipped', _reason: ACCOUNT_DISABLED, credits: 0 });
	});
}

async function skipForCap(needs: EngineNeeds, run: LeasedRun): Promise<null> {
	const { dailyCap } = run;
	const _reason = `This automation may run ${dailyCap === 1 ? 'once' : `${dailyCap} times`} a day, and it had.`;
	await endRun(needs, run, { _status: 'skipped', _reason });
	return null;
}

/**
 * Retries later if that can help. Otherwise the run fails with a reason, and its charge is refunded. A run has not failed if
 * somebody was notified.
 */
async function settle(needs: EngineNeeds, run: LeasedRun, error: unknown): Promise<void> {
	if (error instanceof LeaseLost) {
		needs.log.warn({ run: run.id }, 'the run was leased again');
		return;
	}
	const final =
		error instanceof GiveUp ||
		error instanceof Undeliverable ||
		(error instanceof ModelFailure && !error.retry);
	needs.log.warn({ err: error, run: run.id, attempt: run.attempts, final }, 'run step failed');
	const absent = error instanceof ModelFailure ? error.absent : 'away';
	const since = run.action_answered_at ?? run._timestamp;
	const patient = absent && Date.now() - since.getTime() < PATIENCE_MS[absent];
	if (!final && (patient || run.attempts < MAX_ATTEMPTS)) {
		const wait =
			(error instanceof ModelFailure && error.afterSeconds) || 2 ** Math.min(run.attempts, MAX_ATTEMPTS);
		const next_try_at = new Date(Date.now() + wait * 1000);
		const attempts = Math.min(run.attempts, MAX_ATTEMPTS - 1);
		const change = { next_try_at, attempts, lease: null, lease_until: null };
		// Open tabs only show a change after the first failed try.
		await storeStep(needs.db, run, change, { notify: run.attempts === 1 });
		return;
	}
	await needs.db.transaction(async (tx: Db) => {
		const { mailed, pushed, undecided } = await waysNotified(tx, run);
		if (mailed || pushed) {
			const mails = `${mailed ? 'Not everybody got the mail' : 'No mail was sent'}. `;
			const problem = `${undecided ? '' : mails}${explain(error)}`;
			const state = mailed ? 'sent' : 'sending';
			const notification = storedNotification({ state, at: new Date().toISOString(), problem });
			return endRun({ ...needs, db: tx }, run, { _status: 'succeeded', ...notification });
		}
		await refundRun(tx, run);
		await forgetNotification(tx, run);
		await endRun({ ...needs, db: tx }, run, { _status: 'failed', _reason: explain(error), credits: 0 });
		await notifyFailure(needs, tx, run);
	});
}

function explain(error: unknown): string {
	const forCustomers = [GiveUp, ModelFailure, MailServerFailure, StorageFailure];
	if (forCustomers.some((kind) => error instanceof kind)) return (error as Error).message;
	if (error instanceof Undeliverable) return `The mail server refused the mail: ${error.message}`;
	return 'Something went wrong on our side. It was tried several times.';
}
