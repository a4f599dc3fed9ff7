/**
 * The provider of single sign-on did not say who the person is. `unavailable`: it did not answer. `cancelled`: the person
 * did not want to. `refused`: its answer says no, or is not one we can trust. The cause is for the log.
 */
export class SsoFailure extends Error {
	readonly why: 'unavailable' | 'cancelled' | 'refused';

	constructor(why: SsoFailure['why'], cause?: unknown) {
		super(why, { cause });
		this.why = why;
	}
}
