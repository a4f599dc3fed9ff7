import { domainOf } from '@watchword/contract/mailbox';
import { rememberRecipient, unsubscribeUrl } from '../../automations/recipients.ts';
import { limit, uncount } from '../../base/limits.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Mail } from '../../ports.ts';
import type { EngineNeeds } from '../end.ts';
import type { LeasedRun } from '../lease.ts';

/** The most mails that may be sent in an hour. */
export interface Cap {
	key: string;
	most: number;
	/** The reason shown on the run when the limit is reached. */
	reached: string;
}

const HOUR_SECONDS = 3600;

/**
 * Sends the mail of a run if that is allowed: never to one of our own addresses, never to somebody who unsubscribed, and
 * never more than the caps allow. Returns null if it was sent, otherwise the reason why not.
 */
export async function sendWithin(
	needs: EngineNeeds,
	run: Pick<LeasedRun, '_owner'>,
	to: string,
	caps: Cap[],
	write: (unsubscribe: string | null) => Promise<Omit<Mail, 'to' | 'unsubscribe'>>,
): Promise<string | null> {
	const { db, mailDomain, publicUrl, mailer, mailsPerHour } = needs;
	if (domainOf(to) === mailDomain)
		return `${to} is the address of an automation, which no automation can send to`;
	const recipient = await rememberRecipient(db, run._owner, to);
	if (recipient?.unsubscribed) return `${to} has asked for no more mail from your automations`;
	const unsubscribe = recipient && unsubscribeUrl(publicUrl, recipient.id);
	const mail = { to, ...(await write(unsubscribe)), ...(unsubscribe && { unsubscribe }) };
	const account = {
		key: `mails:${run._owner}`,
		most: mailsPerHour,
		reached: `your automations sent ${mailsPerHour} within the hour, which is the most they may`,
	};
	const taken: Cap[] = [];
	const uncountAll = () => Promise.all(taken.map(({ key }) => uncount(db, key)));
	for (const cap of [...caps, account]) {
		taken.push(cap);
		if (await isReached(needs, cap)) {
			await uncountAll();
			return cap.reached;
		}
	}
	try {
		await mailer.send(mail);
	} catch (error) {
		// The mail will be tried again, and is counted then.
		await uncountAll();
		throw error;
	}
	return null;
}

async function isReached({ db }: EngineNeeds, { key, most }: Cap): Promise<boolean> {
	try {
		await limit(db, key, most, HOUR_SECONDS);
		return false;
	} catch (error) {
		if (error instanceof Refusal) return true;
		throw error;
	}
}
