/** Who really sent a mail, as far as SPF, DKIM and DMARC can show it. */
import { domainOf, isMailbox, isOnList } from '@watchword/contract/mailbox';
import type { Sender } from '../../ports/model.ts';
import type { MailChecks } from '../tables.ts';

/** DNS did not answer. The run waits, and the mail is checked again. */
export class SenderNotChecked extends Error {}

/**
 * Why a reply must not go to the sender of the envelope; null if it may. Without this check, anyone could make us send mail
 * to any address by writing that address on the envelope.
 */
export function whyUnauthenticated(sender: string, checks: MailChecks): string | null {
	const { spf, dmarc, envelopeDomain, fromDomains = [] } = checks;
	const domain = domainOf(sender);
	if (fromDomains.length !== 1) return 'it does not name exactly one author';
	if (spf === 'pass' && envelopeDomain === domain) return null;
	if (dmarc === 'pass' && fromDomains[0] === domain) return null;
	return checks.temporary
		? 'its sender could not be checked, because DNS did not answer'
		: `its sender is not authenticated (SPF ${spf}, DMARC ${dmarc})`;
}

/** The author, if the checks confirm it: DMARC passed for the address, or SPF passed for an envelope of the same domain. */
export function confirmedSender(author: string | null, checks: MailChecks): Sender {
	const { spf, dkim, dmarc, envelopeDomain, fromDomains = [] } = checks;
	const words = checks.temporary ? 'DNS did not answer' : `SPF ${spf}, DKIM ${dkim}, DMARC ${dmarc}`;
	const domain = author !== null && isMailbox(author) ? domainOf(author) : null;
	const named = domain !== null && fromDomains.length === 1 && fromDomains[0] === domain;
	const confirmed = named && (dmarc === 'pass' || (spf === 'pass' && envelopeDomain === domain));
	return { address: confirmed ? author : null, checks: words };
}

/** Why an automation does not accept a mail from this sender; null if it does. An empty list accepts every sender. */
export function whyNotAllowed(sender: Sender, allowed: readonly string[]): string | null {
	if (allowed.length === 0) return null;
	if (sender.address === null) {
		return `This automation takes mail from its allowed senders only, and who sent this one is not confirmed (${sender.checks}).`;
	}
	return isOnList(sender.address, allowed)
		? null
		: `${sender.address} is not one of the allowed senders of this automation.`;
}
