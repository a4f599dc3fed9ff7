/** Names of zones that may complete what is being typed. */
export interface Offer {
	/** The part of the text that a name replaces. */
	from: number;
	to: number;
	names: string[];
	/** Whether they complete the words before the caret; otherwise they are all names. */
	completes: boolean;
}

/** The names that begin with the words before the caret, or all names if none does. */
export function offerNames(text: string, caret: number, names: readonly string[]): Offer {
	const before = text.slice(0, caret);
	// A name may have several words, so the longest match counts: "front ga" for "front garden".
	const starts = [...before.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index);
	for (const from of starts.slice(-5)) {
		const typed = before.slice(from).toLowerCase();
		const found = names.filter((name) => {
			const known = name.toLowerCase();
			return known.startsWith(typed) && known !== typed;
		});
		if (typed.length > 1 && found.length > 0) return { from, to: caret, names: found, completes: true };
	}
	return { from: caret, to: caret, names: [...names], completes: false };
}

/** The text with a name inserted, and the new caret position. */
export function insertName(text: string, { from, to }: Offer, name: string): { text: string; caret: number } {
	const space = from > 0 && !/\s$/.test(text.slice(0, from)) ? ' ' : '';
	const put = `${space}${name}`;
	return { text: text.slice(0, from) + put + text.slice(to), caret: from + put.length };
}
