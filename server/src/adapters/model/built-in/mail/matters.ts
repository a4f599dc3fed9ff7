/** Whether a mail is about what a prompt asks for, where no single word decides it: “a customer complains”, “a delivery is late”. */
import { REPLY } from '../../../../base/subject.ts';
import { any, type Concept } from './concepts.ts';
import { EVENTS } from './concepts-events.ts';
import { LETTERS } from './concepts-letters.ts';
import { NOTICES } from './concepts-notices.ts';
import { withoutQuotes, wordMatcher } from './extract.ts';
import { SENT_TO_MANY } from './kinds.ts';
import { clausesIn, isKnown, isOfNow, sentencesIn, withoutSpeech } from './sentences.ts';
import type { MailText } from './text.ts';
import { languageOf } from './words.ts';

/** What is named of some things alone comes first. */
const CONCEPTS = [...NOTICES, ...LETTERS, ...EVENTS].toSorted((a, b) => Number(!a.of) - Number(!b.of));

/** Things that mails are about. Each has many names. */
const THINGS = [
	'delivery|deliveries|deliver|liefern|auslieferung|parcels?|packages?|shipments?|goods|lieferung|sendung|paket|päckchen|order|bestellung',
	'meetings?|calls?|reviews?|sessions?|conferences?|workshops?|stand-?ups?|interviews?|get-?togethers?|besprechung|treffen|meeting|sitzung|elternabend|appointments?|termine?|bookings?|reservations?|lessons?|class(?:es)?|course|training|visit|event|concert|buchung|kurs|veranstaltung',
	'contracts?|subscriptions?|memberships?|policy|policies|tenancy|lease|abo|abonnement|\\p{L}*vertrag|\\p{L}*vertrags|mitgliedschaft|account|insurance',
	'payments?|invoices?|bills?|money|rechnung|zahlung|betrag|amounts?|transfers?',
	'web ?sites?|sites?|servers?|shop|page|service|system|monitor|host|\\S+\\.(?:example|com|org|net|de)|portal|app|webseite|seite',
	'schools?|primary|classes|lessons|kindergarten|kita|nursery|schule|unterricht',
	'offices?|shops?|stores?|restaurant|practice|branch|library|pool|geschäft|laden|praxis|büro|filiale',
	'water|wasser\\p{L}*',
	'power|electricity|strom',
	'heating|boiler|radiators?|heizung\\p{L}*',
	'internet|wi-?fi|connection|router',
	'rent|\\p{L}*miete|miet\\p{L}*',
	'prices?|fees?|premiums?|rates?|costs?|\\p{L}*preise?|beitrag|beiträge|gebühr\\p{L}*',
	'backups?|sicherung|datensicherung|jobs?',
	'flights?|flug|trains?|zug|bus|bahn',
	'tables?|rooms?|stay|zimmer|tisch',
	'monday|montag',
	'tuesday|dienstag',
	'wednesday|mittwoch',
	'thursday|donnerstag',
	'friday|freitag',
	'saturday|samstag|sonnabend',
	'sunday|sonntag',
	'weekend|wochenende',
].map(any);

/** Who writes or reads the mail, and words that say nothing of what it is about. */
const SAYS_NOTHING =
	/(?<!\p{L})(?:a|an|the|my|our|your|any|some|new|i|we|us|me|they|he|she|it|its|is|are|was|were|be|been|has|have|had|get|gets|got|if|of|to|for|in|on|at|by|with|from|about|that|there|still|something|anything|somebody|someone|anyone|anybody|customers?|clients?|guests?|tenants?|members?|patients?|parents?|students?|users?|people|persons?|children|child|pupils?|kind|kinder|suppliers?|company|companies|landlord|school|teacher|bank|doctor|sender|writer|mails?|emails?|messages?|reports?|says?|wants?|asks?|needs?|sends?|wrote|writes?|der|die|das|den|dem|ein|eine|einen|einer|mein|meine|unsere?|jemand|kunde|kunden|mieter|mieterin|ist|sind|wird|wurde|sich|mich|mir|product|products|job|place|places|placed|arrives?|arrived|comes|came|kommt|kam)(?!\p{L})/giu;

/** No everyday words for one thing are longer. */
const LONGEST = 100;

export interface Matter {
	concept: Concept;
	/** What it must be of; null if the prompt names none, or the concept says it already. */
	thing: RegExp | null;
	/** Words of the prompt that are not known. A sentence that says it has to have them, too. */
	others: RegExp[];
}

