import type { OperatorMail, SetMail } from '@watchword/contract/operator-mail';
import { type MailChoice, readMailChoice, storeMailChoice } from '../adapters/mail/chosen.ts';
import { Refusal } from '../base/failures.ts';
import { plainMail } from '../base/html.ts';
import type { Db } from '../ports/database.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Settings } from '../settings.ts';
import { whyOf } from './self-test.ts';

export interface MailNeeds {
	db: Db;
	settings: Settings;
	mailer: Mailer;
}

const TLS_PORT = 465;
const USUAL_PORT = 587;

/** Read from where it is kept, because this process may not have looked yet. */
export async function describeMail({ db, settings: { mail }, mailer }: MailNeeds): Promise<OperatorMail> {
	const chosen = mail.outUrl === null ? await readMailChoice(db) : null;
	const url = mail.outUrl ?? chosen?.url;
	const { host, username } = url ? new URL(url) : {};
	return {
		is: host ? `sent through ${host}` : mailer.describe,
		is_set: mail.outUrl === null ? null : 'SMTP_URL',
		sender_is_set: mail.isFromSet ? 'MAIL_FROM' : null,
		server: host ?? null,
		user: username ? decodeURIComponent(username) : null,
		sender: mail.isFromSet ? mail.from : (chosen?.from ?? mail.from),
	};
}

/** From now on mails are sent through this server, in every process. */
export async function setMail({ db, settings }: MailNeeds, given: SetMail): Promise<void> {
	refuseIfSet(settings);
	await storeMailChoice(db, { url: addressOf(given, await readMailChoice(db)), from: given.sender });
}

/** From now on mails are kept as files. */
export async function unsetMail({ db, settings }: MailNeeds): Promise<void> {
	refuseIfSet(settings);
	await storeMailChoice(db, null);
}

function refuseIfSet({ mail }: Settings): void {
	if (mail.outUrl === null) return;
	throw new Refusal(
		'invalid-argument',
		'SMTP_URL is set in the environment, which comes first. Remove it there and restart; then this works.',
	);
}

/** The address as in SMTP_URL. A password goes only to the server and the user that it was entered for. */
function addressOf({ server, user, password }: SetMail, before: MailChoice | null): string {
	const [host = '', given] = server.split(':');
	const port = Number(given) || USUAL_PORT;
	const url = new URL(`${port === TLS_PORT ? 'smtps' : 'smtp'}://${host}:${port}`);
	url.username = encodeURIComponent(user);
	const known = before && new URL(before.url);
	const isSame = known?.host === url.host && known.username === url.username;
	if (user !== '')
		url.password = password === undefined ? (isSame ? known.password : '') : encodeURIComponent(password);
	return url.href;
}

/** Sends a mail, and refuses with what went wrong. */
export async function sendTestMail(mailer: Mailer, to: string): Promise<void> {
	const mail = plainMail(to, 'A test from Watchword', ['If you read this, mail from Watchword arrives.']);
	await mailer.send(mail).catch((error: unknown) => {
		throw new Refusal('unavailable', `It does not work: ${whyOf(error)}`);
	});
}
