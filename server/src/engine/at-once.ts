import { tellsByMail } from '@watchword/contract/alerts';
import { eq, sql } from 'drizzle-orm';
import { isLater, Undeliverable } from '../base/failures.ts';
import { queueMessages } from '../deliveries/messages.ts';
import type { Db } from '../ports/database.ts';
import { automationRuns } from '../runs/tables.ts';
import { writeMessage } from './actions/message-words.ts';
import { recipientsOf, sendMails } from './actions/send-email.ts';
import { isToldAtOnce } from './alerts/told.ts';
import { needsApproval } from './approval/ask.ts';
import { type Decision, recordOf } from './deciding/decide.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { LeasedRun } from './lease.ts';
import { planAlerts } from './plan-alerts.ts';
import { type Change, requireLease, storeStep, storeSteps } from './step.ts';

const LAST_RUNS = 50;

/**
 * Tells people of what the built-in model is sure of, before the language model has answered: only what they would be told now in
 * any case, and only if the language model agreed the last time. Nothing is remembered or charged yet: the answer of the language
 * model decides that. Returns the run as it is stored then.
 */
export async function tellAtOnce(needs: EngineNeeds, run: LeasedRun, first: Decision): Promise<LeasedRun> {
	const isAlert = run._actionType === 'sendEmail' && run.trigger_device_type === 'conditional';
	if (!isAlert || needsApproval(run)) return run;
	const words = wordsOf(run, first);
	const told = isToldAtOnce(run) ? run : await storeTold(needs, run, first, words);
	return told && tellsByMail(run.action_notify) ? mailAtOnce(needs, told, words) : (told ?? run);
}

const wordsOf = (run: LeasedRun, first: Decision): LeasedRun => ({
	...run,
	...recordOf(first, run._triggerType),
	action_evidence: `${first.evidence}\nThe built-in model is sure. The language model has not answered yet.`,
});

/** Stores that people are told, together with the messages. Null if this is no alert for now. */
async function storeTold(
	{ db, lateAfterMs }: EngineNeeds,
	run: LeasedRun,
	{ verdict, evidence }: Decision,
	words: LeasedRun,
): Promise<LeasedRun | null> {
	return db.transaction(async (tx: Db) => {
		const now = new Date();
		const plan = await planAlerts(tx, [{ run, change: { action_verdict: verdict } }], { now, lateAfterMs });
		const alert = plan.get(run.id);
		const tells = alert?.held === null && alert.change.action_tells;
		if ((tells !== 'begin' && tells !== 'every') || (await wasContradicted(tx, run))) return null;
		const { messages } = await queueMessages(tx, run, 'alert', writeMessage(words, run.name));
		const isMailed = tellsByMail(run.action_notify) && recipientsOf(run).length > 0;
		if (messages === 0 && !isMailed) return null;
		const action_firstLook = { verdict, evidence, asked: true, told_at: now.toISOString() };
		const [stored] = await storeSteps(tx, [{ run, change: { action_firstLook }, notify: true }]);
		return requireLease(run, stored).run;
	});
}

/** The language model did not agree with the built-in one when it was sure the last time. */
async function wasContradicted(tx: Db, { _automationId, action_prompt }: LeasedRun): Promise<boolean> {
	const { rows } = await tx.execute(sql`
		select action_verdict <> 'met' as contradicted from (
			select * from automation_runs where "_automationId" = ${_automationId} order by _timestamp desc limit ${LAST_RUNS}
		) r where "action_firstLook" @> '{"verdict": "met", "asked": true}' and action_verdict is not null
			and action_prompt = ${action_prompt}
		order by _timestamp desc limit 1`);
	return rows[0]?.contradicted === true;
}

/** The mails. Whoever does not get one now gets it when the language model agrees. */
async function mailAtOnce(needs: EngineNeeds, run: LeasedRun, words: LeasedRun): Promise<LeasedRun> {
	if (recipientsOf(run).length === 0) return run;
	const { action_sentTo } = run;
	const { change } = await sendMails(needs, { ...words, action_sentTo }).catch(async (error: unknown) => {
		if (!isLater(error) && !(error instanceof Undeliverable)) throw error;
		needs.log.warn({ err: error, run: run.id }, 'not everybody got the mail at once');
		return { change: await readSent(needs.db, run) };
	});
	if (!change.action_sentTo) return run;
	const { action_email_subject, action_email_html } = words;
	return storeStep(needs.db, run, { action_email_subject, action_email_html, ...change });
}

/** Each success was stored before the failure. */
async function readSent(db: Db, run: LeasedRun): Promise<Change> {
	const { id, action_sentTo } = automationRuns;
	const [row] = await db.select({ action_sentTo }).from(automationRuns).where(eq(id, run.id));
	return row ?? {};
}

/** What a decision leaves as it was when people were told at once: that they were, and the mail that they got. */
export function keptFrom(run: LeasedRun, { firstLook }: Decision) {
	if (!run.action_firstLook || !isToldAtOnce(run)) return {};
	const { action_firstLook, action_sentTo, action_email_subject, action_email_html } = run;
	return {
		action_firstLook: { ...(firstLook ?? action_firstLook), asked: true, told_at: action_firstLook.told_at },
		...(action_sentTo !== null && { action_email_subject, action_email_html }),
	};
}
