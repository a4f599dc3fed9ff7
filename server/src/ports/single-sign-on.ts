/** A person, as the single sign-on provider describes them. */
export interface SsoPerson {
	/** The provider and the person's id there; both stay the same as long as the person has an account there. */
	issuer: string;
	subject: string;
	email: string | null;
	/** Whether the provider has verified that the address belongs to the person. */
	emailVerified: boolean;
	name: string | null;
}

/** What must be remembered while a browser is at the provider. */
export interface SsoAttempt {
	state: string;
	nonce: string;
	verifier: string;
	/** If the person must sign in again even if already signed in: when it began, in milliseconds. */
	anew: number | null;
}

export interface SingleSignOn {
	readonly describe: string;
	/** What customers call the provider. */
	readonly name: string;
	/** Whether a person without an account gets one. */
	readonly makesAccounts: boolean;
	/** The address at the provider to send the browser to. With `anew`, the provider must authenticate the person again. */
	begin(anew: boolean): Promise<{ url: string; attempt: SsoAttempt }>;
	/** Who the person is, from the query that the browser came back with. Throws `SsoFailure`. */
	finish(query: URLSearchParams, attempt: SsoAttempt): Promise<SsoPerson>;
}
