import type { Zone } from '@watchword/contract/zone';
import type { Surroundings } from '../../../../ports.ts';
import type { Where } from '../sight/zones.ts';
import { numberIn, tokenise } from '../words.ts';
import { type Hours, readHours } from './hours.ts';
import { JOINTS, type Joint } from './joints.ts';
import { lookUp, type Meaning } from './lexicon.ts';
import { readOther } from './other-than.ts';
import { partAt } from './picture-parts.ts';
import { type Quantity, rangeAt, readBound, readQuantity } from './quantity.ts';
import { classOf, type WordClass } from './vocabulary.ts';
import { endsThing, isAbsent, isLeftOver, isLooseRange, LINKS, onlyAt, thingBefore } from './word-senses.ts';
import { markedAt } from './written-mark.ts';

/** The role of a group of words in a condition. Words without a role make no item. */
export type Item = { from: number; to: number; words: string } & (
	| { is: 'thing'; meaning: Meaning; reading: string | null }
	| { is: 'quantity' | 'number'; quantity: Quantity }
	| { is: 'bound'; bound: 'least' | 'most' | 'exact' }
	| { is: 'time'; hours: Hours }
	| { is: 'joint'; joint: Joint }
	| { is: 'zone'; where: Where }
	/** A condition on what is written, which was read before; by its number. */
	| { is: 'written'; index: number }
	| { is: 'unknown' | 'clause' | Exclude<WordClass, 'filler'> }
);

const PERSON: Meaning = { label: 'person', kinds: ['person'], plural: false, said: 'nobody' };

/** Words that have a meaning at one camera alone. */
export interface Known {
	/** What the device's description names. */
	places: ReadonlySet<string>;
	/** The longest names first. */
	zones: readonly ZoneName[];
}

interface ZoneName {
	words: string[];
	/** Null if it was removed. */
	zone: Zone | null;
	/** Why the name alone must not decide anything; null if it may. */
	trouble: string | null;
	/** The name is also an everyday word: it is the zone only beside the word "zone". */
	isCommon: boolean;
}

const NOTHING_KNOWN: Known = { places: new Set(), zones: [] };

export function knownOf({ device = '', zones = [], removedZones = [] }: Surroundings): Known {
	const drawn = zones.map((zone): ZoneName => {
		const words = tokenise(zone.name);
		const meaning = ownMeaning(words);
		const trouble =
			zone.use === 'never'
				? 'a zone where it never looks'
				: meaning === 'other'
					? 'a word it knows, and a zone; say “the zone” before it'
					: null;
		return { words, zone, trouble, isCommon: meaning === 'common' };
	});
	const removed = removedZones.map(
		(name): ZoneName => ({
			words: tokenise(name),
			zone: null,
			trouble: 'a zone that was removed',
			isCommon: ownMeaning(tokenise(name)) === 'common',
		}),
	);
	const named = [...drawn, ...removed].filter(({ words }) => words.length > 0);
	return { places: placesIn(device), zones: named.sort((a, b) => b.words.length - a.words.length) };
}

/** What a name would be if it were no zone: a place, another thing that the model knows, or a word without its own meaning. */
function ownMeaning(words: string[]): 'place' | 'other' | 'common' {
	const items = toItems(words);
	if (items.some(({ is }) => ['unknown', 'place', 'spot'].includes(is))) return 'place';
	const things = items.filter(({ is }) => is === 'thing');
	if (things.length > 1 && things.length === items.length) return 'place';
	const isCommon = items.every(({ is }) =>
		['article', 'definite', 'link', 'not', 'relation', 'on', 'joint', 'clause'].includes(is),
	);
	return isCommon ? 'common' : 'other';
}

/** The words of a device's description that nobody taught the model: they name what the camera looks at. */
function placesIn(description: string): ReadonlySet<string> {
	const words = tokenise(description.slice(0, 200));
	return new Set(
		toItems(words).flatMap(({ is, words }) => (is === 'unknown' && words.length > 2 ? [words] : [])),
	);
}

