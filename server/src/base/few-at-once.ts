/**
 * Lets a few tasks of each key go at once; further ones of the same key wait in order. Other keys do not wait for them.
 */
export class FewAtOnce {
	readonly #most: number;
	/** The tasks of each key that go, and those that wait. */
	readonly #keys = new Map<string, { going: number; waiting: (() => void)[] }>();

	constructor(most: number) {
		this.#most = most;
	}

	async run<T>(key: string, act: () => Promise<T>): Promise<T> {
		const mine = this.#keys.get(key) ?? { going: 0, waiting: [] };
		this.#keys.set(key, mine);
		if (mine.going < this.#most) mine.going++;
		else await new Promise<void>((turn) => mine.waiting.push(turn));
		try {
			return await act();
		} finally {
			const next = mine.waiting.shift();
			if (next) next();
			else if (--mine.going === 0) this.#keys.delete(key);
		}
	}
}
