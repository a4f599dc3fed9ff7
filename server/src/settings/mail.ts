import { isMailbox, type OwnMail } from '@watchword/contract/mailbox';
import { BadSettings, type Environment, isThisMachine } from './environment.ts';

const DEFAULT_MAIL_DOMAIN = 'automations.localhost';

/** Where a whole domain comes into the mailbox, all of it is ours. */
export function readOwnMail(e: Environment): OwnMail {
	const mailAddress = e.MAIL_IN ? mailboxAddress(e) : null;
	const caught = mailAddress?.startsWith('{id}@') ? mailAddress.slice('{id}@'.length).toLowerCase() : null;
	const mailDomain = e.MAIL_DOMAIN ?? caught ?? DEFAULT_MAIL_DOMAIN;
	return { mailDomain, mailAddress: mailAddress ?? `{id}@${mailDomain}` };
}

/** Plus addresses of the user, if it is an address. */
function mailboxAddress(e: Environment): string {
	if (e.MAIL_IN_ADDRESS) return e.MAIL_IN_ADDRESS;
	const user = decodeURIComponent(new URL(e.MAIL_IN ?? '').username);
	if (isMailbox(user) && !user.includes('+')) return user.replace('@', '+{id}@');
	throw new BadSettings(
		'MAIL_IN has a user that is no plain email address: set MAIL_IN_ADDRESS, such as portal+{id}@example.com or {id}@automations.example.com.',
	);
}

export interface MailboxSettings {
	host: string;
	port: number;
	/** Encrypted from the first byte. Otherwise by STARTTLS, unless the server is on this machine. */
	isSecure: boolean;
	isHere: boolean;
	user: string;
	password: string;
	folder: string;
	/** In words, without the password. */
	name: string;
	/** Where mails go once their runs are queued; null if they stay and are flagged. */
	doneFolder: string | null;
	/** The host whose Authentication-Results are believed; null for none. */
	authserv: string | null;
}

/** The operator's mailbox that is read; null if there is none. */
export function readMailbox(e: Environment): MailboxSettings | null {
	if (!e.MAIL_IN) {
		const alone = (['MAIL_IN_ADDRESS', 'MAIL_IN_FOLDER', 'MAIL_IN_AUTHSERV'] as const).find(
			(name) => e[name],
		);
		if (!alone) return null;
		throw new BadSettings(`${alone} needs MAIL_IN: set it, or remove ${alone}.`);
	}
	const { protocol, hostname, port, username, password, pathname } = new URL(e.MAIL_IN);
	const isSecure = protocol === 'imaps:';
	const user = decodeURIComponent(username);
	const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
	if (e.MAIL_IN_FOLDER === folder)
		throw new BadSettings('MAIL_IN_FOLDER is the folder that is read: name another one.');
	return {
		...{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isSecure ? 993 : 143), isSecure },
		isHere: isThisMachine(hostname),
		...{ user, password: decodeURIComponent(password), folder },
		name: `${folder} of ${user} at ${hostname}${port && `:${port}`}`,
		doneFolder: e.MAIL_IN_FOLDER ?? null,
		authserv: e.MAIL_IN_AUTHSERV ?? null,
	};
}
