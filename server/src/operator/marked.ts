import { expectedVerdicts, type Mark, type Verdict } from '@watchword/contract/mark';
import type { MarkedTest } from '@watchword/contract/marked-test';
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { ModelFailure, Refusal } from '../base/failures.ts';
import type { Spool } from '../base/incoming.ts';
import { workFor } from '../base/turns.ts';
import { decide } from '../engine/deciding/decide.ts';
import { makeQuestion } from '../engine/deciding/prompt.ts';
import { gatherTrial } from '../engine/trial/trial-material.ts';
import type { Db } from '../ports/database.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Model } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { automationRuns } from '../runs/tables.ts';
import type { Settings } from '../settings.ts';

const LAST = 20;
/** A slow model answers as many as it can. */
const WITHIN_MS = 120_000;

export interface MarkedNeeds {
	db: Db;
	objects: ObjectStore;
	spool: Spool;
	mailer: Mailer;
	settings: Settings;
}

/**
 * Asks a model again about the last pictures and mails whose verdict a customer marked, with the prompts of then. Only counts leave
 * this function: the operator learns nothing of whose they are and what is in them.
 */
export async function testMarked(needs: MarkedNeeds, model: Model): Promise<MarkedTest> {
	const result: MarkedTest = { of: 0, right_before: 0, right: 0, changes: [], unanswered: 0 };
	const until = performance.now() + WITHIN_MS;
	for (const { run, automation } of await lastMarked(needs.db)) {
		if (performance.now() > until) break;
		const now = await askAgain(needs, model, run, automation);
		if (now === 'unanswered') result.unanswered += 1;
		else if (now !== 'gone') count(result, run.action_verdict as Verdict, run._mark as Mark, now);
	}
	return result;
}

type Run = typeof automationRuns.$inferSelect;
type Automation = typeof automations.$inferSelect;

const lastMarked = (db: Db): Promise<{ run: Run; automation: Automation }[]> =>
	db
		.select({ run: automationRuns, automation: automations })
		.from(automationRuns)
		.innerJoin(automations, eq(automations.id, automationRuns._automationId))
		.where(
			and(
				isNotNull(automationRuns._mark),
				isNotNull(automationRuns.action_verdict),
				inArray(automationRuns._triggerType, ['capture', 'email']),
			),
		)
		.orderBy(desc(automationRuns._timestamp))
		.limit(LAST);

async function askAgain(
	{ db, objects, spool, mailer, settings }: MarkedNeeds,
	model: Model,
	run: Run,
	automation: Automation,
): Promise<Verdict | 'unanswered' | 'gone'> {
	const { _owner: owner, _triggerType, action_prompt } = run;
	const isSame = action_prompt === automation.action_prompt;
	const draft = {
		...{
			...automation,
			_triggerType,
			action_prompt,
			_conditionChanged: isSame && automation._conditionChanged,
		},
		_nowBeyond: null,
		_snoozedUntil: null,
	};
	const modelTimeoutMs = settings.runs.modelTimeoutSeconds * 1000;
	const trial = {
		...{ db, objects, spool, model, firstLook: null, modelFallback: false, modelTimeoutMs },
		...{ ...settings.mail.own, mailFrom: mailer.from },
	};
	const on = { kind: 'run' as const, runId: run.id };
	try {
		return await workFor({ owner }, async () => {
			const { asking, unseen } = await gatherTrial(trial, owner, automation.id, draft, on);
			if (unseen !== undefined) return 'gone';
			return (await decide(model, makeQuestion(asking), modelTimeoutMs)).verdict;
		});
	} catch (error) {
		if (error instanceof ModelFailure) return 'unanswered';
		// The picture or the mail is not kept any more.
		if (error instanceof Refusal) return 'gone';
		throw error;
	}
}

function count(result: MarkedTest, before: Verdict, mark: Mark, now: Verdict): void {
	const isRight = expectedVerdicts(before, mark).includes(now) ? 1 : 0;
	result.of += 1;
	result.right_before += mark === 'right' ? 1 : 0;
	result.right += isRight;
	if (now === before) return;
	const known = result.changes.find((one) => one.before === before && one.now === now);
	if (known) Object.assign(known, { times: known.times + 1, right: known.right + isRight });
	else result.changes.push({ before, now, times: 1, right: isRight });
}
