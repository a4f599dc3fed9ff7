import type { Condition } from '../sight/condition.ts';
import type { Where } from '../sight/zones.ts';
import {
	isClimbing,
	isDescription,
	isDestination,
	isDriving,
	isMoving,
	isOtherThing,
	isPartOfThing,
	isPosture,
} from './described.ts';
import type { Item } from './items.ts';
import { COMING_AND_GOING, isVehicle, type Meaning } from './lexicon.ts';
import { bounded, type Quantity } from './quantity.ts';
import { lettersOf, ruleAt } from './rules.ts';

export interface PhraseContext {
	/** How words were understood; phrases add to it. */
	notes: Set<string>;
	/** What a number without a noun counts. */
	about: Meaning | null;
	/** A zone that was named before what is looked for holds for all of it: "in the driveway, a car or a person". */
	lead: { where: Where | null };
	/** Conditions on what is written in the picture, for items that stand for them. */
	written: readonly Condition[];
}

/** What is said about the subject before or after a "not". */
export interface Said {
	narrows: string[];
	/** Small places; if they are negated, they count as words only. */
	spots: string[];
	/** What was passed over: "parked". */
	passed: string[];
	touches: { where: Meaning; held: boolean; near?: boolean }[];
	others: Condition[];
	where: Where | null;
}

/** Everything that a phrase says, collected rule by rule. */
export interface Gathered {
	head: Item[];
	subject: { meaning: Meaning; items: Item[] } | null;
	quantity: Quantity | null;
	said: Said;
	denied: Said | null;
	places: string[];
	opens: string[];
	/** Every word except articles and similar words, for a phrase that the model cannot judge. */
	words: string[];
	gone: boolean;
	empty: Item[];
	nots: number;
	/** Some words were ignored. */
	passed: boolean;
	/** A place so small that the camera stands close to it: "driveway". */
	close: string | null;
	/** The place was named as a place: "in the driveway". */
	located: boolean;
}

export const wholePicture = (place: string) => `“${place}” is taken to be the whole picture`;

export const ANY = Number.POSITIVE_INFINITY;
const EDGE_BY_EDGE = 'where two things are is judged roughly, by whether their outlines meet';
export const PEOPLE = /^(?:someone|somebody|anyone|anybody|people)$/;
export const BESIDE =
	/^(?:near|next to|close to|beside|by|behind|in front of|towards?|alongside|around|standing (?:by|next to)|left by)$/;
const ELSEWHERE = /^(?:other|another|next|neighbou?ring|adjacent)$|(?:^| )(?:left|right)$|'s$/;
/** A top field may be all that the camera sees; a top corner is not. */
const PART_OF_IT = /^(?:far|top|bottom|upper|lower)$/;
const CLOSE =
	/^(?:(?:front |back |side )?(?:yard|garden)|backyard|frontyard|lawn|drive ?way|drive|garage|carport|parking (?:space|spot|bay|place)|patio|porch|front porch|doorstep)$/;
const PARKING = /^parking (?:space|spot|bay|place)$/;

/** Collects what a phrase says, from left to right, by the rules of the grammar. */
export function gather(items: Item[], { notes, lead }: PhraseContext): Gathered {
	const letters = lettersOf(items);
	const found: Gathered = {
		head: [],
		subject: null,
		quantity: null,
		said: nothingSaid(),
		denied: null,
		places: [],
		opens: [],
		words: [],
		gone: false,
		empty: [],
		nots: 0,
		passed: false,
		close: null,
		located: false,
	};
	let at = 0;
	while (at < items.length) {
		const item = items[at] as Item;
		const next = items[at + 1];
		if (item.is === 'not') {
			// "It is not my cat" may be another one.
			if (!found.subject && item.words === 'not' && /^(?:my|our)$/.test(next?.words ?? ''))
				found.opens.push(next?.words ?? '');
			if (found.subject) found.denied ??= nothingSaid();
			else found.nots++;
			at++;
			continue;
		}
		const owned = found.subject ? ownedAt(items, at) : null;
		if (owned) {
			const text = owned.map(({ words }) => words).join(' ');
			// What is missing may be missing because the subject is.
			if (owned.some(({ is }) => is === 'not')) found.opens.push(text);
			else found.said.narrows.push(text);
			at += owned.length;
			continue;
		}
		const rule = ruleAt(letters, at, found.subject ? 'after' : 'before');
		const taken = items.slice(at, at + (rule?.length ?? 1));
		// "Is the horse standing" asks how it is; "standing at the gate" where.
		const isPose =
			rule?.effect === 'passed over' && at + taken.length === items.length && items[at - 1]?.is === 'link';
		const poses = isPose && /^(?:standing|sitting|stands|sits)$/.test(item.words);
		// "I do not want dogs here": the "not" belongs to a word that is not known.
		const isBeyond =
			rule?.effect === 'subject' &&
			/^(?:unknown|state)$/.test(item.is) &&
			/^(?:not|never)$/.test(items[at - 1]?.words ?? '');
		take(found, poses ? 'narrows' : isBeyond ? 'opens' : (rule?.effect ?? 'opens'), taken, notes);
		if (rule?.effect === 'zone' && !found.subject && found.nots === 0) lead.where = found.said.where;
		at += taken.length;
	}
	return found;
}

