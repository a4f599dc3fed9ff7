import { isOwnAddress } from '@watchword/contract/mailbox';
import { unsubscribeUrl } from '../../automations/recipients.ts';
import { uncount } from '../../base/limits.ts';
import type { Mail } from '../../ports/mailer.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import type { LeasedRun } from '../lease.ts';
import { permitMail } from './permit.ts';

/** The end of a mail, which differs by reader. */
export interface MailEnds {
	/** The reader's unsubscribe link; null for the owner. */
	unsubscribe: string | null;
	/** The id of the owner's snooze link; null for others. */
	link: string | null;
}

/** The most mails that may be sent in an hour. */
export interface Cap {
	key: string;
	most: number;
	/** The reason shown on the run when the limit is reached. */
	reached: string;
}

/**
 * Sends the mail of a run if that is allowed: never to one of our own addresses, never to somebody who unsubscribed, and
 * never more than the caps allow. Returns null if it was sent, otherwise the reason why not. Its owner may snooze the
 * automation of `run` by a link.
 */
export async function sendWithin(
	needs: EngineNeeds,
	run: Pick<LeasedRun, '_owner'>,
	to: string,
	{ caps = [], snooze = null }: { caps?: Cap[]; snooze?: { automationId: string; mail: string } | null },
	write: (ends: MailEnds) => Promise<Omit<Mail, 'to' | 'unsubscribe'>>,
): Promise<string | null> {
	const { db, publicUrl, mailer, mailsPerHour } = needs;
	if (isOwnAddress(to, needs))
		return `${to} is the address of an automation, which no automation can send to`;
	const account = {
		key: `mails:${run._owner}`,
		most: mailsPerHour,
		reached: `your automations sent ${mailsPerHour} within the hour, which is the most they may`,
	};
	const all = [...caps, account];
	const keys = all.map(({ key }) => key);
	const { recipient, link, counts } = await permitMail(db, { owner: run._owner, to, snooze, keys });
	if (recipient?.unsubscribed) return `${to} has asked for no more mail from your automations`;
	const uncountAll = () => Promise.all(keys.map((key) => uncount(db, key)));
	const reached = all.find(({ most }, index) => (counts[index] ?? 0) > most);
	if (reached) {
		await uncountAll();
		return reached.reached;
	}
	try {
		const unsubscribe = recipient && unsubscribeUrl(publicUrl, recipient.id);
		const mail = { to, ...(await write({ unsubscribe, link })), ...(unsubscribe && { unsubscribe }) };
		await mailer.send(mail);
	} catch (error) {
		// The mail will be retried and is counted then.
		await uncountAll();
		throw error;
	}
	return null;
}
