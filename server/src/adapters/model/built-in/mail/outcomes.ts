/** Conditions with an opposite: “if the backup failed”, “was the payment successful?”, “if the customer declines the offer”. */

import { subjectPattern } from './events.ts';
import { withoutQuotes } from './extract.ts';
import { SENT_TO_MANY } from './kinds.ts';
import { signOf } from './name-before.ts';
import { clausesIn, isClaim, isOfNow, sentencesIn, withoutSpeech } from './sentences.ts';

export interface Outcome {
	words: string;
	/** How a mail names what it is of; null if it is of the mail itself, or of its writer. */
	thing: RegExp | null;
	/** What the mail must name somewhere: “that works for us” may be about a day. */
	about: RegExp | null;
	yes: RegExp;
	no: RegExp;
}

/** Of “a backup that failed” nothing is reported. */
const said = (words: string) =>
	new RegExp(
		`(?<!(?<!\\p{L})(?:that|which|who)\\s(?:(?:is|are|was|were|has|have|had|been)\\s){0,2})(?<!\\p{L})(?:${words})(?!\\p{L})`,
		'iu',
	);
const IS = '(?:is|are|was|were|has|have|has\\s+been|have\\s+been|had|gets|got|will\\s+be)';
/** Not “we failed to reach you about the payment”. */
const NOBODY = '(?<!(?<!\\p{L})(?:i|we|you|he|she|they)\\s(?:(?:have|has|had)\\s)?)';

/** Not “we have received your payment request”, nor “after payment received”. */
const PAYMENT =
	'received (?:a|your|the) payment(?=\\s*(?:$|[.,;!)])|\\s+(?:of|for|on|from|with|via|by|in|and|today)(?!\\p{L}))|(?<!(?:after|upon|until|on|before|if|the) )payment (?:was |has been )?received';
const SUCCEEDED = said(
	`success(?:ful)?(?=\\s*(?:$|[.,;!)]))|${NOBODY}successfully|succeeded|without (?:any )?(?:errors?|problems)|no errors|errors?: 0|(?:did not fail|(?:has|have|was) not failed)(?=\\s*(?:$|[.,;!]))|${PAYMENT}|(?:completed|passed)(?=\\s*(?:$|[.,;!]))|erfolgreich(?=\\s*(?:$|[.,;!]|abgeschlossen|beendet))|ohne fehler`,
);
const FAILED = said(
	`${NOBODY}(?<!(?<!\\p{L})(?:an?|any|each|every|per|of|for)\\s)(?:fails|failed|aborted|declined)|failure(?=\\s*(?:$|[.,;!)]))|unsuccessful|not successful|with (?:\\d+ )?errors|errors?: [1-9]\\d*|could not be completed|fehlgeschlagen|abgebrochen|gescheitert|nicht erfolgreich`,
);
const OVERDUE = 'overdue|past due|überfällig';
const UNPAID = said(
	`${OVERDUE}|unpaid|(?:has |have |was )?not (?:yet )?(?:been )?paid|unbezahlt|nicht bezahlt|noch offen`,
);
const PAID = said(
	`(?:has been|have been|was|were|is) (?:fully )?(?:paid|settled)|${PAYMENT}|status: paid|(?:wurde|ist) (?:bereits )?(?:bezahlt|beglichen)|zahlung erhalten`,
);
const RECEIVED = said(
	'(?:has been|have been|was|were|is) received|received (?:a|an|your|the) \\p{L}+(?=\\s*(?:$|[.,;!)\\d])|\\s+(?:of|for|on|from|with|via|by|in|and|today|no)(?!\\p{L}))|payment received|(?:wurde|ist) (?:bereits )?eingegangen|haben .{0,60}erhalten|zahlung erhalten',
);
const NOT_RECEIVED = said('not (?:yet )?(?:been )?received|nicht (?:bei uns )?(?:eingegangen|erhalten)');
/** Not “sorry for the delayed reply about your order”. */
const DELAYED =
	'delayed(?=\\s*(?:$|[.,;:!)–-])|\\s+(?:by|due|because|until|for|and|or|as|on|in|at|again|since|from|um|\\d+|\\p{L}+ly)(?!\\p{L}))|a delay(?! in (?:answering|repl|respon|getting|writing|sending))|verzögert|verspätet(?!e (?:antwort|rückmeldung))|verspätung|later than (?:planned|expected)|postponed';
