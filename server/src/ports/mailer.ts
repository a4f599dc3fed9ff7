export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** Set if the mail may have to be sent twice, so that mail programs can see that both are the same. */
	messageId?: string;
	/** The address of the automation, if the mail is a reply in its name. */
	from?: string;
	/** The mail that this one answers. A reply is marked as automatic and has an empty envelope sender. */
	answers?: { messageId: string | null; references: string[] };
	/** The address where the recipient can unsubscribe with one click. */
	unsubscribe?: string;
	/** Pictures shown inside the mail by their cid. */
	pictures?: { cid: string; contentType: string; bytes: Uint8Array }[];
}

export interface Mailer {
	readonly describe: string;
	/** The mail server; null where mails are kept as files. */
	readonly server: { host: string; port: number } | null;
	/** The sender of mails that do not come from an automation's address. */
	readonly from: string;
	send(mail: Mail): Promise<void>;
	close(): void;
}
