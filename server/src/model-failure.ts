/** The model could not be asked. `retry` says whether the same question may succeed later, and `after` when at the earliest. */
export class ModelFailure extends Error {
	readonly retry: boolean;
	readonly afterSeconds: number | undefined;

	/** `message` is for the customer; the cause is for the log. */
	constructor(message: string, retry: boolean, more: { cause?: unknown; afterSeconds?: number } = {}) {
		super(message, { cause: more.cause });
		this.retry = retry;
		this.afterSeconds = more.afterSeconds;
	}
}
