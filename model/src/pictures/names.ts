/** Names of kinds in a sentence. */
import { inWords } from '@watchword/contract/in-words';
import { kindInWords, withArticle } from '@watchword/contract/kind-words';

/** "1 person", "2 people", "3 dogs or cats". */
export function counted(count: number, names: string | readonly string[]): string {
	const all = typeof names === 'string' ? names.split(/, | or /) : names;
	return `${count} ${inWords(
		all.map((name) => kindInWords(name, count !== 1)),
		'or',
	)}`;
}

/** "a dog", "an elephant or a bear". */
export const one = (names: readonly string[]) =>
	inWords(
		names.map((name) => withArticle(kindInWords(name))),
		'or',
	);
