/**
 * JSON in which half of a surrogate pair, as a cut through an emoji leaves it, is the replacement character: databases refuse
 * the half.
 */
export function withWholeLetters(json: string): string {
	if (!/\\ud/i.test(json)) return json;
	// Escaped backslashes and whole pairs are matched first, so that only halves of pairs remain.
	const escapes = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}/gi;
	return json.replace(escapes, (found) => (found.length === 6 ? '\\ufffd' : found));
}
