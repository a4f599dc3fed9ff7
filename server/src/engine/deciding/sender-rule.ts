import type { Answer } from '@watchword/contract/verdict';
import type { Question } from '../../ports/model.ts';

/** Whether a prompt depends on who sent the mail: it names a sender, or an address. "From the invoice" or "from 9 to 5" does not. */
export function asksForSender(prompt: string): boolean {
	if (/\b(?:senders?|(?:sent|written|signed) by)\b/i.test(prompt)) return true;
	if (/[^\s@<>"'(),;]+@[^\s@<>"'(),;]+\.[^\s@<>"'(),;]+/.test(prompt)) return true;
	return [
		...prompt.matchAll(
			/\bfrom\s+(?:(?:the|this|that|these|those|its|their|an?|any|each|every)\s+)?([^\s,.;:!?]+)/gi,
		),
	].some(([, word = '']) => !NO_SENDER.test(word));
}

/** Words after "from" that are not people: parts of a mail, and times. */
const NO_SENDER =
	/^(?:\d.*|e?-?mails?|messages?|texts?|body|content|contents|subjects?|attachments?|attached|pdfs?|files?|documents?|invoices?|receipts?|orders?|bills?|tables?|lists?|pictures?|photos?|images?|it|them|there|here|now|today|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|morning|noon|midnight)$/i;

/** If the prompt depends on the sender and the address is not confirmed, a verdict would rest on what anyone can write. */
export function withinWhatIsConfirmed(given: Answer, { prompt, mail }: Question['parts']): Answer {
	if (!mail || mail.sender.address !== null || given.verdict === 'cannot tell' || !asksForSender(prompt))
		return given;
	const why = `The prompt depends on the sender, and the From address is not confirmed (${mail.sender.checks}).`;
	return {
		...given,
		verdict: 'cannot tell',
		evidence: `${given.evidence}\n${why}`,
		information: `Whether the condition is met cannot be told. ${why}`,
	};
}
