/** Conditions on what has happened to something: "if an order is delayed", “wenn eine Karte gesperrt wurde”. */
import { signOf } from './clause.ts';
import { withoutQuotes } from './extract.ts';
import { isReport, sentencesIn } from './mail-sentences.ts';
import { waysToSay } from './mail-words.ts';

export interface Event {
	words: string;
	/** What it happens to. */
	thing: string;
	/** The verb: "delayed", "gesperrt". */
	deed: string;
}

const THING =
	'(?:(?:an?|the|my|our|your|any|ein|eine|der|die|das|mein|meine|unsere?|ihre?)\\s+)?(\\p{L}[\\p{L}-]{2,30})';
const CUE = '(?<=(?<!\\p{L})(?:if|when|whenever|once)\\s+)';
const END = '(?=\\s*(?:$|[,.;:!?\\n]))';
const ENGLISH = new RegExp(
	`${CUE}${THING}\\s+(?:is|are|was|were|gets|got|has\\s+been|have\\s+been)\\s+(\\p{L}{2,}ed|sent|sold|lost|paid|built|broken|stolen|withdrawn)${END}`,
	'giu',
);
const GERMAN = new RegExp(
	`${CUE}${THING}\\s+(\\p{L}*ge\\p{L}{2,}(?:t|en)|(?:be|er|ver|ent|zer)\\p{L}{2,}(?:t|en))\\s+(?:wurden?|wird|werden|ist|sind|worden\\s+ist)${END}`,
	'giu',
);

/** The events of a prompt, and the prompt without them. */
export function takeEvents(prompt: string): { rest: string; events: Event[] } {
	const events: Event[] = [];
	const take = (words: string, thing: string, deed: string) => {
		if (/^(?:it|this|that|they|there|mail|email|message|etwas|something)$/i.test(thing)) return words;
		events.push({ words: words.trim(), thing, deed });
		return ` ${signOf('event', events.length - 1)} `;
	};
	const rest = prompt.replace(ENGLISH, take).replace(GERMAN, take);
	return { rest, events };
}

const IS = '(?:is|are|was|were|been|wurden?|wird|werden|ist|sind)';
/** A few words between the thing and its verb, which name no other thing. */
const GAP =
	'(?:\\s+(?!(?:and|but|or|which|that|und|aber|oder|deren|dessen)(?!\\p{L}))[^\\s.;:!?,]+(?:\\.(?=\\d)[^\\s;:!?,]*)?){0,5}?';

/** True if a sentence of the mail reports it. That none does proves nothing. */
export function judgeEvent(
	{ words, thing, deed }: Event,
	mail: { subject: string; text: string },
	tests: string[],
): true | null {
	const either = (term: string) =>
		waysToSay(term.toLowerCase())
			.map((word) => RegExp.escape(word))
			.join('|');
	const report = new RegExp(
		`(?<!\\p{L})(?:\\p{L}{3,30}(?=\\p{Ll}))?(?:${either(thing)})(?:e?[sn])?(?!\\p{L})${GAP}\\s+${IS}${GAP}\\s+(?:${either(deed)})(?!\\p{L})`,
		'iu',
	);
	const own = withoutQuotes(`${mail.subject}\n\n${mail.text}`);
	const sentence = sentencesIn(own).find((one) => report.test(one) && isReport(one));
	tests.push(
		sentence === undefined
			? `no sentence clearly says that “${words}”`
			: `“${words}”: ${sentence.slice(0, 200).toWellFormed()}`,
	);
	return sentence === undefined ? null : true;
}
