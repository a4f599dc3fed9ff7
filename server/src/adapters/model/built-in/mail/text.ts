import type { MailMark } from '@watchword/contract/mail-mark';
import type { Sender } from '../../../../ports/model.ts';

/** What is known of a mail that is judged. */
export interface MailText {
	from: string;
	subject: string;
	text: string;
	/** The sender, if the address is confirmed. */
	sender: Sender;
	/** The names of the files that came with it, where they are known. */
	attachments?: readonly string[];
	/** What its header says of its kind, where there was one. */
	marks?: readonly MailMark[];
	/** Some of the mail was not read, so missing words prove nothing. */
	partly?: boolean;
}
