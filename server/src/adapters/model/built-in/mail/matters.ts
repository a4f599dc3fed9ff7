/** What a prompt asks for where no single word decides it: “a customer complains”, “a delivery is late”. */
import { any, type Concept } from './concepts.ts';
import { EVENTS } from './concepts-events.ts';
import { LETTERS } from './concepts-letters.ts';
import { NOTICES } from './concepts-notices.ts';
import { wordMatcher } from './extract.ts';

/** What is named of some things alone comes first. */
export const CONCEPTS = [...NOTICES, ...LETTERS, ...EVENTS].toSorted((a, b) => Number(!a.of) - Number(!b.of));

/** Things that mails are about, each by its many names. Of those in one list, a mail may mean the one by the other. */
const ALIKE = [
	[
		'delivery|deliveries|deliver|liefern|auslieferung|parcels?|packages?|shipments?|goods|lieferung|sendung|paket|päckchen|order|bestellung',
	],
	[
		'meetings?|calls?|reviews?|sessions?|conferences?|workshops?|stand-?ups?|interviews?|get-?togethers?|besprechung|treffen|sitzung|elternabend|appointments?|termine?|visit',
		'bookings?|reservations?|tables?|rooms?|stay|buchung|reservierung|zimmer|tisch',
		'lessons?|class(?:es)?|course|training|kurs',
		'events?|concert|veranstaltung|konzert',
	],
	[
		'contracts?|subscriptions?|memberships?|abo|abonnement|mitgliedschaft|\\p{L}*vertrags?',
		'tenancy|lease',
		'policy|policies|insurance',
		'account|konto',
	],
	['payments?|invoices?|bills?|money|rechnung|zahlung|betrag|amounts?|transfers?'],
	[
		'web ?sites?|sites?|shop|page|\\S+\\.(?:example|com|org|net|de)|webseite|seite',
		'servers?|service|system|monitor|host',
		'portal|app',
	],
	['schools?|primary|classes|lessons|schule|unterricht', 'kindergarten|kita|nursery'],
	[
		'offices?|practice|branch|praxis|büro|filiale',
		'shops?|stores?|geschäft|laden',
		'restaurant',
		'library',
		'pool',
	],
	['water|wasser\\p{L}*'],
	['power|electricity|strom'],
	['heating|boiler|radiators?|heizung\\p{L}*'],
	['internet|wi-?fi|router'],
	['rent|\\p{L}*miete|miet\\p{L}*'],
	['prices?|fees?|premiums?|rates?|costs?|tarife?|\\p{L}*preis\\p{L}*|beitrag|beiträge|gebühr\\p{L}*'],
	['backups?|sicherung|datensicherung|jobs?'],
	['flights?|flug', 'trains?|zug|bus|bahn'],
].map((names) => names.map(any));
export const THINGS = ALIKE.flat();
export const alikeOf = (thing: RegExp) => ALIKE.find((names) => names.includes(thing)) ?? [thing];

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
	/(?<!\p{L})(?:a|an|the|my|our|your|any|some|new|i|we|us|me|they|he|she|it|its|is|are|was|were|be|been|has|have|had|get|gets|got|if|of|to|for|in|on|at|by|with|from|about|that|there|still|something|anything|somebody|someone|anyone|anybody|customers?|clients?|guests?|tenants?|members?|patients?|parents?|students?|users?|people|persons?|suppliers?|company|companies|landlord|school|teacher|bank|doctor|sender|writer|mails?|emails?|messages?|reports?|says?|wants?|asks?|needs?|sends?|wrote|writes?|der|die|das|den|dem|ein|eine|einen|einer|mein|meine|unsere?|jemand|kunde|kunden|mieter|mieterin|ist|sind|wird|wurde|sich|mich|mir|product|products|job|place|places|placed|arrives?|arrived|comes|came|kommt|kam)(?!\p{L})/giu;

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
			// “Power cut” says of what it is in the same words.
			const thing = concept.isOfThing
				? ([...THINGS, ...DAYS].find((one) => one.test(rest)) ?? THINGS.find((one) => one.test(words)))
				: undefined;
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
