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
