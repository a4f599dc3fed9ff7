import type { TroubleKind } from '../sources/trouble.ts';

const FIRST_MS = 2000;
const LONGEST_MS = 60_000;
/** Only a changed setting can fix this, so it is tried rarely. */
const SETTING_MS = 5 * 60_000;
/** Many cameras lock an account after a few wrong passwords. */
export const PASSWORD_MS = 30 * 60_000;

/** Growing pauses with some jitter, so that cameras that failed together do not all retry together. */
export class Backoff {
	#failures = 0;

	reset(): void {
		this.#failures = 0;
	}

	/** How long to wait after one more failure. */
	next(kind: TroubleKind = 'passing', longestMs = LONGEST_MS): number {
		if (kind === 'password') return PASSWORD_MS;
		if (kind === 'setting') return spread(SETTING_MS);
		return spread(Math.min(longestMs, FIRST_MS * 2 ** this.#failures++));
	}
}

const spread = (length: number) => length * (0.75 + Math.random() / 2);
