/**
 * What writes is said in the same words each time, so it is planned once and not each time: planning costs several times
 * what doing it does. What reads is planned for the values it is asked with. Plans are thrown away now and then, for one
 * made when a table was small is of no use once it has grown.
 */
const WRITES = /^\s*(?:with|insert|update|delete)\b/i;
const MOST = 200;
const USES = 500;

/** The plans of one connection. */
export class Plans {
	readonly #names = new Map<string, string>();
	#uses = 0;

	/** The name a statement has been or is to be planned under; undefined where it is better planned each time. */
	nameOf(text: string, params: readonly unknown[] | undefined): string | undefined {
		if (!params || params.length === 0 || !WRITES.test(text)) return undefined;
		if (!this.#names.has(text) && this.#names.size < MOST) {
			this.#names.set(text, `planned_${this.#names.size}`);
		}
		return this.#names.get(text);
	}

	/** Counts a use; whether plans are due to be made anew before it. */
	get areOld(): boolean {
		this.#uses = (this.#uses + 1) % USES;
		return this.#uses === 0;
	}
}
