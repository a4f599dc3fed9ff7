import { z } from 'zod';
import type { Db } from '../../ports/database.ts';
import type { Log } from '../../ports/log.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Settings } from '../../settings.ts';
import { liveSetting } from '../live-setting.ts';
import { readOperatorSetting, storeOperatorSetting } from '../operator-settings.ts';
import { openMailer } from './open.ts';

const mailChoice = z.strictObject({ url: z.string(), from: z.string() });

/** The mail server that the operator set while the server ran, as the address in SMTP_URL, and the sender of our mails. */
export type MailChoice = z.infer<typeof mailChoice>;

const choiceIn = (stored: string): MailChoice => mailChoice.parse(JSON.parse(stored));

/** Null if none was set. */
export async function readMailChoice(db: Db): Promise<MailChoice | null> {
	const stored = await readOperatorSetting(db, 'mail');
	return stored === null ? null : choiceIn(stored);
}

export const storeMailChoice = (db: Db, choice: MailChoice | null): Promise<void> =>
	storeOperatorSetting(db, 'mail', choice && JSON.stringify(choice));

/** Sends through the mail server that the operator set, or keeps mails as files. */
export async function chosenMailer(
	{ db, log }: { db: Db; log: Log },
	settings: Pick<Settings, 'mail' | 'dataDir'>,
): Promise<Mailer> {
	const { mail } = settings;
	const { now, use, close } = await liveSetting<Mailer>(
		{ db, log, name: 'mail' },
		(stored) => {
			if (stored === null) return openMailer(settings, log);
			const { url, from } = choiceIn(stored);
			return openMailer(
				{ ...settings, mail: { ...mail, outUrl: url, from: mail.isFromSet ? mail.from : from } },
				log,
			);
		},
		(mailer) => mailer.close(),
	);
	return {
		get describe() {
			return now().describe;
		},
		get server() {
			return now().server;
		},
		get from() {
			return now().from;
		},
		send: (one) => use((mailer) => mailer.send(one)),
		close: () => void close(),
	};
}
