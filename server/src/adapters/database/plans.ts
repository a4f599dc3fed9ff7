/**
 * A writing statement has the same text each time, so it is planned once: planning costs several times as much as running it.
 * The same holds for a lookup of a list of keys (`among` in base/sql.ts). Any other read is planned each time, for its
 * values. Plans are discarded now and then, because a plan made for a small table is bad for a large one.
 */
const PLANNED_ONCE = /^\s*(?:with|insert|update|delete)\b|= any\(\$\d+::text\[\]\)/i;
const MAX = 200;
const USES = 5000;

/** The plans of one connection. */
export class Plans {
	readonly #names = new Map<string, string>();
	#uses = 0;

	/** The name of the prepared statement; undefined if the statement should be planned each time. */
	nameOf(text: string, params: readonly unknown[] | undefined): string | undefined {
		if (!params || params.length === 0 || !PLANNED_ONCE.test(text)) return undefined;
		if (!this.#names.has(text) && this.#names.size < MAX) {
			this.#names.set(text, `planned_${this.#names.size}`);
		}
		return this.#names.get(text);
	}

	/** Counts a use. True if the plans must be discarded before it. */
	get areOld(): boolean {
		this.#uses = (this.#uses + 1) % USES;
		return this.#uses === 0;
	}
}