const ON_TIME = 'on time|on schedule|pünktlich';
const DELIVERED = said(
	'(?:has been|have been|was|were) (?:successfully )?delivered(?! to (?:the |a |our |your )?(?:depot|carrier|branch|pick-?up|parcel shop|post office|courier|locker))|(?<!(?:once|when|if) )(?:has |have )?(?:safely )?arrived(?=\\s*(?:$|[.!)])|\\s(?:safely|today|yesterday|at your (?:door|address|home))(?!\\p{L}))|wurde (?:erfolgreich |heute )?(?:zugestellt|geliefert)|ist angekommen',
);
/** Not “a refund is on its way”. */
const ON_ITS_WAY =
	'(?<!(?:an?|another)\\s\\p{L}+\\sis\\s(?:now\\s)?)on (?:its|the) way(?! to being)|out for delivery|ist unterwegs';
const UNDELIVERED = said(`${ON_ITS_WAY}|not (?:yet )?(?:been )?delivered|nicht zugestellt`);
const SHIPPED = said(
	`(?:has|have|has been|have been|was|were) (?:shipped|dispatched)|${ON_ITS_WAY}|wurde (?:versandt|verschickt)`,
);
const NOT_SHIPPED = said(
	'not (?:yet )?(?:been )?(?:shipped|dispatched)|(?:noch )?nicht (?:versandt|verschickt)',
);
const RESOLVED = said(
	'(?<!(?<!\\p{L})(?:an?|the|want|wants|need|needs|like) )(?:resolved|fixed|solved|restored)|recovered|recovery|back to normal|behoben|gelöst',
);
const UNRESOLVED = said(
	'unresolved|ongoing|still (?:down|open|failing|offline)|not (?:yet )?(?:been )?(?:resolved|fixed|solved)',
);
const TRIGGERED = said(
	'(?:was|were|has been|have been|is|are) (?:triggered|set off)|(?:went|has gone) off|wurde (?:\\S+ ){0,4}ausgelöst|hat (?:\\S+ ){0,4}ausgelöst',
);
const NOT_TRIGGERED = said(
	'(?:was|were|is|are|has been|have been) not (?:been )?triggered|did not go off|(?:false|test) alarm|alarm test|fehlalarm|probealarm',
);
/** Not “the server was down”, which may be up again, nor “slowed down”. */
const DOWN = said(
	'(?:is|are|went|has gone|have gone|still|currently) (?:currently |now |still )?(?:down|offline|unreachable)(?=\\s*(?:$|[.,;!)]|since\\s|at\\s\\d|for\\s))|not reachable|nicht erreichbar',
);
const UP = said(
	'(?:is|are) (?:now )?(?:back |up and )?(?:up|online|running|reachable|available)(?=\\s*(?:$|[.,;!)]|again|since\\s))|back (?:up|online)|(?:up|online|reachable|available) again|wieder (?:online|erreichbar|verfügbar)',
);
/** “Contact us immediately” asks for something; “available immediately” does not. */
const AT_ONCE = 'asap|a\\.s\\.a\\.p\\.|as soon as possible|immediately|umgehend|so schnell wie möglich';
const URGENT = said(
	`(?<!(?:was|were|less|the) )urgent(?=\\s*(?:$|[.,:;!)\\]–-])|\\s+(?:request|matter|issue|question|enquiry|inquiry|problem|help|action|attention|message|reply|response|please|and|because|as)(?!\\p{L}))|urgently|(?:this|it) is an emergency|dringend|eilt|(?:please|bitte|(?:i|we|you) need|(?<=^\\s*)(?:call|phone|reply|answer|respond|contact|come|send|help)) (?:(?!not |never |nicht |kein)\\S+ ){0,12}(?:${AT_ONCE})`,
);
const NOT_URGENT = said(
	'not (?:at all |that |very )?urgent|no (?:hurry|rush)|take your time|nicht (?:so )?(?:dringend|eilig)|keine eile|whenever you have time',
);
const OFFER = '(?:offer|quote|quotation|proposal|estimate)';
const AN_OFFER = new RegExp(`(?<!\\p{L})(?:${OFFER}s?|\\p{L}*angebot\\p{L}{0,2})(?!\\p{L})`, 'iu');
const ACCEPTED = said(
	`(?:we|i) (?:hereby |gladly |would like to |happily )?(?:accept|approve)(?=\\s*$|\\s+(?:it|(?:your|the|this) (?:\\p{L}+ )?${OFFER}|your (?:price|terms)))|(?:please )?go ahead(?=\\s+with\\s|\\s*[.!])|(?:that|this|it)(?:['’]s| is) fine (?:with|for|by) (?:us|me)|(?:that|this) works for (?:us|me)|einverstanden|nehmen (?:wir )?(?:ihr|das|euer) angebot (?:gerne |hiermit )?an`,
);
const DECLINED = said(
	`(?:we|i)(?: \\p{L}+){0,5} decline|${OFFER} (?:is|was|has been) declined|(?:must|have to|had to|to) reject|not interested|(?:decided|opted) (?:for|on) (?:another|a different|someone else)|decided against|(?:cannot|can['’]t|not able to|unable to) accept|lehnen .{0,60} ab(?=\\s*(?:$|[.,;!]))|ablehnen|nicht annehmen|für einen anderen (?:anbieter )?entschieden`,
);

