/**
 * German prompts about pictures, in English word by word. Only a prompt of which every word is known is put into English: a word
 * that was left out could turn the meaning round.
 */

import { normalised } from '@watchword/contract/normalised';
import type { Known } from './zone-names.ts';

/** Before these, a preposition says where: "der Laptop ist an" says something else. */
const PLACE = '(?= (?:der|die|das|dem|den|(?:ein|mein|unser)(?:e[mnr]?)?) )';

/** What needs the words beside it. The first that fits counts. */
const PHRASES: [german: string, english: string][] = [
	['sage? (?:mir|uns)(?: bitte)?(?: sofort)? bescheid', 'tell me'],
	['(?:gib|gebt) (?:mir|uns)(?: bitte)? bescheid', 'tell me'],
	['(?:melde dich|melden sie sich)(?: bitte)?', 'tell me'],
	['(?:benachrichtige|informiere|warne|alarmiere)n?(?: sie)? (?:mich|uns)(?: bitte)?', 'tell me'],
	[
		'(?:schicke?|sende)n?(?: sie)? (?:mir|uns)(?: bitte)? eine (?:e[ -]?mail|mail|nachricht|warnung)',
		'tell me',
	],
	['(?:alarm|nachricht|mail|bescheid|meldung|warnung|hinweis)(?= ?,? (?:wenn|falls|sobald|bei))', 'tell me'],
	['ich (?:möchte|will) (?:eine nachricht|wissen|benachrichtigt werden)', 'tell me'],
	['es sei denn ?,?', 'unless'],
	['nicht mehr als', 'no more than'],
	['mehr als', 'more than'],
	['weniger als', 'fewer than'],
	['nicht mehr', 'not'],
	// "Das Auto fährt nicht".
	['nicht(?! ?(?:$|[.,;!?\\n]))', 'not'],
	['noch (?:da|dort)', 'there'],
	['oder mehr', 'or more'],
	['oder weniger', 'or fewer'],
	['zu hause', 'at home'],
	['(?:auf der linken seite|links)(?: (?:im|auf dem) bild)?(?! (?:neben|von|vom))', 'on the left'],
	['(?:auf der rechten seite|rechts)(?: (?:im|auf dem) bild)?(?! (?:neben|von|vom))', 'on the right'],
	['auf dem bild|im bild|zu sehen|in sicht', 'in the picture'],
	["gibt(?: es|[’']?s)|es gibt", 'there is'],
	['keiner(?= (?:mehr |ist |in |im |am |an |auf |da(?!\\p{L})))', 'nobody'],
	['(?<=(?:der|den|dem|im|am|zum|mein|meinem|unserem) )weg', 'path'],
	['weg(?= ?(?:$|[.,;!?\\n]|(?:ist|sind|und|oder)(?!\\p{L})))', 'away'],
	['am(?<!\\d ?am)', 'at the'],
	[`auf${PLACE}`, 'on'],
	[`an${PLACE}`, 'at'],
	[`bei${PLACE}`, 'at'],
	[`vor${PLACE}`, 'in front of'],
];

