/** What a prompt asks for where no single word decides it: “a customer complains”, “a delivery is late”. */
import { any, type Concept } from './concepts.ts';
import { EVENTS } from './concepts-events.ts';
import { LETTERS } from './concepts-letters.ts';
import { NOTICES } from './concepts-notices.ts';
import { wordMatcher } from './extract.ts';

/** What is named of some things alone comes first. */
export const CONCEPTS = [...NOTICES, ...LETTERS, ...EVENTS].toSorted((a, b) => Number(!a.of) - Number(!b.of));

/** Things that mails are about. Each has many names. */
export const THINGS = [
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
	'prices?|fees?|premiums?|rates?|costs?|tarife?|\\p{L}*preis\\p{L}*|beitrag|beiträge|gebühr\\p{L}*',
	'backups?|sicherung|datensicherung|jobs?',
	'flights?|flug|trains?|zug|bus|bahn',
	'tables?|rooms?|stay|zimmer|tisch',
].map(any);
/** What happens on a day is of that day. */
const DAYS = [
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
			const thing = concept.isOfThing ? [...THINGS, ...DAYS].find((one) => one.test(rest)) : undefined;
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
