/**
 * The role of words in a prompt about a picture. To teach the model a word, add it to the right list here, or to lexicon.ts
 * if it names a thing. A word in no list is unknown to the model: the answer names it, and it never leads to a verdict.
 */
export const VOCABULARY = {
	/** Adds nothing to the meaning: that something can be seen, that it is there, and so on. */
	filler: `
		am, do, does, did, will, would, shall, should, can, could, may, might, must, here, it, they, them, he, him,
		she, you, i, we, whom, of, please, currently, now, right now, right, also, too, even, still, already, ever, yet,
		actually, really, literally, simply, simultaneously, longer, see, sees, seen, seeing, spot, spots, spotted, notice, notices, noticed, find, finds, found,
		detect, detects, detected, show, shows, showing, shown, look, looks, looking, contain, contains, containing, include,
		includes, including, visible, present, appear, appears, appeared, appearing, arrive, arrives, arrived, arriving, come,
		comes, came, coming, come up, comes up, came up, coming up, enter, enters, entered, entering, exist, exists, pass, passes, passed, past,
		approach, approaches, approached, approaching, get, gets, picture, pictures, image, images, photo, photos,
		photograph, frame, view, scene, the shot, in shot, capture, captures, captured, camera, cameras, snapshot, video, camera feed, video feed, live feed, the feed, footage,
		sight, anywhere, somewhere, around, nearby, then, so, such, as, for, kind of, kinds of, type of, types of,
		sort of, true, case, moment, soon, again, make sure, both, either, example, presence, sign, signs, number of, number, count,
		amount, total, total of, there, at the same time, together, at once, show up, shows up, showed up, turn up, turns up, turned up,
		walk in, walks in, come in, comes in, came in, walks past, walk past, goes past, go past, drives past, drives by, drive by, driving by,
		driving past, passes by, pass by, passing by, walks by, walking by, goes by, go by, pulls up, pulls in, pull up, stops by, comes by,
		comes along, walking past, running past, comes home, come home, came home, up, down, by any chance, in the picture, in the image, in the photo,
		in view, in sight, in the frame, in frame, on camera, on the camera, on the picture, on site, in front, of all, any time, anytime, immediately, asap, instantly, promptly, whether, if, when, whenever`,
	article: 'a, an, any, some',
	/** Before a thing that the customer knows. */
	definite: 'the, this, that, these, those, my, your, our, his, her, their, its',
	/** Between a subject and what is said about it. */
	link: 'is, are, was, were, be, been, being, has, have, had, who, which',
	not: 'no, not, never, neither, none, lacks, lacking, isnt, arent, dont',
	/** Not there. */
	gone: 'gone, absent, missing, away, nowhere to be seen, nowhere, not there, no longer there',
	/** About a place: no person, animal or vehicle is there. */
	empty: 'nothing, empty, vacant, deserted, unoccupied, clear, free',
	/** Makes almost no difference to whether something is there. It is ignored, and the answer says so. */
	weak: `
		parked, parking, parks, standing there, standing here, sitting there, sitting here, standing around, sitting around, standing, stands, stand, walking, walks, walk, waiting, waits, wait, waiting to cross, waiting to be let in,
		moving, moves, sitting, sits, sit, seated, passing, driving, drives, drive, crossing, crosses, going, goes, go,
		hanging around, hanging about, hanging, staying, stays, stay, whole, entire, real, single, live, actual, alive, loitering, lingering, wandering, wanders, roaming, roams`,
	/** The position of one thing relative to another; the detector judges it by whether their outlines overlap. */
	relation: `
		in, inside, into, within, at, near, beside, next to, close to, in front of, on top of, onto, upon, under, underneath, beneath,
		behind, above, below, against, across, across from, atop, by, outside of, around, alongside, along, from, to, through, towards,
		toward, outside, round the, round my, pulls into, pulling into, pull into, pulled into, sitting on, sitting in, sitting at, standing on, standing in, standing at, standing by, standing next to,
		left at, left under, left behind, left by, jumping on, jumps on, jumped on, on the edge of, at the edge of, in the middle of, at the back of, at the front of, on the side of, up to, off to, upstairs, downstairs, outdoors, indoors, out there, out front, out back, out in, out on, out at, home, at home`,
	/** The same; but with no word after it, it means that something is switched on or finished. */
	on: 'on, over, left on',
	/** How a person has something. */
	holding: `
		riding, rides, holding, holds, carrying, carries, pushing, pushes, pulling, pulls, using, uses, touching, touches, walking with, accompanied by,
		playing with, opening, reading, typing on`,
	/** The detector cannot judge it. It describes a thing, so it can only be true if the thing is there. */
	state: `
		red, blue, green, yellow, black, white, grey, gray, brown, pink, purple, silver, golden, beige, dark, bright, coloured, colored,
		big, small, large, little, tiny, huge, tall, short, long, old, young, elderly, fat, thin, pregnant, drunk, injured, hurt, sick, ill, dead,
		unknown, unfamiliar, suspicious, strange, familiar, aggressive, dangerous, wild, stray, lost-looking, wet, dirty, clean, muddy, broken, damaged, dented, rusty,
		open, opened, closed, shut, locked, unlocked, lit, full, half full, hot, cold, warm, asleep, awake, alone, naked, masked, armed, hooded, barefoot, bearded, bald,
		delivery, police, electric, rental, neighbouring, german, french, italian, heavy, wooden, plastic, loose, unleashed, chained, tied up, upside down,
		wearing, wears, dressed, eating, eats, drinking, drinks, sleeping, sleeps, lying, lies, laying, resting, playing, plays, running, runs, jumping, jumps,
		climbing, climbs, crawling, fighting, fights, hugging, kissing, talking, talks, shouting, screaming, crying, laughing, smiling, smoking, vaping, dancing, dances,
		swimming, swims, diving, drowning, bathing, washing, cleaning, cooking, working, works, studying, reading a, writing, typing, sneezing, coughing, limping, falling,
		stealing, breaking, breaking in, breaking into, digging, barking, barks, biting, bites, chewing, chews, scratching, peeing, pooping, urinating, grazing, hunting, chasing, chases,
		flying, flies, swooping, nesting, feeding, feeds, petting, hiding, hides, peeking, staring, waving, pointing, ringing, knocking, delivering, delivers, loading, unloading,
		blocking, blocks, speeding, reversing, turning, turns, burning, burns, leaking, leaks, smoking heavily, moored, docked, towed, charging, idling, honking, overtaking,
		fishing, painting, mowing, gardening, weeding, watering, kneeling, bending, leaning, squatting, crouching, exercising, praying, singing, photographing, filming, recording,
		shopping, queuing, queueing, paying, entering illegally, trespassing, off, facing, touching each other, close together, in a hurry, in pain, in trouble, in danger, in distress, in uniform,
		on a lead, on a leash, on the lead, on the leash, on lead, on leash, on fire, on guard, on duty, unattended, abandoned, available, unaccompanied, unsupervised, left alone, at the wheel,
		after closing time, after closing, after hours, outside opening hours, outside business hours, outside working hours, out of hours, during opening hours,
		during business hours, during working hours, before opening, before opening time, like, looking like, called, named, in a suit, in a hat, in black, in red, in blue, in white, in a hi vis vest, in a vest, in a uniform, in a hoodie, in a mask,
		by itself, by himself, by herself, by themselves, on its own, on his own, on her own, on their own, else, standing up, stands up, stand up,
		sitting up, sits up, standing still, sitting still,
		between, other, another, next, new, first, second, third, fourth, fifth, last, further, extra, look at the camera, looks at the camera, looking at the camera, on the phone,
		on the left, on the right, to the left, to the right, on the left side, on the right side, on the left hand side, on the right hand side, left side, right side,
		in the corner, in the middle, in the centre, in the center, in the background, in the foreground, at the top, at the bottom,
		in it, on it, inside it, under it, next to it, near it, too close to, too close, too near to, too near, bus lane, bike lane, cycle lane, bike path, cycle path, fire lane, disabled bay, disabled space`,
	/** The detector cannot judge it, and it may be true of a thing that is not there: one picture cannot show that something left or changed. */
	change: `
		leave, leaves, leaving, left, disappear, disappears, disappeared, vanish, vanished, change, changes, changed, changing, stop, stops,
		stopped, more, less, fewer, than, most, least, same, everyone, everybody, everything, all, every, each, except, besides, stolen, taken, escaped, escapes, escape,
		moved, removed, lost, fallen, fell, knocked, tipped, spilled, out, out of, outgoing, get up, gets up, got up, woken, wakes, wake, finished, done, started, begun, ran, run away, runs away, ran away,
		about to, going to, nothing but, nobody but, nobody except, only, just, almost, nearly, usually, normally, often, twice, after, before, until, since, while, during,
		longer than, for more, too long, too many, too few, enough, how, why, what, where, whose, instead, unlike, how long, get, got, becomes, become, turned, back, returned, returns, return,
		been here, been there, been in, been inside, been at, been on, been to, been outside, been by, should not, should not be, ought not, supposed, allowed, hardly, barely, scarcely, quite,
		everything but, everyone but, everybody but, all but, none but, toy, fake, inflatable, stuffed, cardboard, lego, rocking horse, clothes horse, wheel chair, paper plane,
		feed, fed, mobile home, mobile homes, rubbish bag, rubbish bags, bin bag, bin bags, trash bag, trash bags, garbage bag, garbage bags, sleeping bag, shopping bag, plastic bag, plastic bags, paper bag, paper bags, hot water bottle,
		dog food, cat food, seconds, minute, minutes, hours, room for, space for, place for, spot for, e scooter, electric scooter, kick scooter, mobility scooter, e scooters, electric scooters, kick scooters, mobility scooters, kein, keine, keinen, ohne, geen, zonder, pas, aucun, aucune, sans, ningún, ninguna, sin, nessun, nessuna, senza, nenhum, nenhuma, sem, ingen, inget, bez, brak, żaden, jet ski, jet skis, forklift truck, pallet truck, hand truck, sack truck, wrong, opposite`,
	/** The customer, whom the detector does not know. */
	self: 'me, myself, mine, us, ourselves, yours, ours, hers, theirs, one of us, known to me, i know',
	/** Places that a camera looks at. The detector does not know them: the whole picture counts as the place. */
	place: `
		driveway, drive, yard, backyard, back yard, front yard, frontyard, side yard, garden, back garden, front garden, porch, front porch, back porch, patio, terrace, balcony, deck,
		veranda, verandah, lawn, grass, door, front door, back door, side door, garage door, doorway, doorstep, doormat, entrance, entry, entryway, exit, gate, front gate, garden gate, fence, hedge, wall,
		garage, carport, house, building, property, premises, estate, farm, farmyard, street, road, lane, alley, alleyway, avenue, highway, motorway, roundabout, junction, intersection,
		crossing, crosswalk, zebra crossing, pavement, sidewalk, kerb, curb, path, pathway, footpath, trail, track, tracks, bridge, tunnel, park, parking lot, parking space, parking spot, parking bay, parking place,
		parking, car park, carpark, loading dock, loading bay, loading zone, bay, kitchen, room, living room, sitting room, dining room, meeting room, conference room, waiting room, server room, storage room,
		stockroom, guest room, bedroom, bathroom, toilet, restroom, shower, laundry, laundry room, basement, cellar, attic, loft, office, study, hall, hallway, corridor, landing, stairs, stairwell, staircase, stairway,
		lobby, foyer, reception, lounge, nursery, playroom, classroom, school, playground, schoolyard, gym, church, library, museum, hospital, clinic, ward, shop, store, supermarket, market, aisle, checkout, till, queue, line,
		counter, register, cash register, beehive, beehives, waterhole, bar, cafe, restaurant, warehouse, factory, workshop, workplace, plant room, barn, stable, stables, field, meadow, pasture, paddock, pen, orchard, vineyard, greenhouse, allotment, vegetable patch,
		flower bed, flowerbed, bushes, bush, tree, trees, woods, forest, hill, mountain, valley, cliff, river, stream, creek, canal, lake, pond, pool, swimming pool, poolside, hot tub, fountain, sea, water, waterfront,
		shore, shoreline, beach, sand, snow, mud, harbour, harbor, marina, jetty, pier, dock, quay, wharf, slipway, airport, runway, hangar, bus stop, stop, taxi rank, taxi stand, hot dog stand, station, train station, platform, railway, level crossing,
		roof, rooftop, chimney, gutter, window, windows, windowsill, window sill, ledge, front, back, side, area, zone, place, space, spot, corner, floor, ground, ramp, courtyard, square, plaza, site, building site,
		construction site, desk, shed, garden shed, hut, cabin, cottage, tent, campsite, camp, caravan park, trailer park, cemetery, step, steps, front step, front steps, camera view,
		neighbourhood, neighborhood, village, town, city, sky, hive, arena, stadium, pitch, court, tennis court, football pitch, golf course, racetrack, ski slope, slope, piste, rink, stage,
		henhouse, hen house, chicken run, cat flap, dog run, lift, elevator, escalator, atm, petrol station, gas station, pump, border, perimeter, entrance hall, mudroom, conservatory, drive way, work,
		worktop, countertop, compound, mall, sauna, spa, gazebo, decking, pergola, bungalow, hayloft, stockyard, parlour, vestibule, pantry, larder, canteen, showroom, forecourt, hotel, motel, pub,
		bakery, pharmacy, kiosk, gallery, auditorium, theatre, theater, cinema, temple, mosque, chapel, campus, college, university, dormitory, lab, laboratory, studio, cloakroom, closet, sunroom,
		swamp, marsh, dunes, cove, island, embankment, verge, layby, lay by, underpass, terminal, checkpoint, guardhouse, gatehouse, storefront, shopfront, archway, passage, passageway, gangway, mezzanine, atrium,
		apartment, condo, villa, farmhouse, ranch, corral, stalls, pigsty, cowshed, boathouse, pontoon, berth, weir, skate park, skatepark, clubhouse, bandstand, quarry, grove, hedgerow, promenade, boardwalk,
		marketplace, fairground, showground, campground, lodge, chalet, treehouse, airfield, taxiway, railings, riverbank, lakeside, seafront, sill, stoop, portico, maize, wheat, crops, gravel, my land, our land,
		garages, apron, changing room, changing rooms, churchyard, graveyard, weighbridge, enclosure, lot, godown`,
	/** Small places and containers: something may be there, but the detector cannot judge whether they are empty or full. */
	spot: `
		feeder, bird feeder, birdhouse, bird house, bird box, nest box, nest, bath, bird bath, birdbath, crib, cot, cradle, pram, pushchair, stroller, playpen, kennel, dog house, doghouse, coop, chicken coop, cage, aquarium, hutch,
		basket, dog basket, rack, bike rack, shelf, cupboard, wardrobe, letterbox, letter box, mailbox, mail box, postbox, box, litter box, bin, trailer, trap, bowl, trough, hammock, swing, trampoline, sandpit, sandbox, mat, rug, carpet, pillow, blanket, crate, pet carrier, bath tub, bathtub, pool table,
		bins, dumpster, trash can, trash cans, dustbin, dustbins, bookshelf, workbench, stall, booth, fireplace`,
} as const;

