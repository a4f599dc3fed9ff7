import { all, type Condition, negate } from './condition.ts';
import { COMERS, type Item, type Joint } from './items.ts';
import { COMING_AND_GOING, type Meaning } from './lexicon.ts';
import type { Quantity } from './quantity.ts';

export interface PhraseContext {
	/** How words were taken; phrases add to it. */
	notes: Set<string>;
	/** What a bare number counts. */
	about: Meaning | null;
}

/** Whom a phrase is about, so that the next can lean on it. */
export interface Subject {
	meaning: Meaning;
	negated: boolean;
	quantity: Quantity | null;
	placed: boolean;
}

interface Phrase {
	condition: Condition;
	subject: Subject | null;
	/** It stands under the negation of the phrase before: both must hold, whatever joins them. */
	sharesNegation: boolean;
}

type ObjectItem = Extract<Item, { is: 'object' }>;
type Surroundings = PhraseContext & { before: Subject | null; joint: Joint | null };

const EDGE_BY_EDGE = 'where two things are is judged roughly, by whether their outlines meet';

/** Reads one phrase: a subject with what is said of it, and no "and" or "or". */
export function readPhrase(words: Item[], around: Surroundings): Phrase | null {
	const items = coloursApart(words);
	const beyond = findBeyond(items);
	if (beyond) return { condition: unknown(beyond), subject: null, sharesNegation: false };
	const at = items.findIndex(({ is }) => is === 'object');
	const object = items[at];
	if (object?.is !== 'object') return readWithoutObject(items, around);
	note(items, around.notes);
	return readSubject(items.slice(0, at), object, items.slice(at + 1), around);
}

function readSubject(head: Item[], object: ObjectItem, tail: Item[], around: Surroundings): Phrase {
	const { before, joint, notes } = around;
	const { meaning } = object;
	const own = new Set(head.map(({ is }) => is));
	const bare = !own.has('article') && !own.has('quantity') && !own.has('link');
	const leans = before !== null && !own.has('not') && !own.has('clause');

	// "On the couch or the bed", "on the couch or on the bed": a second place of the subject before.
	const isPlace = !meaning.kinds.some((kind) => COMING_AND_GOING.includes(kind));
	if (leans && (own.has('relation') || (before.placed && isPlace))) {
		notes.add(EDGE_BY_EDGE);
		const touch: Condition = { op: 'touch', what: before.meaning, where: meaning };
		return {
			condition: before.negated ? negate(touch) : touch,
			subject: before,
			sharesNegation: before.negated,
		};
	}

	const sharesNegation = leans && before.negated && !own.has('quantity') && (joint === 'or' || bare);
	const negated = sharesNegation || head.filter(({ is }) => is === 'not').length % 2 === 1;
	const quantity =
		[...head, ...tail].find((item) => item.is === 'quantity')?.quantity ??
		(leans && bare && meaning.plural && !before.negated ? before.quantity : null);
	if (quantity?.reading) notes.add(quantity.reading);

	const [said, denied] = cutAtNot(tail);
	const here = describe(object, said, notes);
	const parts: Condition[] = [];
	if (quantity || here.touches.length === 0) {
		parts.push({ op: 'count', what: meaning, least: quantity?.least ?? 1, most: quantity?.most ?? ANY });
	}
	parts.push(...here.touches, ...here.others, ...unknowns([...wordsOf(head), ...here.unknown]));

	const whole = all(parts) ?? unknown([object.words]);
	const rest = denied && describe(object, denied, notes);
	const deniedParts = rest ? [...rest.touches, ...rest.others, ...unknowns(rest.unknown)] : [];
	// "The car is not there" denies the car; "a person not on the couch" only the couch.
	const deniesAll = denied !== null && deniedParts.length === 0;
	const told = all([whole, ...deniedParts.map(negate)]) ?? whole;
	const flips = negated !== deniesAll;
	return {
		condition: flips ? negate(told) : told,
		subject: { meaning, negated: flips, quantity, placed: here.touches.length > 0 },
		sharesNegation,
	};
}

