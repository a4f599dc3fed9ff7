/**
 * Writes a short mail from a prompt that says what to write: "thank them and say that we will answer within two days". The
 * words are the customer's own, turned towards the reader. What is not understood is not written.
 */

/** The sentences of a mail; null if the prompt asks for something that rules cannot write; none if it says nothing to write. */
export function sentencesOf(prompt: string): string[] | null {
	const orders = ordersIn(withoutCondition(prompt));
	const sentences: string[] = [];
	for (const order of orders) {
		const written = DEEDS.map(({ pattern, write }) => {
			const match = pattern.exec(order);
			return match && write(match.slice(1).map((part) => (part ?? '').trim()));
		}).find((one) => one !== null);
		if (written === undefined || written === null) return null;
		if (written !== '') sentences.push(written);
	}
	return sentences;
}

/** "If it mentions a refund, thank them" and "thank them if it mentions a refund" both say "thank them". */
const withoutCondition = (prompt: string) =>
	prompt
		.trim()
		.replace(/^(?:if|when|whenever|once|unless|for|on)\b[^,:\n]{0,300}[,:]\s*(?:then\s+)?/i, '')
		.replace(
			/[,\s]+(?:if|when|whenever|unless)\s(?!(?:we|i|they)\b)(?!.*\b(?:say|tell|that)\b).{0,300}$/i,
			'',
		)
		.trim();

const PERSON =
	'sender|customer|client|team|applicant|guest|person|group|office|staff|class|parent|family|cleaner|neighbour|neighbor|tenant|member|colleague|employee|student|teacher|driver|supplier|partner|company|shop|seller|buyer|manager|boss';
const TO = String.raw`(?:\s+(?:to\s+)?(?:them|him|her|(?:the|my|our)\s+(?:${PERSON})s?|everyone|everybody|[A-Z]\p{L}+))?`;
const MAIL = String.raw`(?:(?:an?|the)\s+)?(?:(?:short|brief|friendly|polite|kind|nice|quick|formal|warm)\s*(?:,|and)?\s*){0,3}(?:reply|answer|response|mail|e-?mail|message|note|letter|text|reminder)`;
/** Words that only say that a mail is to be written. */
const OPENING = new RegExp(
	String.raw`^(?:please\s+|kindly\s+)?(?:(?:reply|respond|answer|write\s+back|write|send|mail|e-?mail|draft|compose)(?:\s+back)?${TO}(?:\s+(?:with\s+)?${MAIL})?${TO}(?:\s+(?:politely|briefly|kindly|in\s+a\s+friendly\s+way))?)(?:\s*[:,]\s*|\s+(?:and|saying|to\s+say|which\s+says|in\s+which\s+you|telling\s+them)\s+|\s+(?=(?:that|to|about|thanking)\b)|\s*$)`,
	'u',
);
const VERBS =
	'thank|say|tell|inform|let|promise|assure|apologi[sz]e|confirm|acknowledge|ask|request|wish|explain|mention|add|note|remind|state|offer|invite|congratulate|greet|be';
const JOINT = new RegExp(
	String.raw`(?:\s*[,;.]\s*(?:and\s+|then\s+)*|\s+and\s+(?:then\s+)?)(?=(?:please\s+)?(?:${VERBS})\b)`,
	'iu',
);

function ordersIn(prompt: string): string[] {
	const bare = small(prompt.replace(/[\s.!]+$/, ''))
		.replace(
			/^(?:please\s+)?(?:reply|respond|answer)(?:\s+to\s+[^,.:]{2,80}?)?\s+with\s+(?:many\s+)?thanks(?=\s|$)/,
			'thank them',
		)
		.replace(OPENING, '')
		.replace(/^that\s+/, 'say that ')
		.trim();
	if (bare === '') return [];
	return bare
		.split(JOINT)
		.map((order) => small(order.trim()).replace(/^please\s+/, ''))
		.filter((order) => order !== '');
}

/** A capital letter marks a name, so it may not mark the beginning of a sentence. */
const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const WHOM = String.raw`(?:\s+(?:them|him|her|(?:the|my|our)\s+(?:${PERSON})s?|everyone|everybody|[A-Z]\p{L}+))?`;
/** What can be asked for as something to send. */
const SENT =
	/^(?:(?:an?|the|your|some|more|further|another)\s+)*(?:\p{L}+\s)?(?:photos?|pictures?|copy|copies|invoice|receipt|address|number|offer|quote|quotation|details|information|documents?|cv|proof|confirmation|list|form|files?|timesheets?|report|link)\b/iu;
/** Of what the reader sent, the mail says “your”. */
const THEIRS =
	/^the\s+(?=(?:quick |kind |nice )?(?:orders?|invoice|application|e?mail|message|request|enquiry|inquiry|interest|photos?|pictures?|feedback|booking|purchase|reply|answer|offer|quote|payment|letter|note|patience|report)\b)/;
const deed = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'su');

