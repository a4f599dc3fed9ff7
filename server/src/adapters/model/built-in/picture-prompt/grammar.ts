/**
 * The role of a part of a phrase:
 * - `subject`: names what must be there, and how many. A second one must be there too.
 * - `place`: names what the camera looks at, which is the whole picture. `spot` is the same for something small.
 * - `zone`: a part of the picture that the customer has drawn and named.
 * - `touches`, `held`: something else that overlaps the subject in the picture, as its place or as what it carries.
 * - `narrows`: the detector cannot judge it, but it can only be true if the subject is there.
 * - `opens`: the detector cannot judge it, so it cannot judge the whole phrase.
 * - `gone`: the subject must be missing. `empty`: nothing that comes and goes may be there.
 * - `counts`: a number said after the subject. Hours are taken out before (timed.ts).
 * - `passed over`: makes almost no difference; the evidence says that it was not judged. `nothing`: has no meaning here.
 */
export type Effect =
	| 'subject'
	| 'place'
	| 'spot'
	| 'zone'
	| 'touches'
	| 'held'
	| 'narrows'
	| 'opens'
	| 'gone'
	| 'empty'
	| 'counts'
	| 'passed over'
	| 'nothing';

export interface Rule {
	name: string;
	/**
	 * Classes of words (vocabulary.ts, and thing, number, quantity, bound, unknown), as in a regular expression: `?`, `*`
	 * and `|` in brackets. A `+` before a class means that no other word, not even a filler, stands in between.
	 */
	pattern: string;
	effect: Effect;
	/** Where it applies: before the subject, or after it. If not set, both. */
	when?: 'before' | 'after';
	/** Prompts, and how they are read. The tests run them. */
	examples: [prompt: string, reading: string][];
}

