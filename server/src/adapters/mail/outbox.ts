import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../ports/log.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { compose, type OurMail } from './compose.ts';

const LINK = /https?:\/\/[^\s<>"]+/;

/** The default until a mail server is set: writes each mail to an .eml file and prints the link in it to the terminal. */
export function outboxMailer(folder: string, ours: OurMail, log: Log): Mailer {
	let count = 0;
	return {
		describe: `kept as files in ${folder}`,
		server: null,
		from: ours.from,
		async send(mail) {
			const { message } = compose(ours, mail);
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
