import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';

/** What one word or phrase of a prompt means to the detector. */
export interface Meaning {
	/** The word as a customer would say it, in the singular. */
	label: string;
	/** The kinds it stands for; several for a group such as "animal". */
	kinds: readonly KnownObject[];
	plural: boolean;
	/** The customer's own word for it. */
	said: string;
}

// biome-ignore format: a list of names
const ANIMALS = [
	'bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe',
] as const satisfies KnownObject[];
const VEHICLES = [
	'car',
	'motorcycle',
	'bus',
	'truck',
	'train',
	'boat',
	'airplane',
] as const satisfies KnownObject[];

/** Those who come and go. What is none of these (a couch, a bench) is usually where something is. */
export const COMING_AND_GOING: readonly KnownObject[] = ['person', ...ANIMALS, ...VEHICLES, 'bicycle'];

/** Other words for one kind. The plural is made by rule unless it is listed under IRREGULAR. */
const SYNONYMS: Partial<Record<KnownObject, string>> = {
	person:
		'human, human being, man, woman, child, kid, boy, girl, guy, adult, lady, gentleman, teenager, toddler, baby, ' +
		'someone, somebody, anyone, anybody, pedestrian, passer-by, visitor, individual',
	bicycle: 'bike, cycle, push bike, pushbike, mountain bike',
	car: 'automobile, sedan, suv, hatchback, taxi, cab',
	motorcycle: 'motorbike, motor bike, motor cycle, scooter, moped',
	airplane: 'aeroplane, plane, aircraft, jet',
	bus: 'coach, minibus',
	train: 'tram, locomotive',
	truck: 'lorry, pickup, pick-up, pickup truck, semi',
	boat: 'ship, sailboat, sailing boat, canoe, kayak, yacht, rowing boat',
	'traffic light': 'stoplight, stop light, traffic signal',
	'fire hydrant': 'hydrant',
	bench: 'park bench',
	bird: 'pigeon, seagull, gull, crow, sparrow, duck, goose, swan, chicken, hen',
	cat: 'kitten, kitty, pussycat, tomcat',
	dog: 'puppy, doggy, doggie, hound, pup',
	horse: 'pony, foal, mare, stallion',
	sheep: 'lamb, ewe',
	cow: 'bull, calf, ox, heifer',
	backpack: 'rucksack, knapsack, school bag, schoolbag',
	umbrella: 'parasol, brolly',
	handbag: 'purse, hand bag',
	tie: 'necktie, neck tie',
	suitcase: 'luggage, travel bag, trolley case',
	frisbee: 'flying disc',
	skis: 'ski, pair of skis',
	'sports ball': 'ball, football, soccer ball, basketball, tennis ball, volleyball',
	'baseball glove': 'mitt',
	'tennis racket': 'racket, tennis racquet, racquet',
	'wine glass': 'wineglass',
	cup: 'mug, teacup, coffee cup',
	knife: 'kitchen knife',
	donut: 'doughnut',
	cake: 'birthday cake',
	chair: 'armchair, stool, office chair',
	couch: 'sofa, settee, loveseat',
	'potted plant': 'houseplant, house plant, pot plant, flowerpot, flower pot',
	'dining table': 'table, dinner table, kitchen table',
	tv: 'television, telly, tv set, tv screen, television set',
	laptop: 'notebook computer, laptop computer',
	remote: 'remote control',
	'cell phone': 'phone, cellphone, mobile phone, mobile, smartphone, smart phone, telephone, iphone',
	microwave: 'microwave oven',
	oven: 'stove, cooker',
	sink: 'washbasin, wash basin',
	refrigerator: 'fridge, freezer',
	clock: 'wall clock, alarm clock',
	'teddy bear': 'teddy, stuffed bear, soft toy',
	'hair drier': 'hair dryer, hairdryer, hairdrier',
};

