import { tellsByMail } from '@watchword/contract/alerts';
import { isLater, Undeliverable } from '../../base/failures.ts';
import {
	missingInWords,
	NOTHING_QUEUED,
	type Queued,
	queueMessages,
	tellsByMessage,
	updateMessages,
} from '../../deliveries/messages.ts';
import type { Db } from '../../ports/database.ts';
import { isToldAtOnce, toldAt } from '../alerts/told.ts';
import { wordsOfAlert } from '../alerts/words.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import type { LeasedRun } from '../lease.ts';
import { type Change, requireLease, storeStep, storeSteps } from '../step.ts';
import { asEdited, mailWriter } from './mail-body.ts';
import { writeMessage } from './message-words.ts';
import type { Outcome } from './outcome.ts';
import { sendWithin } from './outgoing.ts';

/** Who gets the mails of a run. The addresses come from the automation: nothing in a mail or a picture can choose another. */
export const recipientsOf = (of: {
	action_toAddress: string | null;
	action_moreAddresses?: string[] | undefined;
}): string[] => {
	const all = [...(of.action_toAddress ? [of.action_toAddress] : []), ...(of.action_moreAddresses ?? [])];
	return [...new Map(all.map((address) => [address.toLowerCase(), address])).values()];
};

export const SEPARATOR = ', ';

/** Notifies about a run as its automation is set: by mail, and by messages to the owner's browsers and channels. */
export async function sendEmail(needs: EngineNeeds, run: LeasedRun): Promise<Outcome> {
	// An owner who approved the mail has seen it, and needs no message.
	const isSent = tellsByMessage(run) && run.action_approval === null;
	const queued = isSent ? await queueAlert(needs, run) : NOTHING_QUEUED;
	const mailing = tellsByMail(run.action_notify);
	const mails = mailing ? await mailsBeside(needs, run, queued.messages) : NO_MAILS;
	const isMailed = mails.sent.length > 0;
	const problem = [mails.problem, missingInWords(queued, mailing || queued.messages > 0)]
		.filter(Boolean)
		.join(' ');
	const of = { at: toldAt(run) ?? new Date().toISOString(), ...(problem && { problem }) };
	if (!isMailed && queued.messages === 0)
		return { skipped: problem, notification: { state: 'not-sent', ...of } };
	return { done: mails.change, notification: { state: isMailed ? 'sent' : 'sending', ...of } };
}

interface Mails {
	/** The addresses that got it. */
	sent: string[];
	change: Change;
	/** In whole sentences. */
	problem: string;
}

const NO_MAILS: Mails = { sent: [], change: {}, problem: '' };

/** The mails of a run. If messages notify the owner anyway, mails that cannot be sent are no failure. */
async function mailsBeside(needs: EngineNeeds, run: LeasedRun, messages: number): Promise<Mails> {
	if (messages === 0) return sendMails(needs, run);
	if (recipientsOf(run).length === 0)
		return { ...NO_MAILS, problem: 'No mail was sent: there is no address.' };
	return sendMails(needs, run).catch((error: unknown) => {
		if (!(error instanceof Undeliverable)) throw error;
		return { ...NO_MAILS, problem: `No mail was sent: the mail server refused it: ${error.message}` };
	});
}

/**
 * Queues the messages, under the lease and before the mails: a mail server that does not answer must not delay them. A
 * resumed run does not queue them again.
 */
async function queueAlert({ db }: EngineNeeds, run: LeasedRun): Promise<Queued> {
	const words = writeMessage(await wordsOfAlert(db, run), run.name);
	return db.transaction(async (tx: Db) => {
		requireLease(run, (await storeSteps(tx, [{ run, change: {} }]))[0]);
		if (isToldAtOnce(run)) await updateMessages(tx, run, words);
		return queueMessages(tx, run, 'alert', words);
	});
}

/** Updates the messages that were sent before the language model had answered. */
export async function updateAlert({ db }: EngineNeeds, run: LeasedRun, subject: string): Promise<void> {
	if (!tellsByMessage(run)) return;
	const words = writeMessage({ ...run, action_email_subject: subject }, run.name);
	await db.transaction(async (tx: Db) => {
		requireLease(run, (await storeSteps(tx, [{ run, change: {} }]))[0]);
		await updateMessages(tx, run, words);
	});
}

/**
 * Sends the mail to each recipient. Each success is stored at once, so that a resumed run continues with the next. A recipient
 * whose mail must be retried does not delay the others.
 */
export async function sendMails(needs: EngineNeeds, run: LeasedRun): Promise<Mails> {
	const recipients = recipientsOf(run);
	if (recipients.length === 0) throw new Undeliverable('the automation has no address to send to');
	const write = mailWriter(needs, run);
	const snooze = { automationId: run._automationId, mail: run.id };
	const sent = run.action_sentTo?.split(SEPARATOR) ?? [];
	const hindrances: string[] = [];
	let undeliverable: Undeliverable | null = null;
	let later: unknown = null;
	let subject = '';
	for (const [place, to] of recipients.entries()) {
		if (sent.includes(to)) continue;
		try {
			const hindrance = await sendWithin(needs, run, to, { snooze }, async (ends) => {
				const mail = await write(ends, place);
				subject = mail.subject;
				return mail;
			});
			if (hindrance) hindrances.push(hindrance);
			else sent.push(to);
		} catch (error) {
			if (isLater(error)) later = error;
			else if (error instanceof Undeliverable) {
				undeliverable = error;
				hindrances.push(`the mail server refused ${to}: ${error.message}`);
			} else throw error;
		}
		if (later || place < recipients.length - 1)
			await storeStep(needs.db, run, { action_sentTo: sent.join(SEPARATOR) || null });
	}
	if (later) throw later;
	const why = hindrances.join('; ');
	if (sent.length === 0) {
		if (undeliverable) throw undeliverable;
		return { ...NO_MAILS, problem: `No mail was sent: ${why}.` };
	}
	return {
		sent,
		change: {
			action_sentTo: sent.join(SEPARATOR),
			...(subject && { action_email_subject: subject }),
			...(run.action_draft && { action_email_html: asEdited(run).action_email_html }),
		},
		problem: why && `Not everybody got the mail: ${why}.`,
	};
}
