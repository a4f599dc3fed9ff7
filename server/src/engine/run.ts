import { ModelFailure } from '../model-failure.ts';
import type { Db } from '../ports.ts';
import { Undeliverable } from '../undeliverable.ts';
import { act } from './act.ts';
import { chargeRun, countOfDay, refundRun, type Terms, termsOf, warnOfCredits } from './credits.ts';
import { decide, recordOf } from './decide.ts';
import { type EngineNeeds, endRun, tellFailure } from './end.ts';
import { gather } from './gather.ts';
import { type LeasedRun, LeaseLost, storeStep } from './lease.ts';
import { makeQuestion } from './prompt.ts';

/** A worker that dies takes an attempt with it, so a run that kills workers ends too. */
const MOST_ATTEMPTS = 6;
/** Whoever a run needs may be away for as long as this since it was triggered, and the run waits. */
const PATIENCE_MS = 60 * 60_000;

/**
 * The sentence the product is made of: something triggered, the model decides, an action happens, the run is recorded.
 * Each step is stored before the next begins; a run picked up again goes on where it stopped.
 */
export async function takeRun(needs: EngineNeeds, run: LeasedRun): Promise<void> {
	try {
		if (run.attempts > MOST_ATTEMPTS)
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
	const terms = await termsOf(db, run);
	if (!terms.free && terms.balance < creditsPerRun) return skipForCredits(needs, run);
	if (terms.dailyCap !== null && (await countOfDay(db, run, terms, false)) >= terms.dailyCap) {
		return skipForCap(needs, run, terms);
	}
	const gathered = await gather(needs, run, terms.zone);
	if ('skip' in gathered) {
		await endRun(needs, gathered.run, { _status: 'skipped', _reason: gathered.skip });
		return null;
	}
	const decision = await decide(model, makeQuestion(gathered.asking), modelTimeoutMs);
	const credits = terms.free ? 0 : creditsPerRun;
	const step = { _status: 'decided', ...recordOf(decision), credits } as const;
	if (credits === 0 && terms.dailyCap === null) return storeStep(db, run, step);
	try {
		return await db.transaction(async (tx) => {
			const decided = await storeStep(tx, run, step);
			if (terms.dailyCap !== null && (await countOfDay(tx, run, terms, true)) > terms.dailyCap) {
				throw new Skip(skipForCap);
			}
			// Last, so that the other runs of this customer wait as briefly as can be.
			if (credits > 0 && !(await chargeRun(needs, tx, run, credits))) throw new Skip(skipForCredits);
			return decided;
		});
	} catch (error) {
		if (error instanceof Skip) return error.end(needs, run, terms);
		throw error;
	}
}

/** Undoes the step that was being stored, and says how the run ends instead. */
class Skip extends Error {
	readonly end: (needs: EngineNeeds, run: LeasedRun, terms: Terms) => Promise<null>;
	constructor(end: Skip['end']) {
		super('skipped');
		this.end = end;
	}
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

async function skipForCap(needs: EngineNeeds, run: LeasedRun, { dailyCap }: Terms): Promise<null> {
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
	const away = !(error instanceof ModelFailure) || error.away;
	const patient = away && Date.now() - run._timestamp.getTime() < PATIENCE_MS;
	if (!final && (patient || run.attempts < MOST_ATTEMPTS)) {
		const wait = (error instanceof ModelFailure && error.afterSeconds) || 2 ** run.attempts;
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
