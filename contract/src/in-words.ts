/** "a, b and c". */
export function inWords(words: readonly string[], joint: 'and' | 'or'): string {
	const head = words.slice(0, -1).join(', ');
	return head ? `${head} ${joint} ${words.at(-1)}` : (words[0] ?? '');
}
