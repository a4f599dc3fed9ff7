/**
 * The model could not be asked. `retry` says whether the same question may succeed later, `afterSeconds` when at the
 * earliest, and `away` that it is not this question's fault: any other would have failed too.
 */
export class ModelFailure extends Error {
	readonly retry: boolean;
	readonly afterSeconds: number | undefined;
	readonly away: boolean;

	/** `message` is for the customer; the cause is for the log. */
	constructor(
		message: string,
		retry: boolean,
		more: { cause?: unknown; afterSeconds?: number; away?: boolean } = {},
	) {
		super(message, { cause: more.cause });
		this.retry = retry;
		this.afterSeconds = more.afterSeconds;
		this.away = more.away ?? false;
	}
}
