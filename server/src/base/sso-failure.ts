/**
 * The single sign-on provider did not say who the person is. `unavailable`: it did not answer. `cancelled`: the person stopped.
 * `refused`: its answer is negative, or cannot be trusted. The cause is for the log.
 */
export class SsoFailure extends Error {
	readonly why: 'unavailable' | 'cancelled' | 'refused';

	constructor(why: SsoFailure['why'], cause?: unknown) {
		super(why, { cause });
		this.why = why;
	}
}