/** Words for several kinds at once. */
const GROUPS: Record<string, readonly KnownObject[]> = {
	vehicle: VEHICLES,
	van: ['car', 'truck'],
	'motor vehicle': ['car', 'motorcycle', 'bus', 'truck'],
	animal: ANIMALS,
	creature: ANIMALS,
	pet: ['cat', 'dog'],
	livestock: ['horse', 'sheep', 'cow'],
	cattle: ['cow'],
	'farm animal': ['horse', 'sheep', 'cow'],
	bag: ['backpack', 'handbag', 'suitcase'],
	baggage: ['backpack', 'handbag', 'suitcase'],
	furniture: ['chair', 'couch', 'bed', 'dining table', 'bench'],
	seat: ['chair', 'couch', 'bench'],
	cutlery: ['fork', 'knife', 'spoon'],
	fruit: ['banana', 'apple', 'orange'],
	food: ['banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake'],
	'living thing': ['person', ...ANIMALS],
	'living being': ['person', ...ANIMALS],
	object: KNOWN_OBJECTS,
	thing: KNOWN_OBJECTS,
	something: KNOWN_OBJECTS,
	anything: KNOWN_OBJECTS,
};

const IRREGULAR: Record<string, string> = {
	person: 'people, persons, folk, folks',
	man: 'men',
	woman: 'women',
	child: 'children',
	gentleman: 'gentlemen',
	'passer-by': 'passers-by',
	knife: 'knives',
	calf: 'calves',
	goose: 'geese',
	ox: 'oxen',
	sheep: 'sheep',
	skis: 'skis',
	scissors: 'scissors',
	tv: 'tvs',
	bus: 'buses, busses',
};

/** The lexicon, from each phrase as the tokens give it. */
const MEANINGS = new Map<string, Meaning>();
for (const kind of KNOWN_OBJECTS) {
	for (const word of [kind, ...list(SYNONYMS[kind])]) add(word, kind, [kind]);
}
for (const [word, kinds] of Object.entries(GROUPS)) add(word, word, kinds);
// The one a customer means by a mouse is not the one the detector knows.
for (const word of ['mouse', 'mouses']) MEANINGS.delete(word);
add('computer mouse', 'computer mouse', ['mouse']);
const LONGEST = 3;
/** Words that say no less and no more than their kind. */
const SAME = new Set('people persons human humans someone somebody anyone anybody folk folks'.split(' '));

function add(word: string, label: string, kinds: readonly KnownObject[]): void {
	MEANINGS.set(word.replaceAll('-', ' '), { label, kinds, plural: false, said: word });
	for (const plural of pluralsOf(word)) {
		const known = plural.replaceAll('-', ' ');
		if (!MEANINGS.has(known)) MEANINGS.set(known, { label, kinds, plural: true, said: plural });
	}
}

function pluralsOf(word: string): string[] {
	if (IRREGULAR[word]) return list(IRREGULAR[word]);
	if (/[^aeiou]y$/.test(word)) return [word.replace(/y$/, 'ies')];
	return [/(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`];
}

function list(words: string | undefined): string[] {
	return words?.split(', ') ?? [];
}

/** The longest known phrase that begins at `at`, and whether it was said in other words than the detector's own. */
export function lookUp(
	words: readonly string[],
	at: number,
): { meaning: Meaning; length: number; reading: string | null } | null {
	for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
		const phrase = words.slice(at, at + length).join(' ');
		const meaning = MEANINGS.get(phrase);
		if (meaning) return { meaning, length, reading: readingOf(phrase, meaning) };
	}
	return null;
}

/** How a word was taken, where a customer might have meant more or less by it. */
function readingOf(phrase: string, { label, kinds }: Meaning): string | null {
	if (SAME.has(phrase) || kinds === KNOWN_OBJECTS) return null;
	if (kinds.length > 1) return `“${phrase}” is read as ${inWords(kinds, 'or')}`;
	const own = [label, ...pluralsOf(label)].includes(phrase);
	return own && label === kinds[0] ? null : `“${phrase}” is read as ${kinds[0]}`;
}

/** "a, b or c". */
export function inWords(words: readonly string[], joint: 'and' | 'or'): string {
	const head = words.slice(0, -1).join(', ');
	return head ? `${head} ${joint} ${words.at(-1)}` : (words[0] ?? '');
}

const ONE_FORM = [
	'sheep',
	'skis',
	'scissors',
	'broccoli',
	'cattle',
	'livestock',
	'furniture',
	'food',
	'fruit',
];

/** "1 person", "2 people", "3 buses". */
export function counted(count: number, label: string): string {
	const form = count === 1 || ONE_FORM.includes(label) ? label : pluralsOf(label)[0];
	return `${count} ${form}`;
}