/** English, and the German words for it. */
const WORDS: Record<string, string> = {
	a: 'ein, eine, einen, einem, einer, eines',
	the: 'der, die, das, den, dem, des',
	my: 'mein, meine, meinen, meinem, meiner',
	our: 'unser, unsere, unseren, unserem, unserer',
	no: 'kein, keine, keinen, keinem, keiner',
	nobody: 'niemand, niemanden',
	someone: 'jemand, jemanden, irgendwer, irgendjemand',
	if: 'wenn, falls, ob',
	'as soon as': 'sobald',
	and: 'und',
	or: 'oder',
	but: 'aber, sondern',
	without: 'ohne',
	with: 'mit',
	only: 'nur',
	alone: 'allein, alleine',
	either: 'entweder',
	also: 'auch',
	is: 'ist, befindet',
	are: 'sind, befinden',
	stands: 'steht',
	stand: 'stehen',
	sits: 'sitzt',
	sit: 'sitzen',
	lies: 'liegt',
	lie: 'liegen',
	comes: 'kommt',
	come: 'kommen',
	walks: 'läuft, geht',
	walk: 'laufen, gehen',
	drives: 'fährt',
	drive: 'fahren',
	wait: 'warten',
	'': 'sich, bitte, mal, es, gerade, denn, irgendwo',
	there: 'da, dort, hier',
	together: 'zusammen',
	in: 'in',
	'in the': 'im, ins',
	'at the': 'beim',
	'to the': 'zum',
	under: 'unter',
	'next to': 'neben',
	'at least': 'mindestens',
	'at most': 'höchstens, maximal',
	exactly: 'genau',
	one: 'eins',
	two: 'zwei',
	three: 'drei',
	four: 'vier',
	five: 'fünf',
	six: 'sechs',
	seven: 'sieben',
	eight: 'acht',
	nine: 'neun',
	ten: 'zehn',
	empty: 'leer',
	free: 'frei',
	gone: 'verschwunden',
	parked: 'parkt, parken, geparkt',
	'at night': 'nachts',
	'during the day': 'tagsüber',
	outside: 'draußen',
	inside: 'drinnen',
	person: 'person, mensch, menschen, leute, personen',
	child: 'kind',
	children: 'kinder',
	man: 'mann',
	woman: 'frau',
	stranger: 'fremder, fremde, unbekannter',
	burglar: 'einbrecher',
	postman: 'postbote, briefträger',
	dog: 'hund',
	dogs: 'hunde, hunden',
	cat: 'katze, kater',
	cats: 'katzen',
	bird: 'vogel',
	birds: 'vögel, vögeln',
	horse: 'pferd',
	horses: 'pferde, pferden',
	sheep: 'schaf, schafe, schafen',
	cow: 'kuh',
	cows: 'kühe, kühen',
	animal: 'tier',
	animals: 'tiere, tieren',
	car: 'auto, wagen, pkw',
	cars: 'autos, pkws',
	truck: 'lkw, lastwagen, laster',
	trucks: 'lkws',
	vehicle: 'fahrzeug',
	vehicles: 'fahrzeuge, fahrzeugen',
	bicycle: 'fahrrad, rad',
	bicycles: 'fahrräder, räder',
	motorcycle: 'motorrad',
	motorcycles: 'motorräder',
	bus: 'bus',
	buses: 'busse',
	train: 'zug, straßenbahn',
	boat: 'boot',
	boats: 'boote',
	sofa: 'sofa, couch',
	bed: 'bett',
	chair: 'stuhl, sessel',
	chairs: 'stühle',
	table: 'tisch',
	bench: 'bank, parkbank',
	laptop: 'laptop',
	phone: 'handy, telefon',
	bottle: 'flasche',
	cup: 'tasse',
	bag: 'tasche',
	suitcase: 'koffer',
	backpack: 'rucksack',
	bear: 'bär',
	umbrella: 'regenschirm, schirm',
	garden: 'garten',
	yard: 'hof',
	driveway: 'einfahrt, auffahrt',
	street: 'straße, strasse',
	door: 'tür, haustür',
	gate: 'tor, gartentor',
	garage: 'garage',
	house: 'haus',
	room: 'zimmer, raum, wohnzimmer, besprechungsraum',
	hallway: 'flur',
	basement: 'keller',
	balcony: 'balkon',
	stairs: 'treppe',
	kitchen: 'küche',
	workshop: 'werkstatt',
	warehouse: 'lager',
	office: 'büro',
	shop: 'laden, geschäft',
	counter: 'theke, kasse',
	field: 'feld, weide, wiese, koppel',
	barn: 'stall, scheune',
	terrace: 'terrasse',
	'parking lot': 'parkplatz',
	roof: 'dach',
	path: 'gehweg',
	pool: 'pool',
	pond: 'teich',
	zone: 'zone',
	beach: 'strand',
	desk: 'schreibtisch',
	entrance: 'eingang',
	platform: 'bahnsteig',
	stop: 'haltestelle',
};

const ENGLISH = new Map(
	Object.entries(WORDS).flatMap(([english, german]) =>
		german.split(', ').map((word): [string, string] => [word, english]),
	),
);
/** English words, too, that say nothing of the language: "the boot in the garage". */
const BOTH = new Set(['bank', 'boot', 'die', 'handy', 'kind', 'mal', 'rad', 'stall', 'tier']);

/** A zone's name stays as it is. */
const asZone = ({ words }: Known['zones'][number]) =>
	words.map((word) => word.replace(/[^\p{L}\d]/gu, '\\$&')).join('[^\\p{L}\\d]+');

/** The prompt in English; as it is if it is not German, or if a word or a sign of it is not known. */
export function fromGerman(prompt: string, { zones }: Known): string {
	const names = zones.length > 0 ? zones.map(asZone).join('|') : '(?!)';
	const said = [names, ...PHRASES.map(([german]) => german), String.raw`\p{L}+`].map((one) => `(${one})`);
	const parts = new RegExp(
		String.raw`(?<!\p{L})(?:${said.join('|')})(?!\p{L})|\d[\d:.]*|[.,;:!?\n]|[^ ]`,
		'gu',
	);
	const plain = normalised(prompt, 'NFC')
		.toLowerCase()
		.replace(/[^\S\n]+/g, ' ');
	const english: string[] = [];
	let isGerman = false;
	for (const [part, zone, ...found] of plain.matchAll(parts)) {
		const phrase = PHRASES[found.findIndex((one) => one !== undefined)];
		const put = zone ?? phrase?.[1] ?? (/^[\d.,;:!?\n]/.test(part) ? part : ENGLISH.get(part));
		if (put === undefined) return prompt;
		isGerman ||= put !== part && !BOTH.has(part);
		english.push(put);
	}
	return isGerman ? english.join(' ').replace(/ +/g, ' ').trim() : prompt;
}
