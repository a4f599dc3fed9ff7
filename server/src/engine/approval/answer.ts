import type { Draft, DraftEdit } from '@watchword/contract/approval';
import { clockTime } from '@watchword/contract/clock-time';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { publish } from '../../base/events.ts';
import { Refusal } from '../../base/failures.ts';
import type { Db } from '../../ports/database.ts';
import { automationRuns, isWaiting } from '../../runs/tables.ts';
import { RUNS_CHANNEL } from '../queue-runs.ts';
import { endOfWaiting, findDraft } from './draft.ts';

type Answer = Pick<typeof automationRuns.$inferInsert, 'action_approval' | 'action_draft' | '_reason'>;

/**
 * Stores the answer to waiting runs and returns them to the workers, who send the mail or end the run. An answered run no
 * longer waits, so the first of two answers counts.
 */
export async function answerWaiting(db: Db, which: SQL, answer: Answer): Promise<string[]> {
	return db.transaction(async (tx) => {
		const answered = await tx
			.update(automationRuns)
			.set({
				...answer,
				_status: 'decided',
				action_answered_at: sql`now()`,
				next_try_at: sql`now()`,
				attempts: 0,
			})
			.where(and(isWaiting, which))
			.returning({ id: automationRuns.id, uid: automationRuns._owner });
		for (const { id, uid } of answered) await publish(tx, uid, { topic: 'runs', id });
		if (answered.length > 0) await tx.execute(sql`select pg_notify(${RUNS_CHANNEL}, '')`);
		return answered.map(({ id }) => id);
	});
}

/** The mail that waits for its owner's approval, as it would be sent. */
export async function readDraft(db: Db, uid: string, id: string, days: number): Promise<Draft> {
	const { asked_at, ...draft } = await requireDraft(db, uid, id);
	return { ...draft, until: endOfWaiting(asked_at, days).getTime() / 1000 };
}

const requireDraft = async (db: Db, uid: string, id: string) =>
	(await findDraft(db, uid, id)) ?? refuseAnswered(db, uid, id);

/** The owner approves the draft, with or without changes. A worker sends it. */
export async function approveRun(db: Db, uid: string, id: string, edit: DraftEdit): Promise<void> {
	const draft = await requireDraft(db, uid, id);
	const changed = (now: string | undefined, before: string) =>
		now === undefined || now.trim() === before.trim() ? null : now;
	const subject = changed(edit.subject, draft.subject);
	const text = changed(edit.text, draft.text);
	const action_draft = subject === null && text === null ? null : { subject, text };
	await answerOne(db, uid, id, { action_approval: 'sent', action_draft });
}

export async function discardRun(db: Db, uid: string, id: string): Promise<void> {
	await answerOne(db, uid, id, {
		action_approval: 'discarded',
		_reason: 'You discarded the mail, so nothing was sent.',
	});
}

/** Waiting mails of a deleted automation are not sent. */
export async function discardWaiting(tx: Db, automationId: string): Promise<void> {
	await answerWaiting(tx, sql`"_automationId" = ${automationId}`, {
		action_approval: 'discarded',
		_reason: 'The automation was deleted before you said yes, so no mail was sent.',
	});
}

async function answerOne(db: Db, uid: string, id: string, answer: Answer): Promise<void> {
	const answered = await answerWaiting(db, sql`id = ${id} and _owner = ${uid}`, answer);
	if (answered.length === 0) await refuseAnswered(db, uid, id);
}

/** Says why a run accepts no answer. */
async function refuseAnswered(db: Db, uid: string, id: string): Promise<never> {
	const [found] = await db
		.select({ run: automationRuns, zone: users.zone, alertZone: users.alert_zone })
		.from(automationRuns)
		.innerJoin(users, eq(users.id, automationRuns._owner))
		.where(and(eq(automationRuns.id, id), eq(automationRuns._owner, uid)));
	if (!found) throw new Refusal('not-found', 'There is no such run.');
	const { run, zone, alertZone } = found;
	const { action_approval, action_answered_at, action_sentTo } = run;
	const at = action_answered_at ? ` at ${clockTime(action_answered_at, zone ?? alertZone, new Date())}` : '';
	if (action_approval === 'sent')
		throw new Refusal(
			'conflict',
			action_sentTo === null
				? `You already said yes to this mail${at}.`
				: `You already said yes to this mail${at}, and it was sent to ${action_sentTo}.`,
		);
	if (action_approval === 'discarded')
		throw new Refusal('conflict', `This mail was already discarded${at}. Nothing was sent.`);
	if (action_approval === 'expired')
		throw new Refusal('conflict', `This mail waited too long and ended${at}. Nothing was sent.`);
	throw new Refusal('conflict', 'This run does not wait for you.');
}