/**
 * How a prompt says each behind the name of the thing, and how a mail says it or the opposite. With `isOwn` the mail or its
 * writer is meant, so that no thing has to be named.
 */
const OUTCOMES: {
	asked: string;
	yes: RegExp;
	no: RegExp;
	isOwn?: true;
	about?: RegExp;
	/** What a heading says behind the thing, without a verb: “server db1 down”. */
	heading?: string;
}[] = [
	{
		asked: `(?:${IS}\\s+|ran\\s+|finished\\s+|completed\\s+|ended\\s+)(?:successful|successfully|erfolgreich)|succeed(?:s|ed)?|(?:has\\s+)?worked|went\\s+(?:well|through)|erfolgreich\\s+(?:war|ist|wurde)`,
		yes: SUCCEEDED,
		no: FAILED,
	},
	{
		asked: `(?:${IS}\\s+)?fail(?:s|ed)?|${IS}\\s+(?:unsuccessful|not\\s+successful|fehlgeschlagen)|did\\s+not\\s+(?:work|succeed)|went\\s+wrong|fehlgeschlagen\\s+(?:ist|war)|fehlschlägt`,
		yes: FAILED,
		no: SUCCEEDED,
	},
	{ asked: `${IS}\\s+(?:overdue|past\\s+due|überfällig)|überfällig\\s+ist`, yes: said(OVERDUE), no: PAID },
	{
		asked: `${IS}\\s+(?:unpaid|not\\s+(?:yet\\s+)?paid|outstanding|unbezahlt)|(?:noch\\s+)?(?:offen|unbezahlt|nicht\\s+bezahlt)\\s+ist`,
		yes: UNPAID,
		no: PAID,
	},
	{
		asked: `${IS}\\s+(?:fully\\s+)?(?:paid|settled|bezahlt)|bezahlt\\s+(?:wurde|ist)`,
		yes: PAID,
		no: UNPAID,
	},
	{ asked: `${IS}\\s+(?:received|eingegangen)|eingegangen\\s+ist`, yes: RECEIVED, no: NOT_RECEIVED },
	{
		asked: `${IS}\\s+not\\s+(?:yet\\s+)?received|nicht\\s+eingegangen\\s+ist`,
		yes: NOT_RECEIVED,
		no: RECEIVED,
	},
	{
		asked: `${IS}\\s+(?:delayed|late|running\\s+late|postponed|verspätet)|(?:sich\\s+)?verzögert|verspätet\\s+(?:ist|kommt)`,
		yes: said(DELAYED),
		no: said(`${ON_TIME}|(?:was|has been|were) delivered|wurde zugestellt`),
	},
	{
		asked: `${IS}\\s+(?:on\\s+time|punctual|pünktlich)|pünktlich\\s+(?:ist|kommt)`,
		yes: said(ON_TIME),
		no: said(DELAYED),
	},
	{
		asked: `${IS}\\s+(?:delivered|zugestellt|geliefert)|(?<=(?:parcel|package|shipment|delivery|order|goods|paket)\\s+)(?:has\\s+)?arrived|(?:zugestellt|geliefert|angekommen)\\s+(?:wurde|ist)`,
		yes: DELIVERED,
		no: UNDELIVERED,
	},
	{
		asked: `(?:${IS}\\s+)?(?:shipped|dispatched)|ships|${IS}\\s+on\\s+its\\s+way|(?:versandt|verschickt)\\s+(?:wurde|ist)`,
		yes: SHIPPED,
		no: NOT_SHIPPED,
	},
	{
		asked: `${IS}\\s+(?:resolved|fixed|solved|restored|back\\s+to\\s+normal|behoben|gelöst)|(?:behoben|gelöst)\\s+(?:ist|wurde)`,
		yes: RESOLVED,
		no: UNRESOLVED,
	},
	{ asked: `${IS}\\s+(?:unresolved|ongoing|still\\s+open)`, yes: UNRESOLVED, no: RESOLVED },
	{
		asked: `(?:goes|went|has\\s+gone)\\s+off|${IS}\\s+(?:triggered|ausgelöst)|ausgelöst\\s+(?:wurde|hat|ist)`,
		yes: TRIGGERED,
		no: NOT_TRIGGERED,
	},
	{
		asked: `${IS}\\s+(?:currently\\s+)?(?:down|offline|unreachable|not\\s+reachable)|(?:goes|went)\\s+(?:down|offline)`,
		heading: 'down|offline|unreachable',
		yes: DOWN,
		no: UP,
	},
	{
		asked: `(?:is|are)\\s+(?:back\\s+)?(?:up|online|back|reachable|up\\s+and\\s+running)(?:\\s+again)?`,
		yes: UP,
		no: DOWN,
	},
	{
		isOwn: true,
		asked: '(?:is|sounds|seems|was)\\s+(?:very\\s+|really\\s+)?(?:urgent|dringend)|dringend\\s+ist',
		yes: URGENT,
		no: NOT_URGENT,
	},
	{
		isOwn: true,
		asked: '(?:is|was)\\s+not\\s+urgent|nicht\\s+dringend\\s+ist',
		yes: NOT_URGENT,
		no: URGENT,
	},
	{
		isOwn: true,
		about: AN_OFFER,
		asked: `(?:has\\s+)?(?:accept(?:s|ed)?|agree(?:s|d)?\\s+to|approve(?:s|d)?)\\s+(?:the|our|my|an?)\\s+${OFFER}`,
		yes: ACCEPTED,
		no: DECLINED,
	},
	{
		isOwn: true,
		about: AN_OFFER,
		asked: `(?:has\\s+)?(?:decline(?:s|d)?|reject(?:s|ed)?|refuse(?:s|d)?|turn(?:s|ed)?\\s+down)\\s+(?:the|our|my|an?)\\s+${OFFER}`,
		yes: DECLINED,
		no: ACCEPTED,
	},
];

