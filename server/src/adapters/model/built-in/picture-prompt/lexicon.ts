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
	/** A narrower word than its kind, and the detector cannot see the difference: a burglar is a person. */
	narrow?: boolean;
	/** It has this with it: a cyclist has a bicycle. */
	with?: KnownObject;
	/** How many objects one of it means: a couple is two people. */
	least?: number;
}

// biome-ignore format: a list of names
export const ANIMALS = [
	'bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe',
] as const satisfies KnownObject[];
// biome-ignore format: a list of names
export const VEHICLES = [
	'car', 'motorcycle', 'bus', 'truck', 'train', 'boat', 'airplane',
] as const satisfies KnownObject[];

export const isVehicle = (kind: KnownObject) => VEHICLES.some((vehicle) => vehicle === kind);

export const isAnimal = (kind: KnownObject) => ANIMALS.some((animal) => animal === kind);

/** Kinds that come and go. Other kinds (a couch, a bench) are usually places. */
export const COMING_AND_GOING: readonly KnownObject[] = ['person', ...ANIMALS, ...VEHICLES, 'bicycle'];

/** Other words for the same kind. The plural is made by rule unless it is listed under IRREGULAR. */
const SAME: Partial<Record<KnownObject, string>> = {
	person:
		'human, human being, someone, somebody, anyone, anybody, pedestrian, passer-by, passerby, individual, human figure',
	bicycle: 'bike, cycle, push bike, pushbike',
	car: 'automobile, motor car, motorcar, taxi, cab',
	motorcycle: 'motorbike, motor bike, motor cycle, scooter, moped, motor scooter',
	airplane: 'aeroplane, plane, aircraft',
	bus: 'coach',
	train: 'tram, locomotive',
	truck: 'lorry, pickup, pick-up, pickup truck, semi, semi truck, hgv',
	'traffic light': 'stoplight, stop light, traffic signal',
	'fire hydrant': 'hydrant',
	bench: 'park bench, garden bench',
	cat: 'kitten, kitty, pussycat, house cat, housecat',
	dog: 'puppy, doggy, doggie, hound, pup, doggo',
	cow: 'cattle',
	backpack: 'rucksack, knapsack, school bag, schoolbag',
	umbrella: 'parasol, brolly',
	handbag: 'purse, hand bag',
	tie: 'necktie, neck tie',
	suitcase: 'luggage, travel bag, trolley case',
	frisbee: 'flying disc',
	skis: 'ski, pair of skis',
	scissors: 'pair of scissors',
	'sports ball': 'ball',
	'tennis racket': 'racket, tennis racquet, racquet',
	'wine glass': 'wineglass, glass of wine',
	cup: 'mug, teacup, coffee cup, coffee mug, cup of coffee, cup of tea',
	donut: 'doughnut',
	chair: 'armchair, stool, office chair, desk chair',
	couch: 'sofa, settee, loveseat',
	'potted plant': 'houseplant, house plant, pot plant, flowerpot, flower pot',
	'dining table': 'table, dinner table, kitchen table, coffee table',
	tv: 'television, telly, tv set, tv screen, television set, computer monitor, computer screen, pc monitor',
	laptop: 'notebook computer, laptop computer',
	remote: 'remote control',
	'cell phone': 'phone, cellphone, mobile phone, mobile, smartphone, smart phone',
	microwave: 'microwave oven',
	oven: 'stove, cooker',
	sink: 'washbasin, wash basin',
	refrigerator: 'fridge, freezer',
	clock: 'wall clock, alarm clock',
	'teddy bear': 'teddy, stuffed bear',
	'hair drier': 'hair dryer, hairdryer, hairdrier',
};

