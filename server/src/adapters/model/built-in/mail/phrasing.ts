/**
 * Says a prompt about mails in the words that the rules read: a question becomes a condition (“Does it mention an invoice?”: “if
 * it mention an invoice”), and German sentences get English ones of the same meaning. What is looked for stays as it is.
 */
import { germanInEnglish } from './german.ts';
import { withSelections } from './selection.ts';

export function rephrase(prompt: string): string {
	const plain = germanInEnglish(prompt)
		.replace(/(?<!\p{L})(it|this|that|there|he|she|what|who|where)['’]s(?!\p{L})/giu, '$1 is')
		.replace(/(?<!\p{L})(they|we|you)['’]re(?!\p{L})/giu, '$1 are')
		.replace(/(?<=(?<!\p{L})(?:if|when|whenever|once|unless)\s+)(?:either|both)\s+/giu, '')
		.replace(DEED_LAST, '$1, $2')
		.replace(
			/^(\s*(?:[Dd]id|[Hh]as|[Hh]ave|[Ii]s|[Ww]as)\s[^?.!\n]{3,200}?)\s+(?:yet|already)(?=\s*\??\s*$)/,
			'$1',
		);
	for (const [pattern, condition] of QUESTIONS)
		if (pattern.test(plain)) return withKinds(plain.replace(pattern, `if ${condition}. `));
	return withSelections(withKinds(plain));
}

/** What a writer does by a mail is a kind of mail. */
const withKinds = (prompt: string) =>
	prompt
		.replace(TO_ANOTHER, '')
		.replace(IS_WORTH, (_, kind: string, how: string) => {
			const whole = /quot|offer|angebot/i.test(kind) ? 'total' : kind.replace(/^(?:an?|eine?)\s+/i, '');
			return `it is ${kind} and the ${whole} is ${how}`;
		})
		.replace(NOT_WORKING, 'is broken')
		.replace(PAID_TO_ME, 'a payment was received')
		.replace(NOT_AVAILABLE, 'is sold out')
		.replace(ASKS_FOR_THEM, '$1 with $2 if $3 $2')
		.replace(
			PROVIDER_DOES,
			(_, deed: string, mine: string, what: string) => `${mine} ${what} is ${deed.replace(/e?s$/i, '')}ed`,
		)
		.replace(NOT_DELIVERED, 'it is a bounce')
		.replace(WHO_CANCELS, 'it is a cancellation of $1')
		.replace(WHO_DOES, (words, deed: string) => {
			const kind = KIND_OF.find(([pattern]) => pattern.test(deed))?.[1];
			return kind ? `it is ${kind}` : words;
		});

/** “This is an invoice over 500 €”: the kind of mail and its amount. */
const IS_WORTH =
	/(?<=(?<!\p{L})(?:if|when|whenever|once|and|or)\s+)(?:(?:it|this|that)\s+is|(?:i|we)\s+(?:get|receive))\s+((?:an?|eine?)\s+(?:invoice|bill|receipt|quote|quotation|offer|order|payment\s+reminder|rechnung|angebot))\s+(?:of\s+|for\s+|with\s+a\s+total\s+(?:of\s+)?)?((?:over|above|under|below|more\s+than|less\s+than|at\s+least|at\s+most|über|unter)\s+[$€£]?\s?\d)/giu;
const NOT_WORKING =
	/(?<=\p{L}\s+)(?:(?:does|do)(?:\s+not|n['’]t)\s+work|(?:is|are)(?:\s+not|n['’]t)\s+working|(?:has\s+)?stopped\s+working)(?!\p{L})/giu;
const PAID_TO_ME =
	/(?<=(?<!\p{L})(?:if|when|whenever|once)\s+)(?:(?:an?|the|any|new|some)\s+)*(?:(?:payment|money|transfer)s?\s+(?:comes?|came|has\s+come|arrives?|arrived)(?:\s+in)?|(?:i|we)\s+(?:get|receive|have\s+received)\s+(?:an?\s+)?(?:payment|money)|(?:i|we)\s+get\s+paid)(?=\s*(?:$|[,.;:!?\n]))/giu;
const NOT_AVAILABLE =
	/(?<=\p{L}\s+)(?:(?:is|are)(?:\s+not|n['’]t|\s+no\s+longer)\s+(?:any\s?more\s+)?(?:available|in\s+stock))(?!\p{L})/giu;
/** “Answer with our opening hours if somebody asks for them”. */
const ASKS_FOR_THEM =
	/(?<=^\s*(?:please\s+)?)(answer|reply|respond)\s+with\s+([^.!?;,\n]{3,60}?)\s+(?:if|when|whenever)\s+([^.!?;,\n]{3,40}\s(?:asks?|wants?|needs?)(?:\s+(?:for|about|to\s+know))?)\s+(?:them|it|that|this)(?=\s*(?:[.!?]|$))/giu;

/** Who may write a mail. */
const WRITER =
	'(?:someone|somebody|anyone|anybody|they|he|she|(?:an?|the|any|one\\s+of\\s+(?:my|our)|my|our)\\s+(?:customer|client|patient|guest|member|student|parent|tenant|user|subscriber|buyer|reader|visitor|participant|applicant|candidate|sender|writer|person)s?|(?:mich\\s+|sich\\s+)?(?:jemand|(?:ein|der|eine|die)\\s+(?:kunde|kundin|patient|patientin|gast|mitglied|mieter)))';
const CUE = '(?<=(?<!\\p{L})(?:if|when|whenever|once)\\s+)';
const CLAUSE_END = '(?=\\s*(?:$|[,.;:!?\\n]))';
/** What somebody does by sending a mail is the kind of the mail: “if someone complains”. */
const WHO_DOES = new RegExp(
	`${CUE}${WRITER}\\s+(?:is\\s+)?((?:etwas\\s+)?\\p{L}+(?:\\s+(?:for\\s+a\\s+job|an\\s+order|something|me))?)${CLAUSE_END}`,
	'giu',
);
const WHO_CANCELS = new RegExp(
	`${CUE}${WRITER}\\s+(?:cancels?|has\\s+cancell?ed)\\s+(?:their|the|an?|his|her|my|our)\\s+(\\p{L}+)${CLAUSE_END}`,
	'giu',
);
const NOT_DELIVERED = new RegExp(
	`${CUE}(?:an?|the|my|our|this)\\s+(?:e-?mail|mail|message)\\s+(?:bounces?|bounced|(?:could|can)\\s*not\\s+be\\s+delivered|(?:was|is)\\s+(?:not\\s+delivered|undeliverable|returned))${CLAUSE_END}`,
	'giu',
);
/** “If the doctor confirms my appointment”: what matters is that it is confirmed. */
const PROVIDER_DOES = new RegExp(
	`${CUE}(?:the|my|our|an?)\\s+(?:doctor|dentist|practice|clinic|hospital|hotel|airline|bank|shop|store|landlord|school|insurance|insurer|garage|restaurant|authority|office)\\s+(confirms|rejects|blocks|approves|closes|terminates|increases|raises|moves|reschedules|changes)\\s+(my|our|the)\\s+(\\p{L}+)${CLAUSE_END}`,
	'giu',
);
/** “Is moved to another date” says no more than “is moved”. */
const TO_ANOTHER =
	/(?<=(?<!\p{L})(?:moved|rescheduled|postponed|changed|verschoben))\s+to\s+(?:another|a\s+different|a\s+new|a\s+later|an\s+earlier)\s+(?:date|day|time)(?!\p{L})/giu;
const KIND_OF: [deed: RegExp, kind: string][] = [
	[/^(?:complain(?:s|ing)?|beschwert|beschweren|reklamiert)$/i, 'a complaint'],
	[/^(?:cancel(?:s|l?ing)?|kündigt|kündigen|storniert|stornieren)$/i, 'a cancellation'],
	[/^(?:applies|apply(?:ing)?|bewirbt)(?: for a job)?$/i, 'an application'],
	[/^(?:plac(?:es?|ing) an order|order(?:s|ing)?(?: something)?|bestellt|etwas bestellt)$/i, 'an order'],
	[/^(?:invit(?:es?|ing) me|einlädt)$/i, 'an invitation'],
];

/** “If the total is over 100 let me know”: a comma divides the condition from the deed. */
const DEED_LAST =
	/^(\s*(?:if|when|whenever|once)\s[^,.;:!?\n]{3,300}(?<!\b(?:they|he|she|someone|somebody|to|you|we|not)))\s+((?:please\s+)?(?:let|tell|notify|alert|inform|email|warn)\s(?:me|us)(?:\sknow)?)(?=\s*[.!?]?\s*$)/i;

/** The mail itself, or who wrote it. A name has a capital letter, so letters matter here. */
const IT =
	"(?:(?:this|the|that)\\s+(?:e-?mail|mail|message|letter|one|text|subject(?:\\s+line)?|sender|customer|writer|author|review)|it|this|that|there|he|she|they|(?:some|any)(?:one|body)|\\p{Lu}[\\p{L}'’-]+)";
const TEXT = '(?:[^?.!\\n]|\\.(?=\\S))';
const END = '\\s*\\??\\s*';
/** What a mail can be. A contract or a file is something else. */
const DOCUMENT =
	'(?:report|invoice|bill|receipt|order|offer|quote|confirmation|reminder|newsletter|application|complaint|request|reply)';
const SAYS = '(?:mention|contain|include|say|have|state|name|ask|want|request|need)';
/** Where what is said of a thing begins: “is the total | over 100”. */
const PREDICATE =
	'(?:over|above|below|under|more|less|higher|lower|greater|larger|smaller|at\\s+least|at\\s+most|before|after|within|on|in|by|due(?!\\s+(?:more|less|over|under|above|below|at|higher|lower)\\s)|today|tomorrow|this|next|from|about|not|an?|exactly|between)';
const question = (pattern: string) => new RegExp(`^\\s*${pattern}${END}`, 'u');

const QUESTIONS: [pattern: RegExp, condition: string][] = [
	[
		question(`[Dd](?:oes|o|id)\\s+(${IT}|the\\s+${DOCUMENT})\\s+(${SAYS})(?!\\p{L})\\s*(${TEXT}{1,200})`),
		'$1 $2 $3',
	],
	[
		question(
			`[Dd](?:oes|o|id)\\s+((?:the|my|our|your|an?)\\s+[^?.!,\\n]{2,40}?)\\s+(fail|work|succeed|(?:accept|decline|reject|refuse)\\s${TEXT}{1,80})`,
		),
		'$1 $2',
	],
	[
		question(`[Hh]a(s|ve)\\s+((?:the|my|our|your|an?)\\s+[^?.!,\\n]{2,40}?)\\s+been\\s+(\\p{L}+)(?!\\p{L})`),
		'$2 ha$1 been $3',
	],
	[
		question(`[Dd]id\\s+((?:the|my|our|an?)\\s+[^?.!,\\n]{2,40}?)\\s+get\\s+(\\p{L}+)(?=${END}$)`),
		'$1 was $2',
	],
	[
		question(
			`[Dd]id\\s+((?:the|my|our|an?|any|some)\\s?[^?.!,\\n]{2,40}?)\\s+(bounce|complain|cancel)(?!\\p{L})`,
		),
		'$1 $2s',
	],
	[question(`[Dd]id\\s+((?:the|my|our|an?)\\s+[^?.!,\\n]{2,40}?)\\s+arrive(?!\\p{L})`), '$1 has arrived'],
	[
		question(
			`[Hh]as\\s+((?:the|my|our|an?|some|any)\\s?[^?.!,\\n]{2,40}?)\\s+(failed|succeeded|worked|shipped|arrived|bounced|(?:accepted|declined|rejected|refused)\\s${TEXT}{1,80})`,
		),
		'$1 $2',
	],
	[question(`([Ii]s|[Aa]re|[Ww]as|[Ww]ere)\\s+(${IT})\\s+(${TEXT}{1,200})`), '$2 $1 $3'],
	[question(`[Hh]a(s|ve)\\s+(${IT})\\s+(?:got\\s+)?((?:an?|any|no|some)\\s${TEXT}{1,200})`), '$2 ha$1 $3'],
	[
		question(
			`([Ii]s|[Aa]re|[Ww]as|[Ww]ere)\\s+((?:the|my|our|your|their|his|her|an?)\\s+[^?.!,\\n]{2,80}?)\\s+(${PREDICATE}\\s${TEXT}{1,200}|(?:due\\s)?[^\\s?.!]+)(?=${END}(?:$|[.!\\n]))`,
		),
		'$2 $1 $3',
	],
];

const SOMEBODY =
	'(?:i|we|they|he|she|it|you|there|the|this|that|these|those|an?|any\\p{L}*|some\\p{L}*|every\\p{L}*|my|our|your|their|his|her|\\p{Lu}\\p{L}*)';
const YES_OR_NO = new RegExp(
	`^\\s*(?:(?:[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Dd]o|[Dd]oes|[Dd]id|[Hh]as|[Hh]ave|[Mm]ay|[Mm]ust|[Ss]hould|(?:[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould)(?!\\s+you(?!\\p{L})))\\s+${SOMEBODY}(?!\\p{L})|(?:[Ii]st|[Ss]ind|[Hh]at|[Hh]aben?|[Ww]ird|[Ww]erden|[Ww]urden?|[Kk]ann|[Kk]önnen|[Ss]oll|[Mm]uss|[Dd]arf|[Mm]öchten?|[Ww]ill|[Gg]ibt\\s+es)\\s)${TEXT}*${END}$`,
	'u',
);

/** Whether a prompt is nothing but a question for yes or no. If it is not understood, nothing else answers it. */
export const asksYesOrNo = (prompt: string) => YES_OR_NO.test(prompt);
