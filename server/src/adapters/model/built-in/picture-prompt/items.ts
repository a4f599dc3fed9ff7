import type { Where } from '../sight/zones.ts';
import { numberIn } from '../words.ts';
import { type Hours, readHours } from './hours.ts';
import { COMING_AND_GOING, lookUp, type Meaning } from './lexicon.ts';
import { partAt } from './picture-parts.ts';
import { type Quantity, readBound, readQuantity } from './quantity.ts';
import { classOf, type WordClass } from './vocabulary.ts';
import { markedAt } from './written-mark.ts';
import { type Known, type ZoneWords, zoneAt } from './zone-names.ts';

export type Joint = 'and' | 'or' | 'but' | 'with' | 'comma' | 'unless';

/** What a group of words is in a condition. Words that add nothing make no item. */
export type Item = { words: string; from: number; to: number } & (
	| { is: 'thing'; meaning: Meaning; reading: string | null }
	| { is: 'amount'; quantity: Quantity }
	| { is: 'bound'; bound: 'least' | 'most' | 'exact' }
	| { is: 'hours'; hours: Hours }
	| { is: 'joint'; joint: Joint }
	| { is: 'zone'; where: Where }
	/** A condition on what is written in the picture, which was read before; by its number. */
	| { is: 'written'; index: number }
	/** `described`: the device's description names it. */
	| { is: 'place'; described?: true }
	/** `compound`: two words that name another thing together, such as "car keys". */
	| { is: 'except' | 'only' | 'who' | 'compound' | Role }
);
type Role = Exclude<WordClass, 'filler' | 'self' | 'place'> | 'unknown';

const NOTHING_KNOWN: Known = { places: new Set(), zones: [] };

/** Reads words into items, from left to right, the longest first. */
export function toItems(words: readonly string[], known: Known = NOTHING_KNOWN): Item[] {
	const items: Item[] = [];
	const zones =
		known.zones.length > 0 || words.includes('zone') ? words.map((_, at) => zoneAt(words, at, known)) : [];
	for (let at = 0; at < words.length; ) {
		const zone = zones[at];
		// No phrase reaches into the name of a zone: "in the corner" where a zone is called corner.
		const end = zones.findIndex((next, index) => next && index > at);
		const [length, ...read] = zone ? asItem(zone) : readAt(end < 0 ? words : words.slice(0, end), at);
		const said = zone && 'unknown' in zone ? zone.unknown : words.slice(at, at + length).join(' ');
		for (const item of read) {
			const place =
				item.is === 'unknown' && known.places.has(said) ? ({ is: 'place', described: true } as const) : item;
			items.push({ ...place, words: said, from: at, to: at + length } as Item);
		}
		at += length;
	}
	return compounds(items);
}

/** "Car keys", "the dog bed", "table 4": the second word makes it another thing. "A dog barking" is a dog. */
function compounds(items: Item[]): Item[] {
	const found: Item[] = [];
	for (const item of items) {
		const last = found.at(-1);
		const isName =
			item.is === 'amount'
				? item.quantity.bare && item.to - item.from === 1
				: ['thing', 'place', 'spot'].includes(item.is) ||
					(item.is === 'unknown' && !/(?:ing|ed)$/.test(item.words) && !item.words.endsWith("'s"));
		const isNext = last && last.to === item.from && (last.is === 'thing' || last.is === 'compound') && isName;
		if (!isNext) found.push(item);
		else
			found[found.length - 1] = {
				is: 'compound',
				words: `${last.words} ${item.words}`,
				from: last.from,
				to: item.to,
			};
	}
	return found;
}

export const thingsOf = (items: readonly Item[]) =>
	items.flatMap((item) => (item.is === 'thing' ? [item.meaning] : []));

export const zonesIn = (words: readonly string[], known: Known) =>
	toItems(words, known).flatMap((item) => (item.is === 'zone' ? [item.where] : []));

const asItem = (zone: ZoneWords): Taken => [
	zone.length,
	'where' in zone ? { is: 'zone', where: zone.where } : { is: 'unknown' },
];

/** An item without its place in the prompt. */
type Bare<T> = T extends unknown ? Omit<T, 'words' | 'from' | 'to'> : never;
type Taken = [length: number, ...Bare<Item>[]];

// biome-ignore format: a table
const JOINTS: Record<string, Joint> = {
	and: 'and', plus: 'and', or: 'or', nor: 'or', but: 'but', with: 'with', having: 'with', ',': 'comma', ':': 'comma', unless: 'unless',
};
const EXCEPT = /^(?:except(?: for)?|other than|besides|apart from)(?= )/;