export type WordClass = keyof typeof VOCABULARY;

/** Which side of a fence somebody is on takes more than outlines; "at the fence" is a place like any other. */
const SIDES =
	'outside, outside of, inside, within, over, across, beyond, behind, past, through, crossing, crosses, crossed';
const BORDERS = 'fence, hedge, wall, gate, border, perimeter, boundary, line, railing, barrier';

const CLASSES = new Map<string, WordClass>();
for (const side of SIDES.split(', ')) {
	for (const border of BORDERS.split(', ')) {
		for (const article of ['', 'the ', 'my ', 'our ']) CLASSES.set(`${side} ${article}${border}`, 'state');
	}
}
const PLACES = new Set<string>();
for (const [name, words] of Object.entries(VOCABULARY)) {
	for (const phrase of words.split(',')) {
		const known = phrase.trim().replaceAll(/\s+/g, ' ');
		if (!CLASSES.has(known)) CLASSES.set(known, name as WordClass);
		if (name === 'place') PLACES.add(known);
	}
}
/** How long the phrases that begin with a word are at most. */
const LENGTHS = new Map<string, number>();
for (const phrase of CLASSES.keys()) {
	const [first = '', ...rest] = phrase.split(' ');
	LENGTHS.set(first, Math.max(LENGTHS.get(first) ?? 0, rest.length + 1));
}

/** The role of the longest known phrase that begins at `at`. */
export function classOf(words: readonly string[], at: number): { is: WordClass; length: number } | null {
	const longest = LENGTHS.get(words[at] ?? '') ?? 0;
	for (let length = Math.min(longest, words.length - at); length > 0; length--) {
		const phrase = words.slice(at, at + length).join(' ');
		const is = CLASSES.get(phrase);
		// "The stop", "my drive", "the back": after an article it is a place.
		if (is && PLACES.has(phrase) && /^(?:the|a|my|our|your)$/.test(words[at - 1] ?? '')) {
			return { is: 'place', length };
		}
		if (is) return { is, length };
	}
	return null;
}