/** "The dog has no water", "my car has a broken window": what something has, and the detector cannot see. "A person has a dog" is two things. */
function ownedAt(items: Item[], at: number): Item[] | null {
	if (items[at]?.is !== 'link' || !/^(?:has|have|had)$/.test(items[at]?.words ?? '')) return null;
	const length = items
		.slice(at + 1)
		.findIndex(
			({ is }) => !['not', 'article', 'definite', 'number', 'quantity', 'state', 'unknown'].includes(is),
		);
	const what = length < 0 ? undefined : items[at + 1 + length];
	const said = items.slice(at, at + 2 + length);
	// "Has entered the garden" has a word in between.
	if (said.some(({ from }, index) => index > 0 && said[index - 1]?.to !== from)) return null;
	// Food for an animal looks different.
	const isUnseen =
		what?.is === 'thing' && (what.meaning.label === 'food' || said.some(({ is }) => is === 'not'));
	return what?.is === 'place' || what?.is === 'spot' || isUnseen ? said : null;
}

function take(
	found: Gathered,
	effect: NonNullable<ReturnType<typeof ruleAt>>['effect'],
	items: Item[],
	notes: Set<string>,
): void {
	const text = items
		.map(({ words }) => words)
		.join(' ')
		.replace(/^(?:a|an|the|any|some) /, '');
	const thing = items.findLast((item) => item.is === 'thing');
	const quantity =
		items.flatMap((item) => (item.is === 'quantity' || item.is === 'number' ? [item.quantity] : []))[0] ??
		null;
	const bound = items.find((item) => item.is === 'bound')?.bound;
	const counted = quantity && bound ? bounded(quantity, bound) : quantity;
	const modifiers = items.filter(({ is }) => is === 'state' || is === 'unknown').map(({ words }) => words);
	const narrowed = () => {
		const own = [...modifiers, ...(thing?.meaning.narrow ? [thing.words] : [])].join(' ');
		return own ? [own] : [];
	};
	const said = found.denied ?? found.said;
	const content = items.filter(
		({ is }) => !['article', 'definite', 'link', 'clause', 'relation', 'on'].includes(is),
	);
	found.words.push(
		...(effect === 'nothing'
			? []
			: effect === 'narrows' || effect === 'opens'
				? [text]
				: content.map(({ words }) => words)),
	);

	switch (effect) {
		case 'subject': {
			if (!thing) return;
			if (thing.reading) notes.add(thing.reading);
			notePassed(items, notes);
			if (found.subject) {
				// With unknown words between the two, nobody can say how they belong together.
				if (said.narrows.length > 0 || said.spots.length > 0) found.opens.push(text);
				said.others.push(count(thing.meaning, counted, narrowed()));
				return;
			}
			// "Water in the dog's new bowl" is about the water.
			if (found.places.length > 0 && !found.located && said.touches.length > 0) found.opens.push(text);
			found.head = items;
			found.subject = { meaning: thing.meaning, items };
			if (isOtherThing(items, thing.meaning)) {
				found.opens.push(text);
				return;
			}
			const isName = isDescription(items, thing.meaning);
			if (isName) modifiers.unshift(...items.flatMap(({ is, words }) => (is === 'number' ? [words] : [])));
			// "Glorb 2 people": the strange word may say how many.
			if (
				items.some(({ is }, at) => is === 'unknown' && /^(?:number|quantity)$/.test(items[at + 1]?.is ?? ''))
			)
				found.opens.push(text);
			found.quantity = (isName ? null : counted) ?? found.quantity;
			if (isMoving(thing.meaning, items)) modifiers.push('moving');
			said.narrows.push(...narrowed());
			return;
		}
		case 'place':
		case 'spot': {
			// "In the wrong field", "in the neighbour's garden": not what the camera looks at, or only a part of it.
			const isPart = /^(?:corner|side|ledge|shelf|step|floor)$/.test(items.at(-1)?.words ?? '');
			const isElsewhere = (words: string) => ELSEWHERE.test(words) || (isPart && PART_OF_IT.test(words));
			if (items.some(({ is, words }) => /^(?:state|unknown)$/.test(is) && isElsewhere(words))) {
				said.narrows.push(text);
				return;
			}
			const place = items.findLast(({ is }) => is === 'place' || is === 'spot');
			if (
				isDestination(found.head, items) ||
				isPosture(found.subject?.meaning, items, place?.words ?? '') ||
				isPartOfThing(items, place?.words ?? '')
			) {
				said.narrows.push(text);
				return;
			}
			if (found.places.length === 0) found.located = items.some(({ is }) => is === 'relation' || is === 'on');
			found.places.push(...(place ? [place.words] : []));
			if (CLOSE.test(place?.words ?? '')) found.close = place?.words ?? null;
			notes.add(wholePicture(place?.words ?? ''));
			if (effect === 'spot') said.spots.push(text);
			// "Someone is in my parking space" is about a car.
			if (PARKING.test(place?.words ?? '') && PEOPLE.test(found.subject?.meaning.said ?? ''))
				found.opens.push(text);
			return;
		}
		case 'zone': {
			const zone = items.find((item) => item.is === 'zone');
			// Two zones without an "or" between them: nobody can say which one is meant.
			if (found.said.where || found.denied?.where) found.opens.push(text);
			said.where = zone?.where ?? null;
			return;
		}
		case 'touches':
		case 'held':
			if (!thing) return;
			if (thing.reading) notes.add(thing.reading);
			notes.add(EDGE_BY_EDGE);
			if (isDriving(found.subject?.meaning, items)) found.opens.push(text);
			if (modifiers.length > 0 || thing.meaning.narrow || isClimbing(found.subject?.meaning, items))
				said.narrows.push(text);
			said.touches.push({
				where: thing.meaning,
				held: effect === 'held',
				near:
					BESIDE.test(items[0]?.words ?? '') ||
					(items[0]?.words === 'at' && thing.meaning.kinds.some((kind) => COMING_AND_GOING.includes(kind))),
			});
			return;
		case 'narrows':
			// "The dog is not in the crate" is about a place, though the detector does not know it.
			if (found.denied && ['relation', 'on'].includes(items[0]?.is ?? '')) said.spots.push(text);
			else said.narrows.push(text);
			return;
		case 'opens':
			found.opens.push(text);
			return;
		case 'gone':
			found.gone = true;
			return;
		case 'empty':
			found.empty.push(...items);
			return;
		case 'counts':
			found.quantity =
				quantity ?? (bound && found.quantity ? bounded(found.quantity, bound) : found.quantity);
			return;
		case 'passed over':
			if (isMoving(found.subject?.meaning, items)) {
				said.narrows.push(text);
				return;
			}
			found.passed = true;
			said.passed.push(text);
			if (isDriving(found.subject?.meaning, items)) found.opens.push(text);
			notePassed(items, notes);
			return;
		default:
			return;
	}
}

function notePassed(items: Item[], notes: Set<string>): void {
	for (const item of items) if (item.is === 'weak') notes.add(`“${item.words}” is not judged`);
}

/** The condition that a number of something is in the picture. */
export function count(
	what: Meaning,
	quantity: Quantity | null,
	only: string[] = [],
	close: string | null = null,
	where: Where | null = null,
): Condition {
	const least = quantity?.least ?? what.least ?? 1;
	const near = close !== null && what.kinds.some(isVehicle) ? { close } : {};
	const zone = where ? { in: where } : {};
	const most = quantity?.most ?? ANY;
	return { op: 'count', what, least, most, ...(only.length > 0 && { only }), ...near, ...zone };
}

const nothingSaid = (): Said => ({
	narrows: [],
	spots: [],
	passed: [],
	touches: [],
	others: [],
	where: null,
});
