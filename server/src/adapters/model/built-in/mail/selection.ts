/**
 * Orders that say by their object which mails they are for: “save all invoices”, “forward mails from ACME”, “notify me about
 * complaints”. They become conditions: “if it is invoices”. Read as orders alone, they would be followed for every mail.
 */
import { fieldNamed } from './fields.ts';
import { isKindOfMail } from './kinds.ts';

type Verb = 'forwards' | 'keeps' | 'tells' | 'answers' | 'shows';
const VERBS: Record<Verb, string> = {
	forwards: 'forward(?:\\s+(?:me|us))?',
	keeps: 'save|keep|store|log|record|report|archive|collect|file|send\\s+(?:me|us)',
	tells:
		'(?:tell|notify|alert|inform|warn|remind|message|email|mail|ping|text)\\s+(?:me|us)\\s+(?:only\\s+)?(?:about|of|on|for|to)|let\\s+(?:me|us)\\s+know\\s+(?:about|of)|(?:watch|look)\\s+(?:out\\s+)?for',
	answers: '(?:reply|respond)\\s+(?:only\\s+)?to|answer',
	shows:
		'list|find|get(?:\\s+(?:me|us))?|show(?:\\s+(?:me|us))?|give\\s+(?:me|us)|note(?:\\s+down)?|summari[sz]e|quote',
};
const START =
	'(?<=^\\s*|[.!?;\\n]\\s*)(?:please\\s+)?(?:(?:can|could|would|will)\\s+you\\s+(?:please\\s+)?)?';
const VERB = Object.entries(VERBS)
	.map(([verb, words]) => `(?<${verb}>${words})`)
	.join('|');
/** What a comma goes on with: “invoices, receipts and reminders”. */
const LISTED = '\\s[\\p{L} ]{3,40}(?:,|\\s(?:and|or)\\s)';
/** A point inside an address ends nothing. */
const SIGN = '[^.!?;:,\\n]|\\.(?=\\S)';
const OBJECT = `(?:(?!["“])(?:${SIGN})|,(?=${LISTED})){3,120}?`;
/** Where to: “to me”, “in the folder for bills”, “to ann@example.com”. */
const TARGET = `\\s+(?:to|into|in)\\s+(?:(?:me|us|my|our|the|an?|storage)(?!\\p{L})|[\\w.+-]+@)(?:(?!\\s(?:if|when|whenever|unless|except|but)\\s)(?:${SIGN})){0,80}`;
/** “Reply to them with a link” says what to write; “forward mails with an invoice” says which mails. */
const WRITES =
	'(?<=(?<!\\p{L})(?:(?:reply|respond|answer)(?:\\s[^.!?;\\n]{0,140})?|it|this|them|(?:the|this)\\s+(?:e-?)?mail))';
/** What ends the object: the sentence, a condition, or what to write. */
const END = [
	`\\s*(?:$|[.!?;:\\n"“]|,(?!${LISTED}))`,
	'\\s+(?:if|when|whenever|unless|but|saying|that\\s+(?:we|i))(?!\\p{L})',
	`${WRITES}\\s+with\\s+(?:an?\\s|["“]|(?:many\\s+)?thanks(?!\\p{L}))`,
	'\\s+and\\s+(?:say|thank|tell|ask|apolog|confirm|promise|(?:give|send|show)\\s+(?:me|us)\\s|extract\\s)',
].join('|');
const CONDITION = '\\s+(?<cue>if|when|whenever)\\s+(?:(?:they|it|these|those)\\s+(?:are|is)\\s+)?';
const ORDER = new RegExp(
	`${START}(?<only>only\\s+|just\\s+)?(?:always\\s+)?(?:${VERB})\\s+(?<object>${OBJECT})(?:${TARGET})?(?=${END})(?:${CONDITION})?`,
	'giu',
);

/** The mail itself: then it is for every mail. */
const THE_MAIL =
	/^(?:it|this|that|them|him|her|these|those|everything|anything|everyone|everybody|(?:the\s+)?(?:senders?|customers?|clients?|writers?|people|persons?|guests?|applicants?)|me|us|(?:(?:this|the|every|each|all|any|incoming|new|my)\s+)*(?:e-?)?(?:mails?|messages?))$/i;
const MANY = /^(?:(?:all|every|each|any|only|just|new|incoming|of|the|my|our|such)\s+)+/i;
const MAILS = '(?:e-?mails?|mails?|messages?|everything|anything|something|ones?|those)';
const OF_MAILS = new RegExp(`^(?:([\\p{L}-]+)\\s+)?${MAILS}(?:\\s+(.+))?$`, 'iu');
/** What is in a mail, and no kind of mail. */
const CONTENTS =
	/(?:^|\s)(?:details?|points?|contents?|facts?|news|highlights?|infos?|information|figures?|words?|sentences?|changes?|tasks?|items?|products?|results?|pictures?|photos?|images?|attachments?|files?|documents?|pdfs?|names?|senders?|questions?|copy|copies|summary|summaries|steps|reasons?|data|values?|amounts?|dates?|times?|numbers?|links?|address(?:es)?|prices?|totals?)$/i;

