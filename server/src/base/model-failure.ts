/**
 * The model gave no usable answer. `retry`: the same question may succeed later, but not before `afterSeconds`.
 * `absent` says whether the model itself is the cause: `away` if every question would have failed, `silent` if the model
 * did not answer in time, which may also be due to this question.
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
