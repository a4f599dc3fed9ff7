/** Conditions with an opposite: “if the backup failed”, “was the payment successful?”, “if the customer declines the offer”. */

import { subjectPattern } from './events.ts';
import { withoutQuotes } from './extract.ts';
import { SENT_TO_MANY } from './kinds.ts';
import { signOf } from './name-before.ts';
import { isClaim, sentencesIn } from './sentences.ts';

interface Side {
	/** How a prompt says it, behind the name of the thing. */
	asked: string;
	/** How a mail says it. */
	said: RegExp;
}

export interface Outcome {
	words: string;
	/** How a mail names what it is of; null if it is of the mail itself, or of its writer. */
	thing: RegExp | null;
	yes: RegExp;
	no: RegExp;
}

const said = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
const IS = '(?:is|are|was|were|has|have|has\\s+been|have\\s+been|had|gets|got|will\\s+be)';

/** Each with its opposite. `isOwn` says that the mail or its writer is meant, so that no thing has to be named. */
const PAIRS: { isOwn?: true; sides: [Side, Side] }[] = [
	{
		sides: [
			{
				asked: `(?:${IS}\\s+|ran\\s+|finished\\s+|completed\\s+|ended\\s+)(?:successful|successfully)|succeed(?:s|ed)?|(?:has\\s+)?worked|went\\s+(?:well|through)|erfolgreich\\s+(?:war|ist|wurde)`,
				said: said(
					'success(?:ful)?(?=\\s*(?:$|[.,;!)]))|successfully|succeeded|without (?:any )?(?:errors?|problems)|no errors|errors?: 0|(?:completed|passed)(?=\\s*(?:$|[.,;!]))|erfolgreich(?=\\s*(?:$|[.,;!]|abgeschlossen|beendet))|ohne fehler',
				),
			},
			{
				asked: `(?:${IS}\\s+)?fail(?:s|ed)?|${IS}\\s+(?:unsuccessful|not\\s+successful)|did\\s+not\\s+(?:work|succeed)|went\\s+wrong|fehlgeschlagen\\s+(?:ist|war)|fehlschlägt`,
				said: said(
					'fails|failed|failure(?=\\s*(?:$|[.,;!)]))|unsuccessful|not successful|with (?:\\d+ )?errors|errors?: [1-9]\\d*|aborted|declined|could not be completed|fehlgeschlagen|abgebrochen|gescheitert|nicht erfolgreich',
				),
			},
		],
	},
	{
		sides: [
			{
				asked: `${IS}\\s+(?:overdue|unpaid|not\\s+(?:yet\\s+)?paid|past\\s+due|outstanding)|überfällig\\s+ist|(?:noch\\s+)?(?:offen|unbezahlt|nicht\\s+bezahlt)\\s+ist`,
				said: said(
					'overdue|unpaid|past due|(?:has |have |was )?not (?:yet )?(?:been )?(?:paid|received)|überfällig|unbezahlt|nicht bezahlt|noch offen',
				),
			},
			{
				asked: `${IS}\\s+(?:fully\\s+)?(?:paid|settled|received)|bezahlt\\s+(?:wurde|ist)|eingegangen\\s+ist`,
				said: said(
					'(?:has been|have been|was|were|is) (?:fully )?(?:paid|settled|received)|received (?:a|your|the) payment|payment (?:was )?received|status: paid|(?:wurde|ist) (?:bereits )?(?:bezahlt|beglichen|eingegangen)|zahlung erhalten',
				),
			},
		],
	},
	{
		sides: [
			{
				asked: `${IS}\\s+(?:delayed|late|running\\s+late|postponed)|(?:sich\\s+)?verzögert|verspätet\\s+(?:ist|kommt)`,
				said: said(
					'delayed|a delay|verzögert|verspätet|verspätung|later than (?:planned|expected)|postponed',
				),
			},
			{
				asked: `${IS}\\s+(?:on\\s+time|punctual)|pünktlich\\s+(?:ist|kommt)`,
				said: said('on time|on schedule|pünktlich|(?:was|has been|were) delivered|wurde zugestellt'),
			},
		],
	},
	{
		sides: [
			{
				asked: `${IS}\\s+(?:resolved|fixed|solved|restored|back\\s+to\\s+normal)|(?:behoben|gelöst)\\s+(?:ist|wurde)`,
				said: said('resolved|fixed|solved|recovered|recovery|restored|back to normal|behoben|gelöst'),
			},
			{
				asked: `${IS}\\s+(?:unresolved|ongoing|still\\s+open)`,
				said: said(
					'unresolved|ongoing|still (?:down|open|failing|offline)|not (?:yet )?(?:been )?(?:resolved|fixed|solved)',
				),
			},
		],
	},
	{
		isOwn: true,
		sides: [
			{
				asked: '(?:is|sounds|seems|was)\\s+(?:very\\s+|really\\s+)?urgent|dringend\\s+ist',
				said: said(
					'(?<!(?:was|were) )urgent|urgently|asap|a\\.s\\.a\\.p\\.|as soon as possible|immediately|emergency|dringend|eilt|umgehend|so schnell wie möglich',
				),
			},
			{
				asked: '(?:is|was)\\s+not\\s+urgent|nicht\\s+dringend\\s+ist',
				said: said(
					'not (?:at all |that |very )?urgent|no (?:hurry|rush)|take your time|nicht (?:so )?(?:dringend|eilig)|keine eile|whenever you have time',
				),
			},
		],
	},
	{
		isOwn: true,
		sides: [
			{
				asked:
					'(?:has\\s+)?(?:accept(?:s|ed)?|agree(?:s|d)?\\s+to|approve(?:s|d)?)\\s+(?:the|our|my|an?)\\s+(?:offer|quote|quotation|proposal|estimate)',
				said: said(
					"(?:we|i) (?:hereby |gladly |would like to |happily )?(?:accept|approve)(?=\\s*$|\\s+(?:it|(?:your|the|this) (?:\\p{L}+ )?(?:offer|quote|quotation|proposal|estimate|price|terms)))|(?:please )?go ahead|(?:that|this|it)(?:['’]s| is) fine (?:with|for|by) (?:us|me)|(?:that|this) works for (?:us|me)|einverstanden|nehmen (?:wir )?(?:ihr|das|euer) angebot (?:gerne |hiermit )?an",
				),
			},
			{
				asked:
					'(?:has\\s+)?(?:decline(?:s|d)?|reject(?:s|ed)?|refuse(?:s|d)?|turn(?:s|ed)?\\s+down)\\s+(?:the|our|my|an?)\\s+(?:offer|quote|quotation|proposal|estimate)',
				said: said(
					"decline|declined|(?:must|have to|had to|to) reject|not interested|(?:decided|opted) (?:for|on) (?:another|a different|someone else)|decided against|(?:cannot|can['’]t|not able to|unable to) accept|lehnen .{0,60} ab(?=\\s*(?:$|[.,;!]))|ablehnen|nicht annehmen|für einen anderen (?:anbieter )?entschieden",
				),
			},
		],
	},
];

