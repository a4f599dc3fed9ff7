import { ModelFailure } from '../model-failure.ts';
import type { Db } from '../ports.ts';
import { together } from '../together.ts';
import { Undeliverable } from '../undeliverable.ts';
import { act } from './act.ts';
import { countOfDay, refundRun, warnOfCredits, warnOfLittle } from './credits.ts';
import { decide, recordOf } from './decide.ts';
import { type EngineNeeds, endRun, tellFailure } from './end.ts';
import { gather } from './gather.ts';
import type { LeasedRun } from './lease.ts';
import { makeQuestion } from './prompt.ts';
import { held, LeaseLost, type Step, type Stored, storeStep, storeSteps } from './step.ts';

const MOST_ATTEMPTS = 6;
/**
 * A worker that dies takes an attempt of every run it carried with it: a run that kills workers ends too, while those that
 * were only there go on through any number of deaths that is likely.
 */
const MOST_WORKERS = 20;
/**
 * Whoever a run needs may be away for as long as this since it was triggered, and the run waits. A model that hears but does
 * not answer in time may do so because of the question, which must not keep those behind it waiting for as long.
 */
const PATIENCE_MS = { away: 60 * 60_000, silent: 10 * 60_000 };

/**
 * The sentence the product is made of: something triggered, the model decides, an action happens, the run is recorded.
 * Each step is stored before the next begins; a run picked up again goes on where it stopped.
 */
export async function takeRun(needs: EngineNeeds, run: LeasedRun): Promise<void> {
	try {
		if (run.attempts > MOST_WORKERS)
			throw new GiveUp('It was tried several times and did not come to an end.');
		const decided = run._status === 'queued' ? await decideRun(needs, run) : run;
		if (decided) await act(needs, decided);
	} catch (error) {
		await settle(needs, run, error);
	}
}

class GiveUp extends Error {}

/** Stores what the model decided, together with the credit it cost. Null where the run ended instead. */
async function decideRun(needs: EngineNeeds, run: LeasedRun): Promise<LeasedRun | null> {
	const { db, model, creditsPerRun, modelTimeoutMs } = needs;
	const { free, balance, dailyCap } = run;
	if (!free && balance < creditsPerRun) return skipForCredits(needs, run);
	if (dailyCap !== null && (await countOfDay(db, run, false)) >= dailyCap) return skipForCap(needs, run);
	const gathered = await gather(needs, run);
	if (gathered.skip !== undefined) {
		await endRun(needs, gathered.run, { _status: 'skipped', _reason: gathered.skip });
		return null;
	}
	const decision = await decide(model, makeQuestion(gathered.asking), modelTimeoutMs);
	const credits = free ? 0 : creditsPerRun;
	const step: Step = {
		run: gathered.run,
		credits,
		change: { _status: 'decided', ...recordOf(decision), credits },
	};
	if (credits === 0 && dailyCap === null) return storeStep(db, step.run, step.change);
	const stored = dailyCap === null ? await storeTogether(needs, step) : await storeWithinCap(needs, step);
	if (stored === 'capped') return skipForCap(needs, run);
	const { outcome, run: decided } = held(run, stored);
	return outcome === 'short' ? skipForCredits(needs, run) : decided;
}

/** Stores decisions, and warns where what they cost has left little. */
async function storeDecisions(needs: EngineNeeds, tx: Db, steps: Step[]): Promise<(Stored | null)[]> {
	const stored = await storeSteps(tx, steps);
	for (const [index, { run, credits = 0 }] of steps.entries()) {
		const left = stored[index]?.left ?? null;
		if (left !== null) await warnOfLittle(needs, tx, run._owner, credits, left);
	}
	return stored;
}

const storeTogether = together((needs: EngineNeeds, steps: Step[]) =>
	needs.db.transaction((tx: Db) => storeDecisions(needs, tx, steps)),
);

/** Runs that would be the last of the day wait for each other. */
async function storeWithinCap(needs: EngineNeeds, step: Step): Promise<Stored | null | undefined | 'capped'> {
	return needs.db.transaction(async (tx: Db) => {
		const already = await countOfDay(tx, step.run, true);
		if (already >= (step.run.dailyCap ?? already)) return 'capped';
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
		await warnOfCredits(needs, tx, run._owner);
	});
	return null;
}

async function skipForCap(needs: EngineNeeds, run: LeasedRun): Promise<null> {
	const { dailyCap } = run;
	const _reason = `This automation may run ${dailyCap === 1 ? 'once' : `${dailyCap} times`} a day, and it had.`;
	await endRun(needs, run, { _status: 'skipped', _reason });
	return null;
}

/** What may succeed later is tried later; what cannot ends the run, free of charge, with its reason. */
async function settle(needs: EngineNeeds, run: LeasedRun, error: unknown): Promise<void> {
	if (error instanceof LeaseLost) {
		needs.log.warn({ run: run.id }, 'run went to another worker');
		return;
	}
	const final =
		error instanceof GiveUp ||
		error instanceof Undeliverable ||
		(error instanceof ModelFailure && !error.retry);
	needs.log.warn({ err: error, run: run.id, attempt: run.attempts, final }, 'run step failed');
	const absent = error instanceof ModelFailure ? error.absent : 'away';
	const patient = absent && Date.now() - run._timestamp.getTime() < PATIENCE_MS[absent];
	if (!final && (patient || run.attempts < MOST_ATTEMPTS)) {
		const wait =
			(error instanceof ModelFailure && error.afterSeconds) || 2 ** Math.min(run.attempts, MOST_ATTEMPTS);
		const next_try_at = new Date(Date.now() + wait * 1000);
		const attempts = Math.min(run.attempts, MOST_ATTEMPTS - 1);
		await storeStep(needs.db, run, { next_try_at, attempts, lease: null, lease_until: null });
		return;
	}
	await needs.db.transaction(async (tx: Db) => {
		await refundRun(tx, run);
		await endRun({ ...needs, db: tx }, run, { _status: 'failed', _reason: explain(error), credits: 0 });
		await tellFailure(needs, tx, run);
	});
}

function explain(error: unknown): string {
	if (error instanceof GiveUp || error instanceof ModelFailure) return error.message;
	if (error instanceof Undeliverable) return `The mail server refused the mail: ${error.message}`;
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	if (/^E(CONN|TIMEDOUT|DNS|SOCKET|AUTH|NOTFOUND)/.test(code)) return 'The mail server could not be reached.';
	return 'Something went wrong on our side. It was tried several times.';
}
