/** A mail that the server will never accept in this form. */
export class Undeliverable extends Error {}

/** The mail server could not be reached or said "later". The same mail may be accepted then. */
export class MailServerFailure extends Error {
	constructor(cause: unknown) {
		super('The mail server could not be reached.', { cause });
	}
}
