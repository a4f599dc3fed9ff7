/** The sentences of a mail, and which of them report something. */
import { READ_CHARACTERS } from './extract.ts';

const MAX = 2000;
const LONGEST = 1000;

/** Sentences, also over several lines. A point behind a number or a short word does not end one. */
export function sentencesIn(text: string): readonly string[] {
	if (text !== lastRead.text) lastRead = { text, sentences: divide(text) };
	return lastRead.sentences;
}
/** A prompt with many conditions asks for the same sentences again and again. */
let lastRead: { text: string; sentences: readonly string[] } = { text: '', sentences: [] };

const divide = (text: string): string[] =>
	text
		.slice(0, READ_CHARACTERS)
		.split(/\n\s*\n/)
		.flatMap((paragraph) =>
			paragraph
				// A short line before one that begins anew was not broken by a program.
				.split(/(?<=^.{1,50})\r?\n(?=\s*\p{Lu})/mu)
				.flatMap((lines) =>
					lines
						.replace(/\s+/g, ' ')
						.trim()
						.split(
							/(?<=\p{L}{2}[.!?]|\d{4}[.!?]|[!?])(?<!(?<!\p{L})(?:[Nn][or]|[Tt]el|ca|Dr|Mr|Ms|Mrs|inkl|zzgl|incl)\.)\s+(?=[\p{Lu}\d"“„(])/u,
						),
				),
		)
		.filter((sentence) => sentence !== '' && sentence.length < LONGEST)
		.slice(0, MAX);

/** Words that make a sentence less than a report: it may be denied, asked, offered or still to come. */
const NO_REPORT =
	/\?|n['’]t(?!\p{L})|(?<!\p{L})(?:not|never|no(?!\.)|any|without|if|unless|until(?!\s(?:\d|mon|tue|wed|thu|fri|sat|sun|tomorrow|next|further))|once|when|whenever|case|can|could|(?<!\d\s)may(?!\s\d)|might|would|should|will|must|before|soon|but|however|although|usually|always|normally|automatically|said|says|being|within|nicht|kein\p{L}*|nie|ohne|aber|jedoch|obwohl|immer|normalerweise|automatisch|innerhalb|wenn|falls|sobald|bis(?!\s+(?:zum\s+)?\d)|bevor|kann|können|könnten?|würden?|sollten?|sollen?|muss|müssen)(?!\p{L})/iu;

/** “I heard that the meeting is cancelled”: the writer does not know it. */
const HEARSAY =
	/^(?:(?:and|but|so|well|also|hi|hello)[\s,]+)?(?:i|we)(?:['’]ve| have)? (?:just |only )?(?:heard|hear|think|thought|believe|guess|assume|suppose|hope|wonder|wish)(?!\p{L})|(?<!\p{L})(?:apparently|maybe|perhaps|probably|presumably|possibly|rumou?rs?|angeblich|vielleicht|vermutlich|wahrscheinlich)(?!\p{L})|^(?:ich|wir) (?:glauben?|denken?|hoffen?|habe gehört|haben gehört)(?!\p{L})/iu;

/** What others say, and what is only thought of. A sentence that begins with “how” or “why” explains. */
const NOT_KNOWN =
	/^(?:how|why|what|where|wie|warum|wo|imagine)\s|(?<!\p{L})(?:whether|ob|it (?:seems|appears|looks)|told (?:me|us)|(?:claims?|believes?|doubts?|thinks?|dreamt|dreamed|pretends?) (?:that|the|your|my|our|he|she|it|they)|(?:they|people|some) say|unsure|(?:fraud|scam)(?:ster|mer)s?|criminals|betrüger|typical|supposedly|allegedly|reportedly|hardly)(?!\p{L})/iu;

/** What belongs to somebody else: “the alarm of the shop next door”. A parcel may be left there. */
const OF_OTHERS =
	/(?<!\p{L})(?:(?<!(?:left|deliver\p{L}*|hand\p{L}*)\s(?:\S+\s){0,5})(?:next door|nebenan)|of (?:my|our|your|the) neighbou?rs?|(?:vom|des) nachbarn?)(?!\p{L})/iu;

const isKnown = (sentence: string) =>
	!HEARSAY.test(sentence) && !NOT_KNOWN.test(sentence) && !OF_OTHERS.test(sentence);

export const isReport = (sentence: string) => !NO_REPORT.test(sentence) && isKnown(sentence);