const CUE = '(?<=(?<!\\p{L})(?:if|when|whenever|once|unless|whether|and|or|but)\\s+)';
const THING =
	'(?:(?:an?|the|(my|our|meine?|unsere?)|any|this|eine?|der|die|das)\\s+)?(\\p{L}[\\p{L}-]{1,30}(?:\\s\\p{L}[\\p{L}-]{2,30}){0,2}?)';
const END = '(?=\\s*(?:$|[,.;:!?\\n])|\\s+(?:and|or|but|unless|except)\\s)';
const READERS = OUTCOMES.map((outcome) => ({
	...outcome,
	pattern: new RegExp(`${CUE}(?:sich\\s+)?${THING}\\s+(?:${outcome.asked})${END}`, 'giu'),
}));
/** What is meant where the mail or its writer is. */
const OWN =
	/^(?:it|this|that|matter|(?:e-?)?mail|message|request|he|she|they|(?:some|any)(?:one|body)|customer|client|sender|kunde|jemand)$/i;

/** “Website visits are down” says nothing of the website. */
const NO_PART =
	'(?!:\\s(?:the|your|our|an?)\\s|\\s(?!(?:also|now|just|today|yesterday|still|again|here|which|that|is|are|was|were|has|have|had|did|went|ist|sind|wurden?|of|on|for|from|to|with|at|in|by|via|number|no|nr|job|run|report|task|process|attempt|\\p{L}+ly)\\s)(?-i:\\p{Ll})\\p{L}+\\s(?:\\S+\\s){0,3}?(?:is|are|was|were|has|have|went|failed|fails|ist|sind|wurden?)(?!\\p{L}))';