/** What some words of a prompt ask for, if it is known: what leaves the fewest words over. */
export function matterIn(words: string): Matter | null {
	if (words.length > LONGEST) return null;
	const found = CONCEPTS.filter(({ asked, of }) => asked.test(words) && of?.test(words) !== false).map(
		(concept) => {
			const rest = words.replace(concept.asked, ' ').replace(concept.asked, ' ');
			const thing = concept.isOfThing ? THINGS.find((one) => one.test(rest)) : undefined;
			const over = (thing ? rest.replace(thing, ' ') : rest).replace(SAYS_NOTHING, ' ');
			const others = (over.match(/\p{L}{2,}/gu) ?? []).map(asSubject);
			return { concept, thing: thing ?? null, others, rest };
		},
	);
	return (
		found.filter(({ rest }) => !JOINED.test(rest)).toSorted((a, b) => a.others.length - b.others.length)[0] ??
		null
	);
}

/** “The flight of my sister is delayed” says nothing of my sister. */
const asSubject = (word: string) =>
	new RegExp(
		`(?<!(?<!\\p{L})(?:of|for|from|by|with|von|für|mit)\\s(?:\\p{L}+\\s)?)${wordMatcher(word).source}`,
		'iu',
	);

/** What some words deny or join is not one matter. */
const JOINED =
	/(?<!\p{L})(?:not|no|never|or|and|without|except|than|least|most|nicht|kein\p{L}*|oder|und|ohne)(?!\p{L})|\d/iu;

/** A mail with fewer words leaves too much unsaid. */
const FEWEST_WORDS = 18;
/** “If you cannot come, please call us”: what the reader may do. */
const UP_TO_YOU =
	/(?<!\p{L})(?:(?:if|in case|whenever|unless) you|should you|(?:would|do) you (?:like|want|need|wish)|(?:wenn|falls|sofern|sollten) (?:sie|du|ihr))(?!\p{L})[^.;,!?\n]*/giu;
const CONDITIONAL =
	/(?<!\p{L})(?:if|unless|in case|should you|whenever|in the event|once|before|may be|can be|could be|might|wenn|falls|sofern|sollten? (?:sie|ihnen)|bevor|sobald)(?!\p{L})/iu;
