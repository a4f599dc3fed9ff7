/** Numbers from 0 to 1 that look random and are always the same for the same words. */
export function seeded(...words: (string | number)[]): () => number {
	let state = 0x811c9dc5;
	for (const char of words.join('|')) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193);
	// mulberry32
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export function pick<T>(random: () => number, choices: readonly T[]): T {
	const choice = choices[Math.floor(random() * choices.length)];
	if (choice === undefined) throw new Error('there is nothing to pick from');
	return choice;
}
