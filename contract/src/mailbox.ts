const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'i');
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'i');

/**
 * Whether a text is the address of exactly one mailbox, in the plain form every mail server understands. Quoted local parts are
 * left out on purpose: they can hold commas and spaces, and some programs then read several addresses.
 */
export function isMailbox(text: string): boolean {
	const at = text.lastIndexOf('@');
	const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
	return text.length <= 254 && local.length <= 64 && LOCAL.test(local) && isDomain(domain);
}

const isDomain = (text: string) => text.length <= 253 && DOMAIN.test(text);

/** The domain of an address, in lower case; empty if it has none. */
export const domainOf = (address: string) => (/@([^@]*)$/.exec(address)?.[1] ?? '').toLowerCase();

/**
 * The addresses at which automations and devices get mail: `{id}@automations.example.com`, or `portal+{id}@example.com` where they
 * share one mailbox.
 */
export interface OwnMail {
	/** Every address of this domain belongs to an automation or a device. */
	mailDomain: string;
	/** How the portal writes the addresses, with `{id}` for the part of its own. */
	mailAddress: string;
}

export const addressOf = (mailAddress: string, id: string) => mailAddress.replace('{id}', id);

/** The part of its own of an address, in lower case; null if the address is not one of these. */
export function idIn(mailAddress: string, address: string): string | null {
	const [before = '', after = ''] = mailAddress.toLowerCase().split('{id}');
	const known = address.toLowerCase();
	const fits =
		known.length > before.length + after.length && known.startsWith(before) && known.endsWith(after);
	return fits ? known.slice(before.length, known.length - after.length) : null;
}

export const isOwnAddress = (address: string, { mailDomain, mailAddress }: OwnMail) =>
	domainOf(address) === mailDomain || idIn(mailAddress, address) !== null;

/** One entry of a list of senders: an address, or `@domain` for everyone at that domain. */
export const isSenderRule = (text: string) =>
	text.startsWith('@') ? isDomain(text.slice(1)) : isMailbox(text) && !text.includes('*');

/** Whether an address is on a list of senders. */
export function isOnList(address: string, rules: readonly string[]): boolean {
	const known = address.toLowerCase();
	const everyone = `@${domainOf(known)}`;
	return rules.some((rule) => [known, everyone].includes(rule.toLowerCase()));
}

/** Every mail the server sends has this header with its mail domain, so that it recognises its own mails when they come back. */
export const OUR_HEADER = 'X-Watchword';
