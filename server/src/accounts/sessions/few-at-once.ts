/** Gives each key a few turns at once; further callers wait in order. Other keys do not wait for them. */
export class FewAtOnce {
	readonly #most: number;
	/** The taken turns of each key, and the callers that wait. */
	readonly #keys = new Map<string, { taken: number; waiting: (() => void)[] }>();

	constructor(most: number) {
		this.#most = most;
	}

	/** Returns a function that gives the turn back. */
	async turn(key: string): Promise<() => void> {
		const mine = this.#keys.get(key) ?? { taken: 0, waiting: [] };
		this.#keys.set(key, mine);
		if (mine.taken < this.#most) mine.taken++;
		else await new Promise<void>((next) => mine.waiting.push(next));
		return () => {
			const next = mine.waiting.shift();
			if (next) next();
			else if (--mine.taken === 0) this.#keys.delete(key);
		};
	}
}
