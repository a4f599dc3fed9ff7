/** What a customer may have meant by a word that the model does not know. It is only asked, never taken for granted. */
import { isNamed, PLAIN_NAMES } from './lexicon.ts';
import { classOf } from './vocabulary.ts';

/** Shorter words are too often one letter away from another word: a goat is no boat. */
const SHORTEST = 6;
/** With another letter, even these are often words of their own: plants are no planes, and houses no horses. */
const SHORTEST_CHANGED = 8;

/** The words as they may have been meant, if one of them looks misspelt: "motorcycle" for "motorcyle". */
export function meantBy(words: string): string | null {
	if (isNamed(words)) return null;
	const meant = words.split(' ').map((word) => nearestTo(word) ?? word);
	return meant.join(' ') === words ? null : meant.join(' ');
}

/** Words of other languages that are none in English. */
const FOREIGN =
	/(?<!\p{L})(?:der|dem|ein|eine|und|ist|wenn|nicht|keine?|zwei|auf|une|dans|devant|avec|aucune?|quand|una|cuando|gli|nella|quando|nessun|uma|há|não|een|het|niet|geen|wanneer|ingen|och)(?!\p{L})|[^\P{L}\p{Script=Latin}]/u;
/** Words of other languages that are also English words or parts of names: hay, Les, Mr Das, Las Vegas. */
const PERHAPS_FOREIGN = /(?<!\p{L})(?:das|les|le|la|est|pas|un|de|en|el|los|las|hay|il|nel|um)(?!\p{L})/gu;

/** Whether words are likely to be of another language, which the built-in model does not read in prompts about pictures. */
export const isForeign = (words: string) =>
	FOREIGN.test(words) || (words.match(PERHAPS_FOREIGN)?.length ?? 0) > 1;

function nearestTo(word: string): string | null {
	if (word.length < SHORTEST || isNamed(word) || classOf([word], 0)) return null;
	return PLAIN_NAMES.find((known) => isOneSlip(word, known)) ?? null;
}

/** Whether one letter is missing, too many, wrong, or has changed places with the next. */
function isOneSlip(word: string, known: string): boolean {
	if (known.length < SHORTEST || Math.abs(word.length - known.length) > 1) return false;
	let at = 0;
	while (at < word.length && word[at] === known[at]) at++;
	// Hardly anyone mistypes the first letter: a jacket is no racket.
	if (at === 0) return false;
	const [own, other] = [word.slice(at), known.slice(at)];
	return (
		(own.slice(1) === other.slice(1) && known.length >= SHORTEST_CHANGED) ||
		own.slice(1) === other ||
		own === other.slice(1) ||
		(own[0] === other[1] && own[1] === other[0] && own.slice(2) === other.slice(2))
	);
}