/** Words for some of a kind. If one of the kind is seen, it may or may not be this one. If none is seen, this one is not there. */
const NARROWER: Partial<Record<KnownObject, string>> = {
	person:
		'man, woman, child, kid, boy, girl, guy, adult, lady, gentleman, teenager, teen, toddler, baby, infant, grown-up, bloke, ' +
		'senior, pensioner, elder, dude, youngster, youth, student, pupil, ' +
		'mother, father, mum, mom, mummy, mommy, dad, daddy, parent, son, daughter, wife, husband, partner, girlfriend, boyfriend, ' +
		'brother, sister, sibling, uncle, aunt, cousin, nephew, niece, grandma, grandpa, grandmother, grandfather, granny, ' +
		'grandad, granddad, grandparent, grandson, granddaughter, grandchild, friend, roommate, flatmate, housemate, ' +
		'neighbour, neighbor, tenant, landlord, resident, owner, family member, relative, ' +
		'visitor, guest, caller, stranger, intruder, burglar, thief, robber, trespasser, prowler, criminal, vandal, ' +
		'shoplifter, poacher, squatter, loiterer, attacker, porch pirate, unknown person, ' +
		'delivery driver, delivery man, delivery person, delivery guy, delivery woman, delivery boy, deliveryman, courier, ' +
		'postman, mailman, postwoman, postie, mail carrier, letter carrier, messenger, passenger, commuter, traveller, traveler, tourist, hiker, rambler, jogger, ' +
		'runner, swimmer, climber, camper, hunter, fisherman, angler, golfer, player, athlete, dancer, ' +
		'worker, employee, staff member, staff, colleague, coworker, boss, manager, gardener, builder, ' +
		'contractor, electrician, technician, engineer, mechanic, roofer, painter, decorator, labourer, laborer, ' +
		'farmer, farmhand, shepherd, nurse, doctor, carer, caregiver, nanny, babysitter, teacher, security guard, guard, watchman, caretaker, janitor, housekeeper, milkman, ' +
		'police officer, policeman, policewoman, cop, officer, firefighter, fireman, paramedic, soldier, salesman, ' +
		'salesperson, seller, hawker, canvasser, shopper, customer, client, patient, waiter, waitress, chef, barista, ' +
		'cashier, receptionist, clerk, bartender, bystander, onlooker, spectator, homeless person, dog walker, dog owner, ' +
		'plumber, window cleaner, estate agent, groom, bride, santa claus',
	bicycle: 'mountain bike, road bike, e-bike, ebike, cargo bike, racing bike, tricycle',
	car: 'sedan, suv, hatchback, estate car, station wagon, convertible, sports car, limousine, limo, police car, patrol car, jeep, minivan, tesla, bmw, uber',
	motorcycle: 'harley, dirt bike, vespa, quad bike',
	airplane: 'airliner, glider, biplane, fighter jet',
	bus: 'minibus, school bus, double decker, shuttle',
	train: 'freight train, goods train, steam train, steam engine',
	truck:
		'fire truck, fire engine, garbage truck, rubbish truck, bin lorry, dustcart, tow truck, dump truck, tipper, ambulance, ' +
		'removal van, moving truck, mail truck, ups truck, fedex truck, food truck',
	boat: 'ship, sailboat, sailing boat, canoe, kayak, yacht, rowing boat, rowboat, speedboat, motorboat, ferry, dinghy, barge, raft, fishing boat, houseboat',
	bird:
		'pigeon, seagull, gull, crow, raven, magpie, jackdaw, sparrow, robin, blackbird, starling, finch, jay, wren, duck, ' +
		'mallard, goose, swan, chicken, hen, rooster, cockerel, chick, turkey, owl, hawk, eagle, falcon, kestrel, buzzard, vulture, ' +
		'heron, stork, woodpecker, hummingbird, kingfisher, parrot, parakeet, dove, pheasant, quail, peacock, ostrich, emu, cormorant, bird of prey',
	cat: 'tomcat, tabby, siamese, siamese cat',
	dog: 'labrador, german shepherd, poodle, terrier, golden retriever, retriever, spaniel, beagle, bulldog, husky, dachshund, chihuahua, collie, border collie, rottweiler, greyhound, corgi, pug, guide dog, guard dog, sheepdog',
	horse: 'pony, foal, mare, stallion, colt, gelding, racehorse, shire horse',
	sheep: 'ewe, lamb',
	cow: 'bull, calf, ox, heifer, bullock, dairy cow',
	bear: 'grizzly, grizzly bear, black bear, brown bear, polar bear, bear cub',
	'sports ball':
		'football, soccer ball, basketball, tennis ball, volleyball, baseball, golf ball, rugby ball, beach ball',
	'baseball glove': 'mitt',
	knife: 'kitchen knife, machete, dagger, carving knife',
	cake: 'birthday cake, wedding cake, cupcake',
	'cell phone': 'iphone',
	bed: 'bunk bed, double bed, sunbed',
	bottle: 'water bottle, wine bottle, beer bottle, milk bottle, bottle of wine, bottle of water',
};

