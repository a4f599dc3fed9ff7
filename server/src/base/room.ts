/** The memory of a process for what comes in and is worked on. What does not fit waits, or is refused until there is room again. */
import { LARGE_BYTES } from './spool.ts';
import { InTurn } from './turns.ts';

const MB = 1024 * 1024;

/**
 * Limits the memory for data that is still being received: in total, and per holder, so that one sender cannot use the
 * share of the others.
 */
export class Room {
	readonly #perHolder: number;
	readonly #held = new Map<string, number>();
	#free: number;

	constructor(bytes: number, perHolder = bytes) {
		this.#free = bytes;
		this.#perHolder = perHolder;
	}

	/** True if there was room. It is then reserved until it is released. */
	take(holder: string, bytes: number): boolean {
		const held = (this.#held.get(holder) ?? 0) + bytes;
		if (bytes > this.#free || held > this.#perHolder) return false;
		this.#free -= bytes;
		this.#held.set(holder, held);
		return true;
	}

	release(holder: string, bytes: number): void {
		this.#free += bytes;
		const held = (this.#held.get(holder) ?? 0) - bytes;
		if (held > 0) this.#held.set(holder, held);
		else this.#held.delete(holder);
	}
}

/** Separate limits: bodies of strangers cannot use the memory that cameras and signed-in customers need. */
export const BODIES = {
	strangers: new Room(32 * MB, 16 * MB),
	customers: new Room(128 * MB, 64 * MB),
};

/** How many large contents are in memory as a whole at the same time, each perhaps several times while it is worked on. */
const LARGE_AT_ONCE = 3;
const large = new InTurn(LARGE_AT_ONCE);

/** Works on so many bytes of an account in memory. If they are many, accounts take turns. Must not be called within itself. */
export const inLargeTurn = <T>(owner: string, bytes: number, act: () => Promise<T>): Promise<T> =>
	bytes > LARGE_BYTES ? large.run(owner, act) : act();
