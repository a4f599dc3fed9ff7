import { CameraTrouble, type TroubleKind, wrongPassword } from '../sources/trouble.ts';

const FIRST_MS = 2000;
const LONGEST_MS = 60_000;
/** What only a changed setting can mend is not worth asking often. */
const SETTING_MS = 5 * 60_000;
/** Many cameras lock an account after a few wrong passwords. */
const PASSWORD_MS = 30 * 60_000;

/** Growing pauses, each a little different so that cameras that failed together do not all come back together. */
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
 * Who may try which password where. A recorder has many cameras behind one account: if they all tried a wrong password, the
 * recorder would lock it. So one tries first, and where it is refused nobody tries again for long.
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

	/** For those who waited since they entered, or who enter by another door with the same password. */
	refuseClosed(name: string | null): void {
		const closedUntil = this.#doors.get(name ?? '')?.closedUntil ?? 0;
		if (closedUntil > performance.now()) throw wrongPassword();
	}
}

/** At most so many at once; the others wait their turn. */
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
