import { addressOf } from '@watchword/contract/mailbox';
import type { EngineNeeds } from '../engine-needs.ts';
import type { LeasedRun } from '../lease.ts';
import { asEdited, runMessageId, writeReply } from './mail-body.ts';
import type { Outcome } from './outcome.ts';
import { type Cap, sendWithin } from './outgoing.ts';

const REPLIES_TO_ONE_ADDRESS = 10;

/** Replies to the sender of the envelope, in the thread, marked as automatic. Reading the mail decided whether this is allowed. */
export async function replyToEmail(needs: EngineNeeds, run: LeasedRun): Promise<Outcome> {
	const thread = run.trigger_reply;
	const to = thread?.to;
	if (!to || thread.refused)
		return { skipped: `No reply was sent: ${thread?.refused ?? 'there is no sender'}.` };
	const edited = asEdited(run);
	const subject = run.action_draft?.subject ?? replySubject(run.trigger_subject);
	const hindrance = await sendWithin(needs, run, to, { caps: capsOf(needs, run, to) }, async () => ({
		...writeReply(edited),
		subject,
		messageId: runMessageId(needs, run),
		from: addressOf(needs.mailAddress, run._automationId),
		answers: {
			messageId: thread.messageId,
			references: [...thread.references, ...(thread.messageId ? [thread.messageId] : [])],
		},
	}));
	if (hindrance) return { skipped: `No reply was sent: ${hindrance}.` };
	const { action_email_html } = edited;
	return { done: { action_sentTo: to, action_email_subject: subject, action_email_html } };
}

const capsOf = ({ repliesPerHour }: EngineNeeds, run: LeasedRun, to: string): Cap[] => [
	{
		key: `reply:${run._owner}:${to.toLowerCase()}`,
		most: REPLIES_TO_ONE_ADDRESS,
		reached: `this sender got ${REPLIES_TO_ONE_ADDRESS} within the hour`,
	},
	{
		key: `replies:${run._automationId}`,
		most: repliesPerHour,
		reached: `this automation sent ${repliesPerHour} within the hour, which is the most it may`,
	},
];

export const replySubject = (subject: string | null) =>
	`Re: ${(subject ?? '').replace(/^(re:\s*)+/i, '')}`.trim();
