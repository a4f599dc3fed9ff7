/** Runs a few tasks at once. Waiting tasks take turns by key, so that a hundred tasks of one key do not delay the others. */
export class Turns {
	readonly #waiting = new Map<string, (() => void)[]>();
	#free: number;

	constructor(atOnce: number) {
		this.#free = atOnce;
	}

	async run<T>(key: string, act: () => Promise<T>): Promise<T> {
		if (this.#free > 0) this.#free--;
		else {
			await new Promise<void>((turn) => this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), turn]));
		}
		try {
			return await act();
		} finally {
			this.#callNext();
		}
	}

	/** A map keeps its keys in insertion order: a key with more tasks moves to the end. */
	#callNext(): void {
		const [next] = this.#waiting;
		if (!next) {
			this.#free++;
			return;
		}
		const [key, [turn, ...others]] = next;
		this.#waiting.delete(key);
		if (others.length > 0) this.#waiting.set(key, others);
		turn?.();
	}
}
