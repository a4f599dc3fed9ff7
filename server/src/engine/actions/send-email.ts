import { Undeliverable } from '../../base/undeliverable.ts';
import type { EngineNeeds } from '../end.ts';
import type { LeasedRun } from '../lease.ts';
import { storeStep } from '../step.ts';
import { asEdited, mailWriter } from './mail-body.ts';
import type { Outcome } from './outcome.ts';
import { sendWithin } from './outgoing.ts';

/** Who gets the mails of a run. The addresses come from the automation: nothing in a mail or a picture can choose another. */
export const recipientsOf = (run: Pick<LeasedRun, 'action_toAddress' | 'action_moreAddresses'>): string[] => {
	const all = [...(run.action_toAddress ? [run.action_toAddress] : []), ...run.action_moreAddresses];
	return [...new Map(all.map((address) => [address.toLowerCase(), address])).values()];
};

export const SEPARATOR = ', ';

/** Sends the mail to each recipient. Who has got it is stored after each, so that a run that is resumed goes on with the next. */
export async function sendEmail(needs: EngineNeeds, run: LeasedRun): Promise<Outcome> {
	const recipients = recipientsOf(run);
	if (recipients.length === 0) throw new Undeliverable('the automation has no address to send to');
	const write = mailWriter(needs, run);
	const sent = run.action_sentTo?.split(SEPARATOR) ?? [];
	const hindrances: string[] = [];
	let undeliverable: Undeliverable | null = null;
	let subject = '';
	for (const [place, to] of recipients.entries()) {
		if (sent.includes(to)) continue;
		try {
			const hindrance = await sendWithin(needs, run, to, [], async (unsubscribe) => {
				const mail = await write(unsubscribe, place);
				subject = mail.subject;
				return mail;
			});
			if (hindrance) hindrances.push(hindrance);
			else sent.push(to);
		} catch (error) {
			if (!(error instanceof Undeliverable)) throw error;
			undeliverable = error;
			hindrances.push(`the mail server refused ${to}: ${error.message}`);
		}
		if (place < recipients.length - 1)
			await storeStep(needs.db, run, { action_sentTo: sent.join(SEPARATOR) || null });
	}
	const why = hindrances.join('; ');
	if (sent.length === 0) {
		if (undeliverable) throw undeliverable;
		return { skipped: `No mail was sent: ${why}.` };
	}
	return {
		done: {
			action_sentTo: sent.join(SEPARATOR),
			...(subject && { action_email_subject: subject }),
			...(run.action_draft && { action_email_html: asEdited(run).action_email_html }),
			...(why && { _reason: `Not everybody got the mail: ${why}.` }),
		},
	};
}