const DENIED =
	/(?<!\p{L})(?:not|never|no|without|neither|kein\p{L}*|nicht|ohne|nie)\s(?:\S+\s){0,2}$|(?<!\p{L})(?:can|could|may|might|kann|können)\s$|n['’]t\s(?:\S+\s){0,2}$/iu;
/** “Your order is confirmed as soon as we have checked it”, “it was cancelled, but takes place”. */
const DEPENDS =
	/^\s*(?:nothing|none)(?!\p{L})|(?<!\p{L})(?:as soon as|once|when you|after you|unless|subject to|but|however|sobald|aber|jedoch)(?!\p{L})/iu;
const OVER =
	/(?<!\p{L})(?:resolved|fixed|solved|repaired|restored|ended|is over|false alarm|behoben|gelöst|repariert|beendet|vorbei)(?!\p{L})/iu;
/** What a clause without a subject of its own begins with: it goes on with what was named before. */
const GOES_ON =
	/^\W*(?:it|they|this|that|these|is|are|was|were|has|have|had|will|we|i|you|please|es|er|sie|ist|sind|wird|wurde|wir|ich|bitte)(?!\p{L})/iu;
/** Behind “if it rains, …” nothing is certain, and nothing is in the same part of a sentence as “if”. */
const isConditional = (before: string) =>
	CONDITIONAL.test(before.split(/[,;–]\s/).at(-1) ?? '') ||
	/^\W*(?:if|unless|wenn|falls|sofern|sollten?)\s/i.test(before);
/** Who asks for something speaks of himself, or to the reader. */
const OWN_WISH =
	/\?|(?<!\p{L})(?:i|we|my|our|me|us|you (?:must|need to|have to)|please|kindly|ich|wir|mein\p{L}*|unser\p{L}*|mir|mich|uns|bitte)(?!\p{L})/iu;
/** Nobody writes from there. */
const PROGRAM =
	/(?<!\p{L})(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|notifications?|newsletter|alerts?|monitor|status)(?=[@.+-])/iu;

/** True if a sentence says it, false if nothing in a whole letter speaks of it, otherwise null. */
export function judgeMatter(
	{ concept, thing, others }: Matter,
	mail: MailText,
	{ words, isRequest }: { words: string; isRequest: boolean },
	tests: string[],
): boolean | null {
	const letter = letterOf(mail);
	if (!letter) return null;
	const { said, near, beside, isPersonal, isAsked } = concept;
	const withoutBeside = (text: string) => (beside ? text.replace(beside, ' … ') : text);
	const clean = (text: string) => withoutBeside(text).replace(UP_TO_YOU, ' … ');
	const isToMany = isPersonal && (SENT_TO_MANY.test(letter) || PROGRAM.test(mail.from));
	const sentences = statements(letter, mail.subject);
	const speaks =
		near.test(isAsked ? withoutBeside(letter) : clean(letter)) ||
		sentences.some((one) => said.test(clean(one)));
	const isNear = (thing === null || thing.test(letter)) && (speaks || isOtherBadNews(concept, sentences));
	if (isToMany || !isNear) {
		tests.push(`nothing in the mail says “${words}”`);
		return false;
	}
	const isOfThing = (at: number, all: readonly string[], clause: string) =>
		thing === null ||
		thing.test(clause) ||
		(GOES_ON.test(clause) && thing.test(`${all[at - 1] ?? ''}\n${all[at]}\n${mail.subject}`));
	const says = (clause: string) => {
		const match = said.exec(clause);
		if (!match) return false;
		const before = clause.slice(0, match.index);
		const behind = clause.slice(match.index + match[0].length);
		return (
			!DENIED.test(before) &&
			!isConditional(before) &&
			!DEPENDS.test(behind) &&
			(!OVER.test(clause) || OVER.test(match[0]))
		);
	};
	const sentence = sentences.find((one, at, all) => {
		if (isRequest && !OWN_WISH.test(one)) return false;
		if (!isOfNow(one) || !isKnown(one) || (!isAsked && one.includes('?'))) return false;
		const plain = clean(withoutSpeech(one));
		return (
			says(plain) &&
			clausesIn(plain).some(
				(clause) =>
					said.test(clause) && isOfThing(at, all, clause) && others.every((other) => other.test(one)),
			)
		);
	});
	const opposites = OPPOSITES[concept.name] ?? [];
	if (sentence === undefined && opposites.length > 0) {
		const other = sentences.find(
			(one) =>
				isOfNow(one) &&
				isKnown(one) &&
				!CONDITIONAL.test(one) &&
				opposites.some((name) => conceptNamed(name)?.said.test(one)),
		);
		if (other !== undefined) {
			tests.push(`not “${words}”: ${other.slice(0, 200).toWellFormed()}`);
			return false;
		}
	}
	tests.push(
		sentence === undefined
			? `no sentence clearly says “${words}”, but some words may`
			: `“${words}”: ${sentence.slice(0, 200).toWellFormed()}`,
	);
	return sentence === undefined ? null : true;
}

/** Bad news in words that no event has may be of any event. */
const isOtherBadNews = (concept: Concept, sentences: readonly string[]) =>
	EVENTS.includes(concept) &&
	sentences.some((one) => BAD_NEWS.test(one)) &&
	!EVENTS.some(({ said }) => sentences.some((one) => said.test(one)));
const BAD_NEWS =
	/(?<!\p{L})(?:unfortunately|leider|(?:i|we) regret|sorry|apologi[sz]e|bedauer\p{L}*|bitten? (?:\p{L}+ )?um entschuldigung)(?!\p{L})/iu;

/** What a mail does not say of itself where it says the other. */
const OPPOSITES: Record<string, string[]> = {
	paid: ['overdue', 'failed'],
	delivered: ['late', 'shipped'],
	'up again': ['down'],
	praise: ['complaint'],
};
const conceptNamed = (name: string) => CONCEPTS.find((one) => one.name === name);

/** The sentences of a mail, with its subject first. */
const statements = (letter: string, subject: string) => [
	...(REPLY.test(subject) ? [] : [subject]),
	...sentencesIn(letter).filter((one) => one !== subject),
];

/** The words of a whole letter in a language that is known, without what it quotes; null if it is too short or was not read. */
function letterOf({ subject, text, attachments, partly }: MailText): string | null {
	const own = withoutQuotes(text);
	const count = (`${subject} ${own}`.match(/\p{L}{2,}/gu) ?? []).length;
	if (partly || !attachments || count < FEWEST_WORDS) return null;
	const whole = `${REPLY.test(subject) ? '' : subject}\n\n${own}`;
	const language = languageOf(whole);
	// A short report of a program has hardly any words of a language.
	return /^(?:English|German)$/.test(language ?? '') || (language === null && count < 60) ? whole : null;
}