const DEEDS: { pattern: RegExp; write(parts: string[]): string | null }[] = [
	{
		pattern: deed(
			`thank${WHOM}(?:\\s+(?:politely|warmly))?(?:\\s+for\\s+(.+))?|say\\s+thank(?:s|\\s+you)(?:\\s+for\\s+(.+))?`,
		),
		write: ([first, second]) => {
			const what = first || second || '';
			return what === ''
				? 'Thank you for your mail.'
				: phrase(what.replace(THEIRS, 'your '), (words) => `Thank you for ${words}.`);
		},
	},
	{
		pattern: deed(`(?:apologi[sz]e|say\\s+(?:that\\s+we\\s+are\\s+)?sorry)${WHOM}(?:\\s+for\\s+(.+))?`),
		write: ([what = '']) =>
			what === '' ? 'Please accept our apologies.' : phrase(what, (words) => `We are sorry for ${words}.`),
	},
	{
		pattern: deed(
			String.raw`(?:confirm|acknowledge)(?:${WHOM}\s+)?\s*(?:the\s+)?receipt(?:\s+of\s+(.+))?|acknowledge(?:\s+(?:it|the\s+mail|their\s+mail))?`,
		),
		write: ([what = '']) => phrase(what || 'your mail', (words) => `We have received ${words}.`),
	},
	{
		pattern: deed(`promise${WHOM}\\s+((?:an?|the)\\s(?!.*\\b(?:is|are|will|can|has|have)\\b).+)`),
		write: ([what = '']) => phrase(what, (words) => `You will get ${words}.`),
	},
	{
		pattern: deed(`ask${WHOM}\\s+to\\s+(.+)`),
		write: ([what = '']) => phrase(what, (words) => `Could you please ${words}?`),
	},
	{
		pattern: deed(`(?:ask|request)${WHOM}\\s+for\\s+(.+)`),
		write: ([what = '']) =>
			phrase(what, (words) =>
				SENT.test(words) ? `Could you please send us ${words}?` : `We would like to ask you for ${words}.`,
			),
	},
	{
		pattern: deed(`wish${WHOM}\\s+(.+)`),
		write: ([what = '']) => phrase(what, (words) => `We wish you ${words}.`),
	},
	{
		pattern: deed(
			`(?:(?:say|explain|mention|add|note|state|promise|confirm|write)(?:\\s+to${WHOM})?|(?:tell|inform|assure|promise|remind)${WHOM}|let${WHOM}\\s+know)(?:\\s+that)?\\s+(.+)`,
		),
		write: ([clause = '']) =>
			clause
				.split(/\s+and\s+that\s+/i)
				.map((one) =>
					CLAUSE.test(one)
						? phrase(one, (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`)
						: null,
				)
				.reduce<string | null>(
					(all, one) => (all === null || one === null ? null : all === '' ? one : `${all} ${one}`),
					'',
				),
	},
	{
		pattern: deed(`remind${WHOM}\\s+(?:of|about)\\s+(.+)`),
		write: ([what = '']) => phrase(what, (words) => `Please remember ${words}.`),
	},
	{
		pattern: deed(`remind${WHOM}\\s+(to\\s+.+)`),
		write: ([what = '']) => phrase(what, (words) => `Please remember ${words}.`),
	},
	{
		pattern: deed('say\\s+(good\\s+(?:morning|evening|night)|hello)(?:\\s+to\\s+.{1,40})?'),
		write: ([what = '']) => `${what.charAt(0).toUpperCase()}${what.slice(1)}!`,
	},
	// How it is to be written.
	{
		pattern: deed('be\\s+(?:very\\s+)?(?:polite|friendly|kind|brief|short|nice)(?:\\s+and\\s+\\p{L}+)?'),
		write: () => '',
	},
];

/** A clause has somebody or something that it is about, and says it. */
const CLAUSE =
	/^(?:we|i|our|my|the|it|they|their|you|your|there|this|these|that|all|no|an?|some|someone|somebody|nobody|\p{Lu}\p{L}*|\d+)\b.*\b(?:is|are|was|were|will|won't|would|can|cannot|can't|could|have|has|had|do|does|don't|did|may|must|should|shall|need|received?|got|get|\p{L}{3,}(?:ed|s)|answer|call|send|close|open|come|take|know|hope|look|thank)\b/isu;

/** The customer speaks of the reader; the mail speaks to them. Null where it is not clear who is meant. */
function phrase(said: string, write: (words: string) => string): string | null {
	if (
		/\b(?:he|she|him|his|her|hers|himself|herself|if|unless|whether|depending|otherwise|suitable|appropriate|[xX]{2,})\b|[{}<>[\]]/i.test(
			said,
		)
	)
		return null;
	const turned = said
		.replace(/\bthemselves\b/gi, 'yourself')
		.replace(/\btheirs\b/gi, 'yours')
		.replace(/\b(?:their|the\s+(?:customer|sender|client)['’]s)\b/gi, 'your')
		.replace(/\b(?:they|them|the\s+(?:sender|customer|client))\b/gi, 'you')
		.replace(/\s+/g, ' ')
		.replace(/[\s.,;!]+$/, '')
		.trim();
	const first = turned.replace(/\bi\b/g, 'I');
	return first === '' || first.length > 500 ? null : write(first);
}

/** A text the customer gave word for word: reply “Thank you, we will call back.” */
const GIVEN =
	/\b(?:reply|respond|answer|say|write|send|text|antworte|schreibe?)\b[^"“„«.!?]{0,60}["“„«]([^"“”»]{2,2000})["“”»]/i;
/** The same without quotes, behind a colon: “reply: we are closed”, but not “reply: say that we are closed”. */
const GIVEN_BEHIND =
	/^\s*(?:please\s+)?(?:reply|respond|answer|write|send|antworte|schreibe?)(?:\s+[\p{L}-]+){0,4}:\s*(?!(?:please\s+|bitte\s+)?(?:thank(?!\s+you)|say|tell|inform|let\s+(?:them|him|her)|promise|assure|apologi[sz]e|ask|explain|mention|remind|confirm|acknowledge|invite|congratulate|decline|bedanken?|sagen?|sag|fragen?|entschuldigen?|bestätigen?|erklären?|teilen?|informieren?|wünschen?|laden?|lehnen?)(?!\p{L}))(\S[\s\S]{1,1999})$/iu;

export const givenIn = (prompt: string): string | null =>
	(GIVEN.exec(prompt) ?? GIVEN_BEHIND.exec(prompt))?.[1]?.trim() ?? null;