function readAt(words: readonly string[], at: number): Taken {
	const word = words[at] ?? '';
	const next = words[at + 1] ?? '';
	const index = markedAt(word);
	if (index !== null) return [1, { is: 'written', index }];
	if (!/[\p{L}\p{N},:]/u.test(word)) return [1];
	if (word.endsWith("'s")) return [1, { is: 'unknown' }];
	if (word === 'nobody') return [1, { is: 'not' }, { is: 'thing', meaning: NOBODY, reading: null }];
	if (word === 'without') return [1, { is: 'joint', joint: 'with' }, { is: 'not' }];
	const part = partAt(words, at);
	if (part)
		return part.where
			? [part.length, { is: 'relation' }, { is: 'zone', where: part.where }]
			: [part.length, { is: 'unknown' }];
	if (SIDE.test(word) && classOf(words, at + 1)?.is === 'place') return [1, { is: 'unknown' }];
	// "Only at night", "only if": it adds nothing there.
	if (/^(?:only|just)$/.test(word) && (CUE.test(next) || readHours(words, at + 1) || partAt(words, at + 1)))
		return [1];
	// "Only the cat", "just a dog", "nothing but sheep".
	const only = ONLY.exec(words.slice(at, at + 2).join(' '))?.[0];
	if (only && isNamed(words, at + only.split(' ').length)) return [only.split(' ').length, { is: 'only' }];
	if (word === 'only' && next === '' && at > 0) {
		if (words.some((one) => numberIn(one) !== null)) return [1, { is: 'bound', bound: 'exact' }];
		if (words.some((_, from) => readHours(words, from))) return [1];
	}
	// "But not if there is a dog".
	if (at > 0 && CUE.test(word))
		return /^(?:not|but|and|or)$/.test(words[at - 1] ?? '') ? [1] : [1, { is: 'joint', joint: 'and' }];
	if (
		/^(?:about|around|approximately|roughly|circa|some)$/.test(word) &&
		readQuantity(words, at + 1)?.quantity.bare
	)
		return [1, { is: 'change' }];
	const except =
		/^(?:except|other|besides|apart)$/.test(word) && EXCEPT.exec(words.slice(at, at + 4).join(' '))?.[0];
	if (except) return [except.split(' ').length, { is: 'except' }];
	const time = readHours(words, at);
	if (time) return [time.length, { is: 'hours', hours: time.hours }];
	const amount = readQuantity(words, at);
	if (amount) return [amount.length, { is: 'amount', quantity: amount.quantity }];
	const bound = readBound(words, at);
	if (bound) return [bound.length, { is: 'bound', bound: bound.bound }];
	const known = classOf(words, at);
	if (known?.is === 'empty' && next === 'of') return [2, { is: 'not' }];
	const thing = lookUp(words, at);
	if (word === 'orange' && lookUp(words, at + 1)) return [1, { is: 'state' }];
	if (thing && thing.length >= (known?.length ?? 0))
		return [thing.length, { is: 'thing', meaning: thing.meaning, reading: thing.reading }];
	const joint = JOINTS[word];
	if (joint && (known?.length ?? 1) === 1) return [1, { is: 'joint', joint }];
	if (word === 'who' || word === 'which') return [1, { is: 'who' }];
	// "Has there been a car" asks about the past.
	if (word === 'been' && (words[at - 1] === 'there' || /^(?:|,|yet|already|today)$/.test(next)))
		return [1, { is: 'change' }];
	// A cake left in the kitchen is still there; a car that left is not.
	if (
		word === 'left' &&
		leavesItself(words[at - 1]) === false &&
		/^(?:|,|in|inside|outside|here|there)$/.test(next)
	)
		return [1];
	// The camera sees things; what a dog sees, it cannot tell.
	if (
		/^(?:sees|notices|spots|finds|detects|showing|shows)$/.test(word) &&
		next !== 'up' &&
		leavesItself(words[at - 1]) !== null
	)
		return [1, { is: 'change' }];
	// "Robin is at the door" may be somebody's name.
	if (
		/^(?:robin|jay|raven|wren|drake|colt|birdie)$/.test(word) &&
		!/^(?:a|an|any|the|my|no|one|another)$/.test(words[at - 1] ?? '')
	)
		return [1, { is: 'unknown' }];
	// "Looking into the car" is what somebody does.
	if (
		/^look(?:s|ing)?$/.test(word) &&
		/^(?:at|in|into|inside|through|over|around|under|behind|for|out)$/.test(next) &&
		at > 0
	)
		return [1, { is: 'state' }];
	if (word === 'down' && /^(?:is|are|lying)$/.test(words[at - 1] ?? '')) return [1, { is: 'unknown' }];
	// "The bus has gone into the tunnel" is where it is; "the bus has gone" is that it is missing.
	if (
		known?.is === 'gone' &&
		/^(?:in|into|inside|to|through|under|over|out|off|up|down|with|on|around)$/.test(next)
	)
		return [known.length, { is: 'change' }];
	// "A truck drives away" is still there.
	if (
		known?.is === 'gone' &&
		/^(?:gone|away)$/.test(word) &&
		!/^(?:is|are|was|were|be|been|has|have|had|not|all|now|suddenly)$/.test(words[at - 1] ?? '') &&
		leavesItself(words[at - 1]) === null
	)
		return [known.length, { is: 'change' }];
	// "A queue at the checkout" is made of people; "in the queue" is a place. "Orange" before a thing is its colour.
	if (word === 'queue' && /^(?:an?|any|no|long)$/.test(words[at - 1] ?? '') && next !== 'of')
		return [1, { is: 'thing', meaning: { ...NOBODY, said: word, least: 2, narrow: true }, reading: null }];
	if (word === 'including') return [1, { is: 'unknown' }];
	if (word === 'both' && words[at - 1] === 'not') return [1, { is: 'change' }];
	if (!known) return [1, { is: 'unknown' }];
	if (known.is === 'filler') return [known.length];
	return [known.length, { is: known.is === 'self' ? 'unknown' : known.is }];
}

const ONLY = /^(?:only|just|nothing but)(?= |$)/;
const isNamed = (words: readonly string[], at: number) => {
	const from = /^(?:a|an|the|my|our)$/.test(words[at] ?? '') ? at + 1 : at;
	return lookUp(words, from) !== null;
};

/** Whether the thing before comes and goes by itself; null if there is none. */
function leavesItself(word: string | undefined): boolean | null {
	const found = word === undefined ? null : lookUp([word], 0);
	return found ? found.meaning.kinds.some((kind) => COMING_AND_GOING.includes(kind)) : null;
}

const CUE = /^(?:if|when|whenever|while)$/;
const SIDE = /^(?:left|right)$/;

const NOBODY: Meaning = { label: 'person', kinds: ['person'], plural: false, said: 'nobody' };
