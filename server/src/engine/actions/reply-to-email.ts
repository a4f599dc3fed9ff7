import { limit } from '../../limits.ts';
import { Refusal } from '../../refusal.ts';
import type { EngineNeeds } from '../end.ts';
import type { LeasedRun } from '../lease.ts';
import { mailBody } from './mail-body.ts';
import type { Outcome } from './outcome.ts';

const REPLIES_PER_HOUR = 10;

/** Answers the envelope's sender, in the thread, marked as automatic. Whether it may was settled when the mail was read. */
export async function replyToEmail(needs: EngineNeeds, run: LeasedRun): Promise<Outcome> {
	const thread = run.trigger_reply;
	if (!thread?.to || thread.refused)
		return { skipped: `No reply was sent: ${thread?.refused ?? 'there is no sender'}.` };
	try {
		await limit(needs.db, `reply:${run._automationId}:${thread.to.toLowerCase()}`, REPLIES_PER_HOUR, 3600);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return { skipped: `No reply was sent: this sender got ${REPLIES_PER_HOUR} within the hour.` };
	}
	const body = await mailBody(needs, run);
	const subject = replySubject(run.trigger_subject);
	await needs.mailer.send({
		...body,
		to: thread.to,
		subject,
		from: `${run._automationId}@${needs.mailDomain}`,
		answers: {
			messageId: thread.messageId,
			references: [...thread.references, ...(thread.messageId ? [thread.messageId] : [])],
		},
	});
	return { done: { action_sentTo: thread.to, action_email_subject: subject } };
}

export const replySubject = (subject: string | null) =>
	`Re: ${(subject ?? '').replace(/^(re:\s*)+/i, '')}`.trim();
