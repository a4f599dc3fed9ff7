import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, Mailer } from '../../ports.ts';
import { compose } from './compose.ts';

const LINK = /https?:\/\/[^\s<>"]+/;

/** Keeps each mail as an .eml file, the default until a mail server is set, and says so in the terminal with its link. */
export function outboxMailer(folder: string, from: string, log: Log): Mailer {
	let count = 0;
	return {
		describe: `kept as files in ${folder}`,
		async send(mail) {
			const { message } = compose(from, mail);
			const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}-${++count}.eml`;
			await mkdir(folder, { recursive: true, mode: 0o700 });
			await writeFile(join(folder, `.${name}`), message, { mode: 0o600, flush: true });
			await rename(join(folder, `.${name}`), join(folder, name));
			log.info(
				{ to: mail.to, subject: mail.subject, file: join(folder, name), link: LINK.exec(mail.text)?.[0] },
				'mail',
			);
		},
		close: () => undefined,
	};
}
