import { CameraTrouble, type TroubleKind, wrongPassword } from '../sources/trouble.ts';

const FIRST_MS = 2000;
const LONGEST_MS = 60_000;
/** Only a changed setting can fix this, so it is tried rarely. */
const SETTING_MS = 5 * 60_000;
/** Many cameras lock an account after a few wrong passwords. */
const PASSWORD_MS = 30 * 60_000;

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

interface Door {
	isOpen: boolean;
	closedUntil: number;
	trying: Promise<unknown> | null;
}

/**
 * Limits password attempts. Many cameras share one account on a recorder, which locks it after some wrong passwords. So one
 * camera tries first; if it is refused, no camera tries again for a long time.
 */
export class Doors {
	readonly #doors = new Map<string, Door>();

	/** Tries something that needs the password; `null` needs none. */
	async enter<T>(name: string | null, act: () => Promise<T>): Promise<T> {
		if (name === null) return act();
		const door = this.#doors.get(name) ?? { isOpen: false, closedUntil: 0, trying: null };
		this.#doors.set(name, door);
		while (!door.isOpen && door.trying) await door.trying;
		this.refuseClosed(name);
		const attempt = act();
		const outcome = attempt.then(
			() => {
				door.isOpen = true;
			},
			(error: unknown) => {
				if (!(error instanceof CameraTrouble) || error.kind !== 'password') return;
				door.isOpen = false;
				door.closedUntil = performance.now() + PASSWORD_MS;
			},
		);
		if (!door.isOpen) {
			door.trying = outcome.then(() => {
				door.trying = null;
			});
		}
		return attempt;
	}

	/** Checks again after waiting, or before using the same password for something else. */
	refuseClosed(name: string | null): void {
		const closedUntil = this.#doors.get(name ?? '')?.closedUntil ?? 0;
		if (closedUntil > performance.now()) throw wrongPassword();
	}
}

/** Runs at most a given number at once; the others wait. */
export class Turns {
	#free: number;
	readonly #waiting: (() => void)[] = [];

	constructor(atOnce: number) {
		this.#free = atOnce;
	}

	async run<T>(act: () => Promise<T>): Promise<T> {
		if (this.#free > 0) this.#free--;
		else await new Promise<void>((resolve) => this.#waiting.push(resolve));
		try {
			return await act();
		} finally {
			const next = this.#waiting.shift();
			if (next) next();
			else this.#free++;
		}
	}
}
