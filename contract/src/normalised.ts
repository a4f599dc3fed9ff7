/** Some characters become combining marks when they are normalised. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
/** No writing system puts more marks on a letter. */
const MARKS_MAX = 16;
const TOO_MANY = new RegExp(`(?<!${MARK})(${MARK}{${MARKS_MAX}})${MARK}+`, 'gu');

/**
 * The text in a normal form of Unicode. Normalising sorts the combining marks of a letter, which takes the square of their number,
 * so a letter keeps only its first ones. This is the one place that may call `normalize`.
 */
export const normalised = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
	text.replace(TOO_MANY, '$1').normalize(form);