const CUE = '(?<=(?<!\\p{L})(?:if|when|whenever|once|unless|whether|and|or|but)\\s+)';
const THING =
	'(?:(?:an?|the|(my|our|meine?|unsere?)|any|this|eine?|der|die|das)\\s+)?(\\p{L}[\\p{L}-]{1,30}(?:\\s\\p{L}[\\p{L}-]{2,30}){0,2}?)';
const END = '(?=\\s*(?:$|[,.;:!?\\n])|\\s+(?:and|or|but|unless|except)\\s)';
const READERS = PAIRS.flatMap(({ isOwn, sides: [first, second] }) =>
	[
		[first, second],
		[second, first],
	].map(([one, other]) => ({
		isOwn: isOwn === true,
		pattern: new RegExp(`${CUE}(?:sich\\s+)?${THING}\\s+(?:${one?.asked})${END}`, 'giu'),
		yes: one?.said ?? /$^/,
		no: other?.said ?? /$^/,
	})),
);
/** What is meant where the mail or its writer is. */
const OWN =
	/^(?:it|this|that|matter|(?:e-?)?mail|message|request|he|she|they|(?:some|any)(?:one|body)|customer|client|sender|kunde|jemand)$/i;

/** The outcomes that a prompt asks for, and the prompt without them. */
export function takeOutcomes(prompt: string): { rest: string; outcomes: Outcome[] } {
	const outcomes: Outcome[] = [];
	const rest = READERS.reduce(
		(text, { pattern, isOwn, yes, no }) =>
			text.replace(pattern, (words: string, mine: string | undefined, thing: string) => {
				if (OWN.test(thing) !== isOwn) return words;
				const named = new RegExp(subjectPattern(thing, mine !== undefined), 'iu');
				outcomes.push({ words: words.trim(), thing: isOwn ? null : named, yes, no });
				return ` ${signOf('outcome', outcomes.length - 1)} `;
			}),
		prompt,
	);
	return { rest, outcomes };
}

/** What is said in one part of a sentence is not said of what another part names. */
const PARTS = /[,;]\s|\s(?:and|but|while|whereas|although|und|aber|während|obwohl)\s/i;
const LABELLED = /^\s*(?:result|status|state|outcome|errors?|ergebnis)\s*:/i;
const NEGATION =
	/(?<!\p{L})(?:not|no|never|nothing|nicht|kein\p{L}*|ohne|without)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** True or false if the mail says only the one or only the other, of this thing. Otherwise nothing is certain. */
export function judgeOutcome(
	{ words, thing, yes, no }: Outcome,
	mail: { subject: string; text: string },
	tests: string[],
): boolean | null {
	const own = withoutQuotes(`${mail.subject}\n\n${mail.text}`);
	// What is sent to many is urgent to its sender alone.
	const isLetter = thing !== null || !SENT_TO_MANY.test(own);
	const isNamed = (text: string) => thing === null || thing.test(text);
	const clauses = [
		...sentencesIn(own)
			.filter(isClaim)
			.flatMap((one) => one.split(PARTS))
			.filter(isNamed),
		...(isNamed(own) ? own.split('\n').filter((line) => line.length < 80 && LABELLED.test(line)) : []),
	];
	const saying = (side: RegExp) =>
		clauses.find((one) => side.test(one) && !NEGATION.test(one.replace(side, ' ')));
	const [forIt, against] = isLetter ? [saying(yes), saying(no)] : [];
	const found = forIt ?? against;
	if (found === undefined || (forIt !== undefined && against !== undefined)) {
		tests.push(`no sentence clearly says that “${words}”`);
		return null;
	}
	tests.push(`“${words}”: ${found.slice(0, 200).toWellFormed()}`);
	return forIt !== undefined;
}