/** The outcomes that a prompt asks for, and the prompt without them. */
export function takeOutcomes(prompt: string): { rest: string; outcomes: Outcome[] } {
	const outcomes: Outcome[] = [];
	const rest = READERS.reduce(
		(text, { pattern, isOwn = false, about = null, heading, yes, no }) =>
			text.replace(pattern, (words: string, mine: string | undefined, thing: string) => {
				if (OWN.test(thing) !== isOwn) return words;
				const name = subjectPattern(thing, mine !== undefined);
				const named = new RegExp(`${name}${NO_PART}`, 'iu');
				const headed = heading
					? new RegExp(`${yes.source}|${name}(?:\\s\\S*\\d\\S*)?\\s(?:${heading})\\s*[.!]*$`, 'iu')
					: yes;
				outcomes.push({ words: words.trim(), thing: isOwn ? null : named, about, yes: headed, no });
				return ` ${signOf('outcome', outcomes.length - 1)} `;
			}),
		prompt,
	);
	return { rest, outcomes };
}

const LABELLED = /^\s*(?:result|status|state|outcome|errors?|ergebnis)\s*:/i;
/** Words that deny it, or say less than that it is so. */
const DENIAL =
	/(?<!\p{L})(?:\d+ (?:out )?of \d+|\d+ von \d+|not|no|never|nothing|far from|almost|nearly|partly|partially|previous(?:ly)?|resolved:|recovered:|recovery:|solved:|make sure|ensure|hope|tell us|confirm that|part of|hoffe[n]?|teil|nicht|kein\p{L}*|ohne|without|fast|beinahe|teilweise|sicherzustellen|sorgen)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** The parts of a sentence that are about the thing: “the server was down and is up again” says both of it. */
function namedClauses(sentence: string, isNamed: (text: string) => boolean): string[] {
	let isSame = false;
	return clausesIn(sentence).filter((clause) => {
		isSame = isNamed(clause) || (isSame && /^(?:is|are|was|were|has|have|ist|wurde)\s/i.test(clause));
		return isSame;
	});
}

/** True or false if the mail says only the one or only the other, of this thing. Otherwise nothing is certain. */
export function judgeOutcome(
	{ words, thing, about, yes, no }: Outcome,
	mail: { subject: string; text: string },
	tests: string[],
): boolean | null {
	const own = withoutQuotes(`${mail.subject}\n\n${mail.text}`);
	// What is sent to many is urgent to its sender alone.
	const isLetter =
		(thing !== null || !SENT_TO_MANY.test(own)) &&
		(about === null || about.test(`${mail.subject}\n${mail.text}`));
	const isNamed = (text: string) => thing === null || thing.test(text);
	const clauses = [
		...sentencesIn(own)
			.filter((one) => isClaim(one) && isOfNow(one))
			.map(withoutSpeech)
			.flatMap((one) => namedClauses(one, isNamed)),
		...(isNamed(own) ? own.split('\n').filter((line) => line.length < 80 && LABELLED.test(line)) : []),
	];
	const saying = (side: RegExp) =>
		clauses.find((one) => side.test(one) && !DENIAL.test(one.replace(side, ' ')));
	const [forIt, against] = isLetter ? [saying(yes), saying(no)] : [];
	const found = forIt ?? against;
	if (found === undefined || (forIt !== undefined && against !== undefined)) {
		tests.push(`no sentence clearly says that “${words}”`);
		return null;
	}
	tests.push(`“${words}”: ${found.slice(0, 200).toWellFormed()}`);
	return forIt !== undefined;
}
