import { join } from 'node:path';
import type { Log } from '../../ports/log.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Settings } from '../../settings.ts';
import { outboxMailer } from './outbox.ts';
import { smtpMailer } from './smtp.ts';

/** Sends through a mail server if there is one, and keeps mails as files otherwise. */
export const openMailer = ({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>, log: Log): Mailer =>
	mail.outUrl ? smtpMailer(mail.outUrl, mail, log) : outboxMailer(join(dataDir, 'outbox'), mail, log);
