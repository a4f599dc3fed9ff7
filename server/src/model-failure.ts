/**
 * The model could not be asked. `retry` says whether the same question may succeed later, `afterSeconds` when at the
 * earliest, and `absent` that it is not this question's fault, for the model is `away` and any other would have failed too,
 * or may not be, for the model is `silent`.
 */
export class ModelFailure extends Error {
	readonly retry: boolean;
	readonly afterSeconds: number | undefined;
	readonly absent: 'away' | 'silent' | null;

	/** `message` is for the customer; the cause is for the log. */
	constructor(
		message: string,
		retry: boolean,
		more: { cause?: unknown; afterSeconds?: number; absent?: 'away' | 'silent' | null } = {},
	) {
		super(message, { cause: more.cause });
		this.retry = retry;
		this.afterSeconds = more.afterSeconds;
		this.absent = more.absent ?? null;
	}
}