/** Reads words into items, from left to right, the longest first. */
export function toItems(words: readonly string[], { places, zones }: Known = NOTHING_KNOWN): Item[] {
	const items: Item[] = [];
	const named = zones.length > 0 ? words.map((_, at) => zoneAt(words, at, zones)) : [];
	let at = 0;
	while (at < words.length) {
		const from = at;
		const zone = named[at];
		if (zone) {
			at += zone.length;
			items.push({ ...zone.item, from, to: at });
			continue;
		}
		// No phrase reaches into the name of a zone: "in the corner" where a zone is called corner.
		const next = named.findIndex((zone, index) => zone && index > at);
		const [taken, ...read] = readAt(next < 0 ? words : words.slice(0, next), at);
		at += taken;
		const said = words.slice(from, at).join(' ');
		for (const item of read) {
			const place = item.is === 'unknown' && places.has(said) ? ({ is: 'place' } as const) : item;
			items.push({ ...place, from, to: from + taken, words: said });
		}
	}
	return items;
}

export const objectsIn = (words: readonly string[], known: Known) =>
	toItems(words, known).flatMap((item) => (item.is === 'thing' ? [item.meaning] : []));

export const zonesIn = (words: readonly string[], known: Known) =>
	toItems(words, known).flatMap((item) => (item.is === 'zone' ? [item.where] : []));

/** The zone that is named at a word. The word "zone" beside a name makes sure that it is meant. */
function zoneAt(
	words: readonly string[],
	at: number,
	zones: readonly ZoneName[],
): { length: number; item: DistributiveOmit<Item, 'from' | 'to'> } | null {
	const unknown = (said: string, length: number) => ({
		length,
		item: { is: 'unknown' as const, words: said },
	});
	const before = words[at] === 'zone' ? 1 : 0;
	for (const { words: name, zone, trouble, isCommon } of zones) {
		const starts = [at, ...(before ? [at + 1] : [])].filter((start) =>
			name.every((word, index) => words[start + index] === word),
		);
		const start = starts.at(-1);
		if (start === undefined) continue;
		const end = start + name.length;
		const after = words[end] === 'zone' || words[end] === 'area' ? 1 : 0;
		const isSaid = start > at || words[end] === 'zone';
		if (isCommon && !isSaid) continue;
		const said = words.slice(at, end + after).join(' ');
		const length = end + after - at;
		if (!zone || zone.use === 'never' || (trouble && !isSaid)) return unknown(`${said} (${trouble})`, length);
		const side = sideOf(words.slice(Math.max(0, at - 4), at));
		return side
			? { length, item: { is: 'zone', where: { zone, side }, words: said } }
			: unknown(said, length);
	}
	const next = words[at + 1] ?? '';
	const isName = /^(?:\d+|\p{L})$/u.test(next) || toItems([next])[0]?.is === 'unknown';
	return before && isName ? unknown(`zone ${next} (there is no such zone)`, 2) : null;
}