/** People named by what they have with them. */
const WITH: Record<string, KnownObject> = {
	cyclist: 'bicycle',
	'bike rider': 'bicycle',
	bicyclist: 'bicycle',
	motorcyclist: 'motorcycle',
	biker: 'motorcycle',
	'motorcycle rider': 'motorcycle',
	'horse rider': 'horse',
	horseman: 'horse',
	horsewoman: 'horse',
	skier: 'skis',
	snowboarder: 'snowboard',
	skateboarder: 'skateboard',
	skater: 'skateboard',
	surfer: 'surfboard',
};

/** Words for several people. If a word is narrow, the detector cannot tell which people are meant. */
const SEVERAL: Record<string, { least: number; narrow: boolean }> = {
	couple: { least: 2, narrow: true },
	crowd: { least: 5, narrow: false },
	family: { least: 2, narrow: true },
	team: { least: 2, narrow: true },
	gang: { least: 2, narrow: true },
};

/** Words for several kinds at once. */
const GROUPS: Record<string, readonly KnownObject[]> = {
	vehicle: VEHICLES,
	'motor vehicle': ['car', 'motorcycle', 'bus', 'truck'],
	traffic: ['car', 'motorcycle', 'bus', 'truck'],
	animal: ANIMALS,
	creature: ANIMALS,
	wildlife: ANIMALS,
	pet: ['cat', 'dog'],
	livestock: ['horse', 'sheep', 'cow'],
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
/** Words for some of several kinds. */
const NARROWER_GROUPS: Record<string, readonly KnownObject[]> = {
	van: ['car', 'truck'],
	'camper van': ['car', 'truck', 'bus'],
	campervan: ['car', 'truck', 'bus'],
	motorhome: ['truck', 'bus', 'car'],
	'delivery vehicle': ['car', 'truck'],
	'delivery van': ['car', 'truck'],
	'wild animal': ANIMALS,
	predator: ANIMALS,
};

const IRREGULAR: Record<string, string> = {
	person: 'people, persons, folk, folks, ppl, peoples',
	child: 'children, childs, childrens',
	grandchild: 'grandchildren',
	'passer-by': 'passers-by',
	passerby: 'passersby',
	goose: 'geese',
	ox: 'oxen',
	sheep: 'sheep, sheeps',
	skis: 'skis',
	scissors: 'scissors',
	tv: 'tvs',
	bus: 'buses, busses',
	cattle: 'cattle',
	staff: 'staff',
	wildlife: 'wildlife',
	traffic: 'traffic',
};

/** The lexicon by phrase, in the form the tokenizer gives. */
const MEANINGS = new Map<string, Meaning>();
for (const kind of KNOWN_OBJECTS) add(kind, { label: kind, kinds: [kind] });
for (const [word, kinds] of Object.entries(GROUPS)) add(word, { label: word, kinds });
for (const [word, kinds] of Object.entries(NARROWER_GROUPS)) add(word, { label: word, kinds, narrow: true });
for (const kind of KNOWN_OBJECTS) {
	for (const word of list(SAME[kind])) add(word, { label: kind, kinds: [kind] });
	for (const word of list(NARROWER[kind])) add(word, { label: kind, kinds: [kind], narrow: true });
}
for (const [word, other] of Object.entries(WITH))
	add(word, { label: 'person', kinds: ['person'], with: other });
for (const [word, several] of Object.entries(SEVERAL)) {
	add(word, { label: 'person', kinds: ['person'], ...several });
}
// A customer means the animal; the detector knows the computer mouse.
for (const word of ['mouse', 'mouses']) MEANINGS.delete(word);
add('computer mouse', { label: 'computer mouse', kinds: ['mouse'] });
/** How long the names that begin with a word are at most. */
const LENGTHS = new Map<string, number>();
for (const name of [...MEANINGS.keys(), 'mouse']) {
	const [first = '', ...rest] = name.split(' ');
	LENGTHS.set(first, Math.max(LENGTHS.get(first) ?? 0, rest.length + 1));
}
/** Names of one word that mean exactly what the detector knows. */
export const PLAIN_NAMES: readonly string[] = [...MEANINGS].flatMap(([name, { narrow }]) =>
	narrow || name.includes(' ') ? [] : [name],
);
export const isNamed = (words: string) => MEANINGS.has(words);
/** Words that mean exactly their kind. */
const ORDINARY = new Set('people persons human humans someone somebody anyone anybody folk folks'.split(' '));

function add(word: string, meaning: Omit<Meaning, 'plural' | 'said'>): void {
	const known = word.replaceAll('-', ' ');
	if (!MEANINGS.has(known)) MEANINGS.set(known, { ...meaning, plural: false, said: word });
	for (const plural of pluralsOf(word)) {
		const knownPlural = plural.replaceAll('-', ' ');
		if (!MEANINGS.has(knownPlural)) MEANINGS.set(knownPlural, { ...meaning, plural: true, said: plural });
	}
}

function pluralsOf(word: string): string[] {
	if (IRREGULAR[word]) return list(IRREGULAR[word]);
	if (/(?:^|[ a-z])(?:wo)?man$/.test(word) && !/human$/.test(word)) return [word.replace(/man$/, 'men')];
	if (/[^aeiou]y$/.test(word)) return [word.replace(/y$/, 'ies')];
	if (/(?:knife|thief|calf|wife)$/.test(word)) return [word.replace(/fe?$/, 'ves')];
	return [/(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`];
}

function list(words: string | undefined): string[] {
	return words?.split(', ') ?? [];
}

const isAtDesk = (word: string) => /^(?:keyboard|computer|laptop|monitor)s?$/.test(word);

/** The longest known phrase that begins at `at`, and whether it is another word than the detector's own. */
export function lookUp(
	words: readonly string[],
	at: number,
): { meaning: Meaning; length: number; reading: string | null } | null {
	const longest = LENGTHS.get(words[at] ?? '') ?? 0;
	for (let length = Math.min(longest, words.length - at); length > 0; length--) {
		const said = words.slice(at, at + length).join(' ');
		// "Keyboard and mouse".
		const phrase = said === 'mouse' && words.some(isAtDesk) ? 'computer mouse' : said;
		const meaning = MEANINGS.get(phrase);
		if (meaning)
			return { meaning: { ...meaning, said: phrase }, length, reading: readingOf(phrase, meaning) };
	}
	return null;
}

/** How a word was understood, if a customer might mean more or less by it. */
function readingOf(phrase: string, { label, kinds, narrow, with: other, least }: Meaning): string | null {
	if (ORDINARY.has(phrase) || kinds === KNOWN_OBJECTS || narrow) return null;
	if (other) return `“${phrase}” is read as a person with a ${other}`;
	if (least) return `“${phrase}” is read as at least ${counted(least, label)}`;
	if (kinds.length > 1) return `“${phrase}” is read as ${inWords(kinds, 'or')}`;
	const own = [label, ...pluralsOf(label)].includes(phrase);
	return own && label === kinds[0] ? null : `“${phrase}” is read as ${kinds[0]}`;
}

/** "a, b or c". */
export function inWords(words: readonly string[], joint: 'and' | 'or'): string {
	const head = words.slice(0, -1).join(', ');
	return head ? `${head} ${joint} ${words.at(-1)}` : (words[0] ?? '');
}

const ONE_FORM = 'sheep, skis, scissors, broccoli, cattle, livestock, furniture, food, fruit'.split(', ');

/** "Three sheep": the word is the same for many. */
export const hasOneForm = (label: string) => ONE_FORM.includes(label);

const severalOf = (name: string) => (hasOneForm(name) ? name : (pluralsOf(name)[0] ?? name));

/** "1 person", "2 people", "3 dogs or cats", "2 animals other than a cat". */
export function counted(count: number, label: string): string {
	if (count === 1 || label.includes(' and ')) return `${count} ${label}`;
	const [names = label, rest = ''] = label.split(/(?= other than )/);
	const forms = names.split(/(, | or )/).map((name, at) => (at % 2 === 1 ? name : severalOf(name)));
	return `${count} ${forms.join('')}${rest}`;
}
