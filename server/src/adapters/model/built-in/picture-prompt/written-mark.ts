/** A letter nobody types. Words that begin with it stand for a condition that was already read. */
export const MARK = 'ꙮ';

export const markOf = (index: number) => `${MARK}${String.fromCharCode(97 + index)}`;

/** Which condition a word of the prompt stands for; null if it is an ordinary word. */
export const markedAt = (word: string): number | null =>
	word.startsWith(MARK) ? word.charCodeAt(1) - 97 : null;
