import type { Letter } from '@watchword/model';

/** The next best reading of a letter is told from this probability on. */
const SECOND = 0.02;
/** Widely set letters look a little like words apart. A real space is nearly certain. */
const SPACE = 0.7;

/**
 * The letters of a line from what the recognition network gives: at each of many places along the line, how probable every
 * letter is. Place 0 of the alphabet is "nothing here"; a letter that stays over several places is one letter.
 */
export function decodeLetters(scores: Float32Array, alphabet: readonly string[]): Letter[] {
	const size = alphabet.length;
	const letters: Letter[] = [];
	let before = 0;
	let current: Letter | null = null;
	for (let start = 0; start + size <= scores.length; start += size) {
		let [best, second] = [0, -1];
		for (let at = 1; at < size; at++) {
			if ((scores[start + at] ?? 0) > (scores[start + best] ?? 0)) [best, second] = [at, best];
			else if (second < 0 || (scores[start + at] ?? 0) > (scores[start + second] ?? 0)) second = at;
		}
		const confidence = scores[start + best] ?? 0;
		if (best !== before) current = null;
		before = best;
		if (best === 0) continue;
		if (!current) {
			current = { char: alphabet[best] ?? '', confidence: 0, second: null };
			letters.push(current);
		}
		if (confidence <= current.confidence) continue;
		const isNear = second > 0 && (scores[start + second] ?? 0) >= SECOND;
		current.confidence = confidence;
		current.second = isNear ? (alphabet[second] ?? null) : null;
	}
	return letters.filter(({ char, confidence }) => char !== ' ' || confidence >= SPACE);
}
