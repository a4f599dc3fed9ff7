import { CameraTrouble, wrongPassword } from '../sources/trouble.ts';
import { PASSWORD_MS } from './backoff.ts';

interface Account {
	isRight: boolean;
	refusedUntil: number;
	trying: Promise<unknown> | null;
}

/**
 * Limits password attempts. Many cameras share one account on a recorder, which locks it after some wrong passwords. So one
 * camera tries first; if it is refused, no camera tries again for a long time.
 */
export class PasswordGuard {
	readonly #accounts = new Map<string, Account>();

	/** Tries something that needs the password of an account; `null` needs none. */
	async attempt<T>(name: string | null, act: () => Promise<T>): Promise<T> {
		if (name === null) return act();
		const account = this.#accounts.get(name) ?? { isRight: false, refusedUntil: 0, trying: null };
		this.#accounts.set(name, account);
		while (!account.isRight && account.trying) await account.trying;
		this.throwIfRefused(name);
		const attempt = act();
		const outcome = attempt.then(
			() => {
				account.isRight = true;
			},
			(error: unknown) => {
				if (!(error instanceof CameraTrouble) || error.kind !== 'password') return;
				account.isRight = false;
				account.refusedUntil = performance.now() + PASSWORD_MS;
			},
		);
		if (!account.isRight) {
			account.trying = outcome.then(() => {
				account.trying = null;
			});
		}
		return attempt;
	}

	/** Checks again after waiting, or before using the same password for something else. */
	throwIfRefused(name: string | null): void {
		const refusedUntil = this.#accounts.get(name ?? '')?.refusedUntil ?? 0;
		if (refusedUntil > performance.now()) throw wrongPassword();
	}
}

/** Cameras at one address share the account. */
export function accountOf(at: string, user: string, password = ''): string | null {
	const host = URL.parse(at)?.hostname;
	return host === undefined ? null : JSON.stringify([host, user, password]);
}
