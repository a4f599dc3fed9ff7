/** What is wrong with a mailbox, in words for its operator. They never contain the password. */
import type { MailboxSettings } from '../../settings/mail.ts';

const CERTIFICATE =
	/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const SILENCE = /^(?:CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEOUT|LockTimeout)$/;
/** The server wrote more than was asked for, or something that is no IMAP. */
const NONSENSE = /^(?:LineTooLarge|LiteralTooLarge|ResponseTooLarge|ParserError\w*|InvalidResponse)$/;
const MAX_SAID = 200;

interface Kind {
	/** Trying again soon would only lock the account. */
	isRefused?: boolean;
	isSilent?: boolean;
	/** Reading the same mail again would fail the same way. */
	isNonsense?: boolean;
}

/** Continues a sentence that begins with the name of the mailbox. */
export class MailboxProblem extends Error {
	readonly kind: Kind;
	constructor(words: string, kind: Kind = {}, cause?: unknown) {
		super(words, { cause });
		this.kind = kind;
	}
}

interface Known {
	code?: unknown;
	authenticationFailed?: unknown;
	mailboxMissing?: unknown;
	response?: unknown;
	responseText?: unknown;
}

export function problemOf(
	error: unknown,
	{ folder, password, isSecure, port }: MailboxSettings,
): MailboxProblem {
	if (error instanceof MailboxProblem) return error;
	const known: Known = error instanceof Error ? (error as Known) : {};
	const code = typeof known.code === 'string' ? known.code : '';
	const said = [known.responseText, known.response].find((text) => typeof text === 'string' && text !== '');
	const quoted = said ? `: "${cleaned(String(said), password)}"` : '';
	if (known.authenticationFailed)
		return new MailboxProblem(`refuses the user name or the password${quoted}`, { isRefused: true });
	if (known.mailboxMissing) return new MailboxProblem(`has no folder named ${folder}`, { isRefused: true });
	if (CERTIFICATE.test(code)) return new MailboxProblem(`shows a certificate that is not trusted (${code})`);
	if (/^ERR_SSL|^EPROTO$/.test(code))
		return new MailboxProblem(
			`does not speak TLS at port ${port} (${code})${isSecure ? ': try imap:// for STARTTLS' : ''}`,
		);
	if (SILENCE.test(code)) return new MailboxProblem('does not answer', { isSilent: true });
	if (NONSENSE.test(code))
		return new MailboxProblem(`answers what is no IMAP (${code})`, { isNonsense: true });
	if (code === 'NoConnection' || code === 'EConnectionClosed' || code === '')
		return new MailboxProblem(`ended the connection${quoted}`);
	return new MailboxProblem(`cannot be reached (${code})`);
}

/** What a server says is shown in one line, and without the password, should it repeat it. */
function cleaned(text: string, password: string): string {
	const bare = text.replaceAll(password, '***').replaceAll(Buffer.from(password).toString('base64'), '***');
	return bare
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.slice(0, MAX_SAID)
		.toWellFormed();
}