/** “Ignore newsletters.” */
const REFUSAL =
	/(?<=^\s*|[.!?;\n]\s*)(?:please\s+)?(?:ignore|skip|disregard)\s+([^.!?;:,\n"“]{3,80}?)(?=\s*(?:$|[.!?;\n]))/giu;

/** “Ignore newsletters, but tell me about invoices” is two orders. */
const REFUSAL_FIRST =
	/^(\s*(?:please\s+)?(?:ignore|skip|disregard)\s+([^.!?;:,\n"“]{3,80}?)),?\s+but\s+(?=(?:tell|notify|alert|inform|warn|let|forward|save|keep|store|send)\s)(?!.*\b(?:everything|others?|rest|else)\b)/i;

/** “Ignore newsletters but tell me if they mention pumps” asks for such newsletters alone. */
const REFUSAL_UNLESS =
	/^(\s*(?:please\s+)?(?:ignore|skip|disregard)\s+([^.!?;:,\n"“]{3,80}?)),?\s+but\s+(?:please\s+)?(?:tell|notify|alert|inform|warn|email|let)\s+(?:me|us)(?:\s+know)?\s+(?:if|when|whenever)\s+(?:they|it|one(?:\s+of\s+them)?|any\s+of\s+them|these|those)\s+(are\s+|is\s+)?/i;

/** “Forward job applications to HR”: to whom says nothing of which. */
const FORWARDED_TO =
	/(?<=^\s*(?:please\s+)?)(forward\s[^.!?;:,\n"“]{3,100}?)(?<!\s(?:related|replies|answers|changes|due|addressed|sent))\s+to\s+(?:the\s+)?[\p{L}-]+(?:\s(?:team|department|desk|office))?(?=\s*[.!]?\s*$)/giu;

/** Says such orders of a prompt as conditions; other sentences stay as they are. */
export const withSelections = (prompt: string) =>
	prompt
		.replace(FORWARDED_TO, '$1')
		.replace(REFUSAL_UNLESS, (_, refusal: string, object: string, is = '') => {
			const which = conditionOf(object, 'tells');
			return which === null
				? `${refusal} unless it ${is && 'is '}`
				: `tell me if ${which} and it ${is && 'is '}`;
		})
		.replace(REFUSAL_FIRST, (words, refusal: string, object: string) =>
			areKinds(object) ? `${refusal}. ` : words,
		)
		.replace(REFUSAL, withRefusal)
		.replace(ORDER, (sentence: string, ...given: unknown[]) => {
			const groups = given.at(-1) as Partial<Record<Verb | 'only' | 'object' | 'cue', string>>;
			const verb = (Object.keys(VERBS) as Verb[]).find((one) => groups[one] !== undefined) ?? 'shows';
			const condition = conditionOf(groups.object?.trim() ?? '', verb);
			if (condition === null) return sentence;
			const besides = groups.cue ? ' and it is ' : '';
			if (verb === 'answers') return `if ${condition}${besides}, reply`;
			return `tell me ${groups.only ?? ''}if ${condition}${besides}`;
		});

const areKinds = (object: string) =>
	object
		.replace(MANY, '')
		.split(/\s+(?:and|or)\s+/i)
		.every((one) => isKindOfMail(one));

function withRefusal(sentence: string, object: string): string {
	const isOther = /(?<!\p{L})(?:others?|else|rest|if|when|whenever|unless)(?!\p{L})/iu.test(object);
	const areMails = areKinds(object) || OF_MAILS.test(object.replace(MANY, ''));
	const condition = isOther || !areMails ? null : conditionOf(object, 'tells');
	return condition === null ? sentence : `ignore it if ${condition}`;
}

function conditionOf(object: string, verb: Verb): string | null {
	if (THE_MAIL.test(object)) return null;
	const [, other] =
		/^(?:everything|anything|(?:all|every|any)\s+(?:e-?)?(?:mails?|messages?))\s+(?:except|but|other\s+than|apart\s+from)\s+(.+)$/i.exec(
			object,
		) ?? [];
	if (other) return `it is not ${bare(other)}`;
	const things = object.replace(MANY, '');
	// “Invoices and receipts” are mails of either kind.
	const several = things.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/i);
	if (several.length > 1 && several.every((one) => isKindOfMail(bare(one))))
		return `it is ${several.map(bare).join(' or ')}`;
	// “Give me the total and reply with thanks”.
	if (verb === 'shows' && /^the\s/i.test(object) && fieldNamed(several[0] ?? '')) return null;
	if (several.length > 1 && several.some((one) => isKindOfMail(bare(one)))) return beyond(object);
	const [, how, which] = OF_MAILS.exec(things) ?? [];
	if (how || which) {
		const parts = [...(how ? [`it is ${how}`] : []), ...(which ? [narrowed(which)] : [])];
		return parts.includes(null) ? beyond(object) : parts.join(' and ');
	}
	const [, kind = things, rest] =
		/^(.+?)\s+((?:from|about|regarding|with|over|above|under|below|of\s+(?:more|less)\s+than|for\s+(?:more|less)\s+than|that|which)\s.+)$/i.exec(
			things,
		) ?? [];
	const isKind = isKindOfMail(bare(kind));
	const [, all = '', who] =
		/^(.+?),?\s+(?:except|excluding|but\s+not|other\s+than|apart\s+from)(?:\s+(?:for|those|ones|the\s+ones))?\s+from\s+(.+)$/i.exec(
			things,
		) ?? [];
	if (
		who &&
		isKindOfMail(bare(all)) &&
		!/(?<!\p{L})(?:and|or|from|with|about)(?!\p{L})/iu.test(`${all} ${who}`)
	)
		return `it is ${bare(all)} and it is not from ${who}`;
	if (!isKind && !isSelection(object, kind, verb)) return null;
	if (!rest) return `it is ${bare(kind)}`;
	const limit = /^(?:of\s+|for\s+)?((?:more|less)\s+than|over|above|under|below)\s/i.exec(rest);
	if (limit) return `the ${bare(kind).replace(/s$/, '')} is ${rest.replace(/^(?:of|for)\s+/i, '')}`;
	const narrow = narrowed(rest);
	// “Sign-ins from abroad” are not from a sender.
	return narrow === null || !isKind ? beyond(object) : `it is ${bare(kind)} and ${narrow}`;
}

/** Whether an order with this object is for some mails only, where it names no kind of mail that is known. */
function isSelection(object: string, kind: string, verb: Verb): boolean {
	const isDefinite = /^(?:the|my|our|its|their|his|her)\s(?!(?:new|incoming)\s)/i.test(object);
	if (isDefinite || /^(?:what|who|how|where|why|whether|which)(?!\p{L})/iu.test(kind)) return false;
	if (verb === 'answers') return true;
	if (CONTENTS.test(kind) || (fieldNamed(kind.replace(/s$/, '')) && !EVENTS.test(kind))) return false;
	if (verb === 'tells' || /^(?:every|each)\s/i.test(object)) return true;
	// “Send me a summary” asks for something.
	if (/^an?\s/i.test(object) || verb === 'shows') return false;
	const isPlural = /(?<!s)s$/i.test(kind) || /^(?:all|any|new|incoming|only)\s/i.test(object);
	return verb === 'forwards' || (isPlural && kind.split(' ').length <= 3);
}
/** They are numbers of a mail too, but not in the plural. */
const EVENTS =
	/^(?:bookings|reservations|tickets|cases|appointments|deliveries|refunds|payments|orders|invoices)$/i;

/** Whether a prompt is for some mails only in a way that is not read: “make a list of all invoices”, “never save newsletters”. */
export function choosesMails(prompt: string): boolean {
	if (/(?<!\p{L})(?:not|never|don['’]t|ignore|skip|only|except|unless|without)(?!\p{L})/iu.test(prompt))
		return true;
	const many = [...prompt.matchAll(/(?<!\p{L})(?:all|every|each|any|no)\s+(?:the\s+|new\s+)?(\p{L}+)/giu)];
	const isChosen = ([, thing = '']: string[]) =>
		!THE_MAIL.test(thing) &&
		!CONTENTS.test(thing) &&
		!/^(?:of|its|their|about|that)$/i.test(thing) &&
		!fieldNamed(thing.replace(/s$/, ''));
	const isKind = (word: string) => /s$/i.test(word) && isKindOfMail(word);
	return many.some(isChosen) || (prompt.match(/\p{L}+/gu) ?? []).some(isKind) || choosesWriters(prompt);
}

/** “Customers who complain”. */
export const choosesWriters = (prompt: string) =>
	/(?<!\p{L})(?:customers?|people|those|everyone|everybody|anyone|anybody|senders?|clients?)\s+(?:who|that|which)(?!\p{L})/iu.test(
		prompt,
	);

/** A condition that no rule judges. */
const beyond = (object: string) => `it seems "${object}"`;
const bare = (kind: string) => kind.replace(/^(?:an?|all|any|every|the)\s+/i, '');

/** What follows “mails”: “from ACME”, “that mention a refund”. */
function narrowed(which: string): string | null {
	if (/^from\s/i.test(which)) return `it is ${which}`;
	if (/^(?:about|regarding|concerning|on)\s/i.test(which))
		return `it is about ${which.replace(/^\S+\s+/, '')}`;
	if (/^without\s/i.test(which)) return `it has no ${which.replace(/^\S+\s+(?:an?\s+)?/, '')}`;
	if (/^(?:with|containing|including)\s/i.test(which)) return `it has ${which.replace(/^\S+\s+/, '')}`;
	if (/^(?:mentioning|saying)\s/i.test(which)) return `it mentions ${which.replace(/^\S+\s+/, '')}`;
	const said = /^(?:that|which)\s+(.+)$/i.exec(which)?.[1];
	if (!said) return null;
	return `it ${said
		.replace(/^are\s/i, 'is ')
		.replace(/^have\s/i, 'has ')
		.replace(/^do\s/i, 'does ')
		.replace(/^(contain|mention|include|say|ask)\s/i, '$1s ')}`;
}