/** How the words before a zone relate to it; null if outlines cannot show it, such as "behind". */
function sideOf(before: readonly string[]): Where['side'] | null {
	const words = before.join(' ').replace(/(?:^| )(?:the|a|an|my|our|your|this|that)$/, '');
	if (/(?:^| )outside(?: of)?$/.test(words)) return 'outside';
	if (
		/(?:^| )(?:at|near|beside|next to|close to|by|around|alongside|against|past|approach(?:es|ed|ing)?)$/.test(
			words,
		)
	)
		return 'near';
	if (
		/(?:^| )(?:in|inside|into|within|on|onto|upon|on top of|through|across|along|from|over|up|down)$/.test(
			words,
		)
	)
		return 'in';
	const last = words.split(' ').at(-1) ?? '';
	const [item] = toItems(last ? [last] : []);
	return item?.is === 'relation' || item?.is === 'on' || last === 'of' ? null : 'in';
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An item without its place; distributes over the union. */
type Bare<T> = T extends unknown ? Omit<T, 'from' | 'to' | 'words'> : never;

function readAt(words: readonly string[], at: number): [taken: number, ...Bare<Item>[]] {
	const word = words[at] ?? '';
	const next = words[at + 1] ?? '';
	const known = classOf(words, at);
	const index = markedAt(word);
	if (index !== null) return [1, { is: 'written', index }];

	if (word === 'there' && /^(?:is|are|was|were|be|will|has|have)$/.test(next)) return [1, { is: 'clause' }];
	if (word === 'among' && next === 'them') return [2, { is: 'clause' }];
	if (word === 'if' || word === 'when' || word === 'whenever') return [1, { is: 'clause' }];
	if (word === 'nobody' && known === null) return [1, { is: 'not' }, nobody];
	// "The neighbour's car": whose it is, nobody can see.
	if (word.endsWith("'s")) return [1, { is: 'state' }];
	if (ABOUT.test(word) && wordsNumber(next)) return [1, { is: 'change' }];
	if (/^(?:only|just)$/.test(word) && (readHours(words, at + 1) || partAt(words, at + 1))) return [1];
	// "A person is down" is the question; "comes down the path" is not.
	if (word === 'down' && BE.test(words[at - 1] ?? '')) return [1, { is: 'state' }];
	// "Is the clock right".
	if (word === 'right' && (next === '' || next === ',') && endsThing(words, at)) return [1, { is: 'state' }];
	// "The right lane" is one of several; "right at the door" says nothing.
	if (word === 'right' && (OWNED.test(words[at - 1] ?? '') || next === 'lane')) return [1, { is: 'state' }];
	// "A queue at the checkout" is made of people; "in the queue" is a place.
	if (word === 'queue' && /^(?:an?|any|no|long)$/.test(words[at - 1] ?? '') && next !== 'of')
		return [1, { is: 'thing', meaning: { ...PERSON, said: word, least: 2, narrow: true }, reading: null }];
	// "A dog or any other animal".
	if (word === 'other' && words[at - 1] === 'any' && words[at - 2] === 'or') return [1];
	// "All benches are free", "every seat is empty": the same as "the benches are free".
	if (/^(?:all|every|each)$/.test(word) && !words.includes('not') && words.slice(at).some(isEmptyWord))
		return [1];
	// "Animals including dogs": whether there must be some, nobody can say.
	if (word === 'including' && endsThing(words, at)) return [1, { is: 'state' }];
	// "Somebody over at the gate".
	if (word === 'over' && /^(?:at|by|in|near|there)$/.test(next)) return [1];
	// The camera sees things; what a dog sees, it cannot tell.
	if (PERCEIVES.test(word) && endsThing(words, at)) return [1, { is: 'change' }];
	// "Looking into the car" is what somebody does.
	const isSeen = known?.is === 'filler' && (endsThing(words, at) || LINKS.test(words[at - 1] ?? ''));
	if (isSeen && LOOKS.test(word) && LOOKS_AT.test(next)) return [1, { is: 'state' }];
	// "An umbrella stand", "a bed frame": the two words name another thing.
	if (MADE_OF_TWO.test(word) && thingBefore(words, at)?.plural === false && !VERB_TAIL.test(next))
		return [1, { is: 'spot' }];
	// A cake left in the kitchen is still there; a car that left is not.
	if (word === 'left' && isLeftOver(words, at)) return [1];
	// "The TV is showing football" is no ball.
	if (
		isSeen &&
		known?.length === 1 &&
		SHOWS.test(word) &&
		words.slice(0, at).some((_, index) => lookUp(words, index))
	)
		return [1, { is: 'change' }];
	// "The bus is number 42".
	if (word === 'number' && numberIn(next) !== null) return [2, { is: 'unknown' }];
	// "Robin is at the door" may be somebody's name.
	if (
		NAMES.test(word) &&
		!/^(?:a|an|any|some|the|my|our|no|one|another|that|this)$/.test(words[at - 1] ?? '')
	)
		return [1, { is: 'unknown' }];
	// "Has there been a car", "has anyone been here" ask about the past.
	if (word === 'been' && words[at - 1] === 'there') return [1, { is: 'change' }];
	if (word === 'been' && /^(?:|,|yet|already|today)$/.test(next)) return [1, { is: 'change' }];
	if (known?.is === 'gone' && !isAbsent(words, at)) return [known.length, { is: 'change' }];
	const part = partAt(words, at);
	if (part)
		return part.where
			? [part.length, { is: 'relation' }, { is: 'zone', where: part.where }]
			: [part.length, { is: 'state' }];
	const other = readOther(words, at);
	if (other) return [other.length, { is: 'thing', meaning: other.meaning, reading: null }];
	if (known?.is === 'empty' && next === 'of') return [2, { is: 'not' }];

	const time = readHours(words, at);
	// "Fewer than this morning" compares.
	if (time && words[at - 1] === 'than') return [time.length, { is: 'change' }];
	if (time) return [time.length, { is: 'time', hours: time.hours }];
	if (isLooseRange(words, at)) return [rangeAt(words, at)?.length ?? 1, { is: 'change' }];
	const bound = readBound(words, at) ?? onlyAt(words, at);
	const quantity = readQuantity(words, at);
	if (quantity) {
		return [
			quantity.length,
			{ is: quantity.quantity.bare ? 'number' : 'quantity', quantity: quantity.quantity },
		];
	}
	if (bound) return [bound.length, { is: 'bound', bound: bound.bound }];
	const found = lookUp(words, at);
	if (found && found.length >= (known?.length ?? 0)) {
		const { meaning, length, reading } = found;
		// The mother of a lamb is no person.
		if (/^(?:its|their)$/.test(words[at - 1] ?? '') && KIN.test(word)) return [1, { is: 'unknown' }];
		// "Orange" before a thing is its colour.
		if (word === 'orange' && lookUp(words, at + 1)) return [1, { is: 'state' }];
		return [length, { is: 'thing', meaning, reading }];
	}
	if (word === 'without') return [1, { is: 'joint', joint: 'with' }, { is: 'not' }];
	const joint = JOINTS.get(word);
	if (joint) return [1, { is: 'joint', joint }];
	if (known) return known.is === 'filler' ? [known.length] : [known.length, { is: known.is }];
	if (/^[^\p{L}\p{N}]$/u.test(word)) return [1];
	return [1, { is: 'unknown' }];
}

const NAMES = /^(?:robin|jay|raven|wren|drake|colt|birdie)$/;
const SHOWS = /^(?:shows|showing)$/;
const LOOKS = /^look(?:s|ing)?$/;
const LOOKS_AT = /^(?:at|in|into|inside|through|over|around|under|behind|for|out|back|up|down|towards?)$/;
const MADE_OF_TWO = /^(?:stand|case|frame|show|sign|pass|camera)$/;
/** What follows these words where they are verbs: "if a dog stand at the gate". */
const VERB_TAIL =
	/^(?:in|at|on|by|near|under|next|outside|inside|behind|beside|around|up|through|over|past|there|here|the|my|our|a|an|to)$/;

const isEmptyWord = (word: string) => /^(?:empty|free|vacant|unoccupied|deserted)$/.test(word);

const OWNED = /^(?:the|my|our|your|his|her|their)$/;
const BE = /^(?:is|are|was|were|be|been|lying|lies)$/;
const PERCEIVES = /^(?:sees|notices|spots|finds|detects)$/;

const KIN = /^(?:mother|father|mum|mom|dad|parent|baby|babies)s?$/;
/** "About 5" may be four or seven. */
const ABOUT = /^(?:about|around|approximately|approx|roughly|circa|some)$/;
const wordsNumber = (word: string) => (numberIn(word) ?? 0) > 1;

const nobody: Bare<Item> = { is: 'thing', meaning: PERSON, reading: null };
