/** The words of a prompt in lower case; a mark that divides clauses is a word of its own. */
export function tokenise(prompt: string): string[] {
	const plain = prompt
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\u2018\u2019\u02bc`]/g, "'")
		.replace(/&/g, ' and ')
		.replace(/\bat all\b|\bany ?more\b/g, ' ')
		.replace(/>=|≥/g, ' at least ')
		.replace(/<=|≤/g, ' at most ')
		.replace(/>/g, ' more than ')
		.replace(/</g, ' fewer than ')
		.replace(/==?/g, ' exactly ')
		.replace(/\bas well as\b/g, ' and ')
		.replace(/\bno[ -]one\b/g, 'nobody')
		.replace(/\b(?:in front of|next to|close to|on top of)\b/g, 'beside')
		.replace(/(?<=\p{L})\/(?=\p{L})/gu, ' or ')
		.replace(/\bcan't\b|\bcannot\b/g, 'can not')
		.replace(/\bwon't\b/g, 'will not')
		.replace(/\b(\p{L}+)n't\b/gu, '$1 not')
		.replace(/\b(there|it|he|she|that|what|who|here|someone|somebody|nobody|anyone|one)'s\b/g, '$1 is')
		.replace(/\b(there|they|you|we)'re\b/g, '$1 are')
		.replace(/'s\b/g, '');
	return plain.match(/\d+(?:[.,]\d+)?|\p{L}[\p{L}\p{M}]*|[.,;:!?\n]/gu) ?? [];
}

const set = (words: string) => new Set(words.trim().split(/\s+/));

export const ARTICLES = set('a an the this that these those any some');
/** What stands between a subject and what is said of it. */
export const LINKS = set('is are was were be been being has have had who which that');

/** Words that carry nothing for a picture: that something is to be seen, that it is there, and the like. */
export const EMPTY_WORDS = set(`
	am do does did will would shall should can could may might must there here it its they them he him she her you i me
	mine we us whom of please just currently now right also too even still already ever yet actually really at longer see
	sees seen seeing spot spots spotted notice notices noticed find finds found detect detects detected show shows
	showing shown look looks looking contain contains containing include includes including visible present appear
	appears appeared appearing arrive arrives arrived arriving come comes came coming up by enter enters entered
	entering exist exists pass passes passed past approach approaches approaching turn turns get gets got picture
	pictures image images photo photos photograph frame view scene shot capture captures captured camera cameras
	snapshot video feed footage sight anywhere somewhere around outside out inside in into within on onto from to
	through whether if when whenever while where then else only so such as for kind kinds type types sort sorts true
	case moment soon once again make makes sure both either example presence sign signs number count amount total alert
	notify about watch check`);

/** Places a camera is put up to look at. The detector knows none of them: the whole picture stands for the place. */
export const PLACES = set(`
	driveway drive yard backyard frontyard garden porch patio terrace balcony deck lawn door doorway doorstep entrance
	entry gate fence garage carport house home building property premises street road lane pavement sidewalk path
	pathway footpath park parking lot space carpark kitchen room living bedroom bathroom office hall hallway corridor
	stairs staircase lobby shop store warehouse barn stable field pool poolside beach pier dock front back side area
	zone place floor ground lounge nursery classroom school ramp courtyard square platform station site window windows
	counter desk cot crib kennel coop shed step steps background foreground
	feeder birdhouse nest bath`);

/** Passed over in a description, and said to be: they hardly change whether something is there. */
export const PASSED_OVER = set(`
	delivery parked standing stands stand walking walks walk waiting waits wait parks moving moves sitting sits sit big small
	large little tall short other another next stray passing wandering roaming my your our his their hanging staying
	stays stay nearby close together whole entire real single`);

/** How two things stand to each other; the detector judges it by whether their outlines meet. */
export const RELATIONS = set(`
	on onto upon in inside into under underneath beneath behind over above below beside near against riding holding
	carrying pushing pulling using touching wearing eating chewing along across atop jumping climbing`);

export const NEGATIONS = set('no not never neither none nor gone absent missing lacks lacking');
/** One picture cannot show that something went or changed. */
export const CHANGES = set(`
	leave leaves leaving left disappear disappears disappeared vanish vanished change changes changed changing stop stops
	stopped more less fewer than most same everyone everybody all every each except`);
/** Said of a place: nobody and nothing that comes and goes is there. */
export const NOTHING = set('nothing empty vacant deserted unoccupied clear free');

// biome-ignore format: a list of names
const NUMBERS: Record<string, number> = {
	zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11,
	twelve: 12, fifteen: 15, twenty: 20, thirty: 30, fifty: 50, hundred: 100,
};

/** A whole number in digits or as a word. */
export function numberIn(word: string | undefined): number | null {
	if (word === undefined) return null;
	if (/^\d{1,6}$/.test(word)) return Number(word);
	return Object.hasOwn(NUMBERS, word) ? (NUMBERS[word] ?? null) : null;
}
