/** A mail that the server will never accept in this form. */
export class Undeliverable extends Error {}

/** The mail server could not be reached or said "later". A retry may succeed. */
export class MailServerFailure extends Error {
	/** It said "later" to this mail only, and may accept another one now. */
	readonly isForThisMail: boolean;

	constructor(cause: unknown) {
		const answered = cause instanceof Error && 'responseCode' in cause && Boolean(cause.responseCode);
		super(answered ? 'The mail server did not take it for now.' : 'The mail server could not be reached.', {
			cause,
		});
		this.isForThisMail = answered;
	}
}

/** Whether a mail to another recipient is worth a try after this error. */
export const isLater = (error: unknown) => error instanceof MailServerFailure && error.isForThisMail;