/** The grammar of a phrase. At each word, the first rule that fits is used. The model does not understand words that fit none. */
export const GRAMMAR: Rule[] = [
	{
		name: 'a number behind a thing is its name',
		pattern: '(article|definite|number|quantity|weak|state|unknown)* thing +number',
		effect: 'opens',
		when: 'before',
		examples: [
			['table 4 is free', '“table 4”'],
			['tell me when bus 12 arrives', '“bus 12”'],
		],
	},
	{
		name: 'two things in a row are a third one',
		pattern: '(article|definite|number|quantity|weak|state|unknown)* thing +(thing|place|spot|zone|unknown)',
		effect: 'opens',
		when: 'before',
		examples: [
			['car keys', '“car keys”'],
			['is there a dog bed', '“dog bed”'],
			['if a car door is open', '“open”, “car door”'],
		],
	},
	{
		name: 'things, how many, and which',
		pattern: '(article|definite|number|quantity|weak)* (state|unknown|weak|number)* thing bound?',
		effect: 'subject',
		when: 'before',
		examples: [
			['a person', 'at least one person'],
			['two people or more', 'at least 2 people'],
			['twenty people or more', 'at least 20 people'],
			['half a dozen people', 'at least 6 people'],
			['3 dogs max', 'at most 3 dogs'],
			['a red car', 'at least one car (“red”)'],
			['a parked car', 'at least one car'],
			['a suspicious person', 'at least one person (“suspicious”)'],
			['a man', 'at least one person (“man”)'],
			['an old man', 'at least one person (“old man”)'],
			['a cyclist', 'at least one person with a bicycle'],
			['a couple', 'at least 2 people (“couple”)'],
			['no delivery driver', 'no person (“delivery driver”)'],
			['a glorbish dog', 'at least one dog (“glorbish”)'],
		],
	},
	{
		name: 'on or over before another place is how it is',
		pattern: 'on +relation',
		effect: 'opens',
		examples: [
			['the oven is on in the kitchen', '“on in”'],
			['TV left on in the office', '“left on in”'],
		],
	},
	{
		name: 'a zone with more words to its name is another place',
		pattern:
			'relation* (article|definite)? zone +(thing|place|spot|number)|relation* (article|definite)? (unknown|state|thing|number|place|spot) (unknown|state|thing|number|place|spot)* zone',
		effect: 'narrows',
		examples: [
			['a car on the cobbles path', 'at least one car (“on the cobbles path”)'],
			['a car on the long cobbles', 'at least one car (“on the long cobbles”)'],
		],
	},
	{
		name: 'in a zone',
		pattern: 'relation* (article|definite)? weak* zone',
		effect: 'zone',
		examples: [
			['a car on the cobbles', 'at least one car in the zone “cobbles”'],
			['nobody near the cobbles', 'no person near the zone “cobbles”'],
			['the cobbles are empty', 'no person, animal or vehicle in the zone “cobbles”'],
		],
	},
	{
		name: 'where the camera looks',
		pattern: 'relation* (article|definite)? (unknown|state|weak|thing|number)* place place* number?',
		effect: 'place',
		examples: [
			['a person in my driveway', 'at least one person'],
			['someone at the door', 'at least one person'],
			['a bird by the pond', 'at least one bird'],
			['a horse in the paddock', 'at least one horse'],
			['someone in the alley behind the house', 'at least one person'],
			['a person on the roof', 'at least one person'],
			['any animals near the hen house', 'at least one animal'],
			['people on platform 9', 'at least one person'],
			['anyone in the server room', 'at least one person'],
			['the bus is at the stop', 'at least one bus'],
			['an animal in the snow', 'at least one animal'],
		],
	},
	{
		name: 'a small place',
		pattern: 'relation* (article|definite)? (unknown|state|weak|thing)* spot',
		effect: 'spot',
		examples: [
			['birds at the bird feeder', 'at least one bird'],
			['is the cat in the basket', 'at least one cat'],
			['bicycle is not in the rack', 'no bicycle (“in the rack”)'],
		],
	},
	{
		name: 'at something made of two words',
		pattern: 'relation (article|definite|number)? (state|unknown|weak)* thing +(thing|spot)',
		effect: 'narrows',
		examples: [
			['a cat in the dog bowl', 'at least one cat (“in the dog bowl”)'],
			['is there water in the dog bowl', '“water in the dog bowl”'],
		],
	},
	{
		name: 'on, in or next to another thing',
		pattern: 'relation (article|definite|number)? (state|unknown|weak)* thing',
		effect: 'touches',
		examples: [
			['two people at the table', 'at least 2 people at a dining table'],
			['a cat on the sofa', 'at least one cat at a couch'],
			['is the dog under the table', 'at least one dog at a dining table'],
			['a cat on the red couch', 'at least one cat (“on the red couch”) at a couch'],
			['the dog is not in its bed', 'no dog at a bed'],
		],
	},
	{
		name: 'a part of what somebody has',
		pattern: 'holding (article|definite|number)? (state|unknown|weak)* thing +(thing|spot|place|unknown)',
		effect: 'narrows',
		when: 'after',
		examples: [['someone opening a car door', 'at least one person (“opening a car door”)']],
	},
	{
		name: 'what somebody has',
		pattern: 'holding (article|definite|number)? (state|unknown|weak)* thing',
		effect: 'held',
		when: 'after',
		examples: [
			['someone carrying a suitcase', 'at least one person with a suitcase'],
			['a person riding a bicycle', 'at least one person with a bicycle'],
		],
	},
	{
		name: 'what somebody has, and the detector does not know',
		pattern: 'holding (article|definite|number)? (state|unknown|weak)* (place|spot)',
		effect: 'narrows',
		examples: [
			['someone carrying a box', 'at least one person (“carrying a box”)'],
			['woman pushing a pram', 'at least one person (“woman”, “pushing a pram”)'],
		],
	},
	{
		name: 'doing something with another thing that must be there too',
		pattern: 'weak (article|definite) thing',
		effect: 'held',
		when: 'after',
		examples: [['someone walking a dog', 'at least one person with a dog']],
	},
	{
		name: 'on or over without a place is how it is',
		pattern: 'on unknown unknown*',
		effect: 'opens',
		examples: [['the oven is on glorb', '“on glorb”']],
	},
	{
		name: 'near or with something it does not know',
		pattern: '(relation|holding) (article|definite|number)* (unknown|state|weak|self) (unknown|state|weak)*',
		effect: 'narrows',
		examples: [
			['a person near the fire', 'at least one person (“near the fire”)'],
			['when a person is carrying a parcel', 'at least one person (“carrying a parcel”)'],
		],
	},
	{
		name: 'how it is or what it does',
		pattern:
			'(state|holding) relation* (article|definite|number)? (unknown|state|weak|relation|definite)* (thing|place|spot)? number?',
		effect: 'narrows',
		examples: [
			['a person wearing red', 'at least one person (“wearing red”)'],
			['the dog is eating', 'at least one dog (“eating”)'],
			['a person lying on the floor', 'at least one person (“lying on the floor”)'],
			['person climbing over the fence', 'at least one person (“climbing over the fence”)'],
			['dog off the leash in the park', 'at least one dog (“off the leash in the park”)'],
			['laptop is open', 'at least one laptop (“open”)'],
			['two people hugging', 'at least 2 people (“hugging”)'],
			['somebody looking into my window', 'at least one person (“looking into my window”)'],
			['a person on a bench reading', 'at least one person (“reading”) at a bench'],
			['a truck is docked at bay 2', 'at least one truck (“docked at bay 2”)'],
			['a car is blocking the gate', 'at least one car (“blocking the gate”)'],
		],
	},
	{
		name: 'the customer',
		pattern: 'self',
		effect: 'narrows',
		examples: [
			['a person, but not me', 'at least one person and not “me”'],
			["is there a car in my parking spot that isn't mine", 'at least one car and not “mine”'],
		],
	},
	{
		name: 'not there',
		pattern: 'gone',
		effect: 'gone',
		examples: [
			['my car is gone', 'no car'],
			['when the bike is missing', 'no bicycle'],
		],
	},
	{
		name: 'empty',
		pattern: '(weak|state)* empty',
		effect: 'empty',
		examples: [
			['is the driveway empty', 'no person, animal or vehicle'],
			['is the bench empty', 'at least one bench and no person, animal or vehicle at a bench'],
			['the parking space is free', 'no vehicle'],
			['is the bird feeder empty', '“bird feeder empty”'],
			['the room is not empty', 'at least one person, animal or vehicle'],
		],
	},
	{
		name: 'parked, standing, waiting',
		pattern: 'weak',
		effect: 'passed over',
		examples: [
			['a car is parked', 'at least one car'],
			['are people waiting at the stop', 'at least one person'],
			['is anyone sitting there', 'at least one person'],
		],
	},
	{
		name: 'another thing that must be there too',
		pattern: '(article|definite|number|quantity)* thing bound?',
		effect: 'subject',
		when: 'after',
		examples: [['a person has a dog', 'at least one person and at least one dog']],
	},
	{
		name: 'what something has, and how many',
		pattern: 'link (number|quantity) (state|unknown|weak)* thing',
		effect: 'subject',
		when: 'after',
		examples: [['the bench has two people', 'at least one bench and at least 2 people']],
	},
	{
		name: 'how many, said last',
		pattern: 'link? (quantity|bound)|link number',
		effect: 'counts',
		when: 'after',
		examples: [
			['the number of people is 5', 'at least 5 people'],
			['alert when people > 5', 'at least 6 people'],
			['the number of people is greater than 5', 'at least 6 people'],
		],
	},
	{
		name: 'how many of what was named before',
		pattern: 'quantity|number',
		effect: 'counts',
		when: 'before',
		examples: [['count the cars and email me if there are more than 3', 'at least 4 cars']],
	},
	{
		name: 'on or over alone is how it is',
		pattern: 'on',
		effect: 'opens',
		examples: [
			['is the oven on', '“on”'],
			['tv is on', '“on”'],
		],
	},
	{
		name: 'words between the others',
		pattern: 'link|article|definite|clause|relation',
		effect: 'nothing',
		examples: [['there is a person who is there', 'at least one person']],
	},
	{
		name: 'what one picture cannot show, or nobody taught it',
		pattern:
			'(unknown|change|number|quantity|bound) (unknown|change|number)* (article|definite)? (place|spot)?',
		effect: 'opens',
		examples: [
			['baby is out of the crib', '“baby”, “out of the crib”'],
			['the dog has escaped', '“escaped”'],
			['bike stolen', '“stolen”'],
			['if the car leaves', '“leaves”'],
			['grandpa has not got up', '“grandpa”, “got up”'],
			['fox in the garden', '“fox”'],
			['if it is raining', '“raining”'],
			['person florping', '“person florping”'],
		],
	},
];
