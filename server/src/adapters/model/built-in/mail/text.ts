import type { Sender } from '../../../../ports.ts';

/** What is known of a mail that is judged. */
export interface MailText {
	from: string;
	subject: string;
	text: string;
	/** The sender, if the address is confirmed. */
	sender: Sender;
	/** The names of the files that came with it, where they are known. */
	attachments?: readonly string[];
	/** Some of the mail was not read, so missing words prove nothing. */
	partly?: boolean;
}