const ANY = Number.POSITIVE_INFINITY;

/** What is said of a subject after it: where it is, what else is there, and what is beyond the detector. */
function describe(subject: ObjectItem, tail: Item[], notes: Set<string>) {
	const touches: Condition[] = [];
	const others: Condition[] = [];
	let what = subject.meaning;
	let related = false;
	for (const item of tail) {
		if (item.is === 'relation') related = true;
		if (item.is !== 'object') continue;
		if (related) {
			notes.add(EDGE_BY_EDGE);
			touches.push({ op: 'touch', what, where: item.meaning });
		} else {
			others.push({ op: 'count', what: item.meaning, least: 1, most: ANY });
		}
		what = item.meaning;
		related = false;
	}
	return { touches, others, unknown: wordsOf(tail) };
}

/** A phrase without anything the detector knows: an empty place, a bare number, or words beyond it. */
function readWithoutObject(items: Item[], { about, notes }: Surroundings): Phrase | null {
	const denied = items.filter(({ is }) => is === 'not').length % 2 === 1;
	const strange = items.flatMap((item) => (item.is === 'unknown' ? [item.words] : []));
	const places = items.flatMap((item) => (item.is === 'place' ? [item.words] : []));
	const alone = (condition: Condition): Phrase => ({
		condition: denied ? negate(condition) : condition,
		subject: null,
		sharesNegation: false,
	});
	if (strange.length > 0) return alone(unknown([...places, ...strange]));
	if (items.some(({ is }) => is === 'nothing')) {
		note(items, notes);
		notes.add('“empty” is read as no person, animal or vehicle');
		return alone(negate({ op: 'count', what: COMERS, least: 1, most: ANY }));
	}
	const number = items.find((item) => item.is === 'quantity');
	if (number) {
		const { least, most } = number.quantity;
		if (about) return alone({ op: 'count', what: about, least, most });
		return least === 1 && most === ANY ? null : alone(unknown([number.words]));
	}
	return denied && places.length > 0 ? alone(unknown(places)) : null;
}

/** "Orange" before a thing is its colour. */
function coloursApart(items: Item[]): Item[] {
	return items.map((item, index) => {
		const next = items[index + 1];
		const isColour =
			item.is === 'object' && item.words === 'orange' && next?.is === 'object' && next.from === item.to;
		return isColour ? { is: 'unknown', words: item.words, from: item.from, to: item.to } : item;
	});
}

/**
 * What puts the whole phrase beyond the detector: a change that one picture cannot show, or a word made of two, such
 * as "car keys" or "dog bed", of which it knows only one.
 */
function findBeyond(items: Item[]): string[] | null {
	for (const [index, item] of items.entries()) {
		if (item.is === 'change') return [item.words];
		const next = items[index + 1];
		if (item.is !== 'object' || !next || next.from !== item.to) continue;
		if (next.is === 'object' || (next.is === 'unknown' && !/(?:ing|ed)$/.test(next.words))) {
			return [`${item.words} ${next.words}`];
		}
	}
	return null;
}

function cutAtNot(tail: Item[]): [said: Item[], denied: Item[] | null] {
	const at = tail.findIndex(({ is }) => is === 'not');
	return at < 0 ? [tail, null] : [tail.slice(0, at), tail.slice(at + 1)];
}

function note(items: Item[], notes: Set<string>): void {
	for (const item of items) {
		if (item.is === 'object' && item.reading) notes.add(item.reading);
		if (item.is === 'place') notes.add(`“${item.words}” is taken to be the whole picture`);
		if (item.is === 'passed over') notes.add(`“${item.words}” is not judged`);
	}
}

const wordsOf = (items: Item[]) =>
	items.flatMap((item) => (item.is === 'unknown' || item.is === 'nothing' ? [item.words] : []));
const unknown = (words: string[]): Condition => ({ op: 'unknown', words });
const unknowns = (words: string[]): Condition[] => (words.length > 0 ? [unknown(words)] : []);
