import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';
import { all, type Condition, flat, negate } from '../sight/condition.ts';
import type { Where } from '../sight/zones.ts';
import {
	isOneOf,
	leavesNothing,
	nothingElse,
	PARKINGS,
	readEmptyThing,
	SEATS,
	WHOLE_PLACES,
} from './empty.ts';
import type { Item } from './items.ts';
import { COMING_AND_GOING, isVehicle, type Meaning, VEHICLES } from './lexicon.ts';
import { ANY, count, type Gathered, gather, PEOPLE, type Said } from './phrase-parts.ts';
import { alone, COMERS, group, type Phrase, type Surroundings, unknown } from './phrase-result.ts';
import type { Quantity } from './quantity.ts';
import { readAlone, readSole, soleAt } from './sole.ts';

const ANY_VEHICLE: Meaning = group('vehicle', VEHICLES);

/** Reads one phrase: a subject with what is said of it, and no "and" or "or". */
export function readPhrase(items: Item[], around: Surroundings): Phrase | null {
	if (items.some(({ is }) => is === 'written')) return readWritten(items, around);
	const sole = soleAt(items);
	const read = (some: Item[]) => readPhrase(some, around);
	if (sole >= 0) return readSole(items.toSpliced(sole, 1), items[sole]?.words ?? '', read);
	const left = readAlone(items, read);
	if (left) return left;
	const gathered = gather(items, around);
	const { subject, opens } = gathered;
	if (opens.length > 0) {
		const beyond = unknown([...gathered.said.narrows, ...opens]);
		return alone(gathered.nots % 2 === 1 ? negate(beyond) : beyond);
	}
	return subject
		? readSubject(gathered, subject, items, around)
		: readWithoutSubject(gathered, items, around);
}

/** A condition on what is written, and what else the phrase says: "while a person is there, the sign says OPEN". */
function readWritten(items: Item[], around: Surroundings): Phrase | null {
	const tests = items.flatMap((item) => (item.is === 'written' ? (around.written[item.index] ?? []) : []));
	const others = items.filter(({ is }) => is !== 'written');
	const isDenied = others.filter(({ is }) => is === 'not').length % 2 === 1;
	const rest = readPhrase(
		others.filter(({ is }) => is !== 'not'),
		around,
	);
	const condition = all([
		...tests.map((test) => (isDenied ? negate(test) : test)),
		...(rest ? [rest.condition] : []),
	]);
	return condition && alone(condition);
}

function readSubject(
	found: Gathered,
	{ meaning, items }: NonNullable<Gathered['subject']>,
	allItems: Item[],
	around: Surroundings,
): Phrase {
	const { before, joint, notes } = around;
	const { said, denied, head } = found;
	const own = new Set(head.map(({ is }) => is));
	const bare = !own.has('article') && !own.has('definite') && !own.has('number') && !own.has('quantity');
	const leans = before !== null && found.nots === 0;

	// "On the couch or the bed": a second place of the subject before.
	const isPlace = !meaning.kinds.some((kind) => COMING_AND_GOING.includes(kind));
	if (leans && before.place && isPlace && said.touches.length === 0) {
		const narrows = [...before.narrows, ...said.narrows];
		const only = narrows.length > 0 ? { only: narrows } : {};
		const touches = [before.meaning, ...before.alike].map(
			(what): Condition => ({ op: 'touch', what, where: meaning, ...only }),
		);
		// "A cup on the table or a bottle" may be a thing of its own.
		const isOwn = own.has('article') && !meaning.kinds.every((kind) => SEATS.includes(kind));
		const itself = flat('and', [count(meaning, null), unknown([`or ${found.words.join(' ')}`])]);
		const there = flat('or', [...touches, ...(isOwn ? [itself] : [])]);
		return {
			condition: before.isElsewhere ? negate(there) : there,
			subject: before,
			sharesNegation: before.isElsewhere,
		};
	}

	// "Near my car or my motorbike", "riding a bike or a horse": another place, or a thing of its own.
	if (
		leans &&
		joint === 'or' &&
		before.beside &&
		isAlike(before.beside, meaning, own.has('definite')) &&
		isAlone(allItems)
	) {
		const { held, near } = before.beside;
		const touch = touchesOf(before.meaning, [{ where: meaning, held, near: near ?? false }], before.narrows);
		const itself = flat('and', [count(meaning, null), unknown([`or ${found.words.join(' ')}`])]);
		return { condition: flat('or', [...touch, itself]), subject: before, sharesNegation: false };
	}

	const narrows = [...said.narrows];
	// Any kind of thing may be "burning" or "unusual", also one the detector does not know.
	const isVague = meaning.kinds === KNOWN_OBJECTS;
	const beyond = [...narrows, ...(denied?.narrows ?? [])];
	// "No bike is missing": of how many, nobody knows.
	const isMissingFromSeveral =
		found.gone && (found.quantity !== null || narrows.length > 0 || found.nots > 0);
	if ((isVague && (beyond.length > 0 || found.passed || found.gone)) || isMissingFromSeveral) {
		return alone(unknown([found.words.join(' ')]));
	}
	if (found.empty.length > 0) return readEmptyThing(found, meaning, allItems, narrows);
	// Even if some are seen, others may be missing: "the dogs are gone", "a chair is missing".
	if (found.gone && (meaning.plural || own.has('article'))) narrows.push('missing');

	const sharesNegation =
		leans &&
		before.negated &&
		!found.gone &&
		!denied &&
		!own.has('number') &&
		!own.has('quantity') &&
		(joint === 'or' || bare);
	const negated = sharesNegation || found.nots % 2 === 1;
	const quantity =
		found.quantity ?? (leans && bare && meaning.plural && !before.negated ? before.quantity : null);
	if (quantity?.reading) notes.add(quantity.reading);

	const isCertain =
		own.has('article') || own.has('number') || own.has('quantity') || PEOPLE.test(items.at(-1)?.words ?? '');
	// "A person who is not in the pool" is elsewhere; "the car is not in the driveway" is also true if there is no car.
	const elsewhere = denied?.where && { ...denied.where, side: OPPOSITE[denied.where.side] };
	const where = (isCertain ? elsewhere : denied?.where) ?? said.where ?? around.lead.where;

	const least = quantity?.least ?? meaning.least ?? 1;
	const touches = touchesOf(meaning, said.touches, narrows, least, where);
	const parts: Condition[] =
		touches.length === 0 ? [count(meaning, quantity, narrows, found.close, where)] : [];
	if (touches.length > 0 && least > 0) parts.push(...touches);
	// "At most two people at the table": a third may be elsewhere.
	if (touches.length > 0 && quantity && quantity.most !== ANY) {
		const few = count(meaning, { ...quantity, least: 0 }, [], null, where);
		parts.push({ op: 'or', parts: [few, unknown([`at the ${said.touches[0]?.where.said ?? 'place'}`])] });
	}
	parts.push(...said.others);
	const whole = all(parts) ?? unknown(found.words);

	// "The car is not parked there" is about the car; "cars that are not parked" is about how they are.
	const isOneKnown = (own.has('definite') || bare) && !meaning.plural;
	const deniedParts: Condition[] = denied
		? [
				...(denied.passed.length > 0 && (!isOneKnown || denied.passed.some(isPose))
					? [unknown(denied.passed)]
					: []),
				// "Mum is not in her armchair": somebody else may be.
				...touchesOf(meaning, denied.touches, [...said.narrows, ...denied.narrows]),
				...denied.others,
				...(denied.narrows.length > 0 && denied.touches.length === 0 ? [unknown(denied.narrows)] : []),
				...(denied.spots.length > 0 ? [unknown(denied.spots)] : []),
			]
		: [];
	// "The car is not there" denies the car; "a person not on the couch" only the couch, and there must be a person.
	const isElsewhere = denied?.where && isCertain;
	// "The car is not gone" denies nothing.
	const deniesAll = (denied !== null && deniedParts.length === 0 && !isElsewhere) !== found.gone;
	// "Anyone who is not": whom that leaves out was not understood.
	const isRelative = allItems.some(({ is, words }) => is === 'link' && /^(?:who|which)$/.test(words));
	if (denied !== null && deniedParts.length === 0 && isRelative && !isElsewhere)
		return alone(unknown([found.words.join(' ')]));
	let told = whole;
	let flips = negated !== deniesAll;
	if (deniedParts.length > 0) {
		// "The dog is not in its bed" is also true if there is no dog.
		if (isCertain || (denied?.touches.length === 0 && denied.spots.length === 0))
			told = all([whole, ...deniedParts.map(negate)]) ?? whole;
		else {
			told = whereDenied(meaning, quantity, deniedParts);
			flips = !flips;
		}
	}
	const place = said.touches[0]?.where ?? denied?.touches[0]?.where ?? null;
	return {
		condition: flips ? negate(told) : told,
		subject: {
			meaning,
			negated: flips,
			quantity,
			place,
			isElsewhere: flips || said.touches.length === 0,
			alike: place && place === before?.place ? [...before.alike, before.meaning] : [],
			narrows,
			beside: flips ? null : (said.touches[0] ?? null),
			where,
		},
		sharesNegation,
		sharesQuantity: found.quantity === null && quantity !== null,
	};
}

/** A second place or thing of the same sort: "my car or my motorbike", "a bike or a horse". */
const isAlike = ({ where, held }: Said['touches'][number], { kinds }: Meaning, isDefinite: boolean) =>
	held || isDefinite || (isRide(where.kinds[0] ?? 'person') && kinds.every(isRide));
const isRide = (kind: KnownObject) => isVehicle(kind) || kind === 'bicycle';
const isAlone = (items: Item[]) => items.every(({ is }) => ['article', 'definite', 'thing'].includes(is));

/** "The cow is not standing" is about how it is. */
const isPose = (words: string) => /^(?:stand|sitt?|mov|walk|driv)(?:e?s|e|ing)?$/.test(words);

const OPPOSITE = { in: 'outside', near: 'outside', outside: 'in' } as const;
/** The condition that the subject is in the negated place. A small place counts as words only. */
function whereDenied(meaning: Meaning, quantity: Quantity | null, parts: Condition[]): Condition {
	const words = parts.flatMap((part) => (part.op === 'unknown' ? part.words : []));
	const touches = parts.filter((part) => part.op !== 'unknown');
	return all([...(words.length > 0 ? [count(meaning, quantity, words)] : []), ...touches]) ?? unknown(words);
}

function touchesOf(
	what: Meaning,
	touches: Said['touches'],
	narrows: string[],
	least = 1,
	within: Where | null = null,
): Condition[] {
	const own = what.with ? [{ where: group(what.with, [what.with]), held: true, near: false }] : [];
	const only = narrows.length > 0 ? { only: narrows } : {};
	// "A cat on the chair at the table": the cat is on the chair.
	return [...own, ...touches.slice(0, 1)].map(({ where, held, near = false }) => ({
		op: 'touch',
		what,
		where,
		...(least > 1 && { least }),
		...(held && { held }),
		...(near && { near }),
		...(within && { in: within }),
		...only,
	}));
}

/** A phrase without anything the detector knows: an empty place, a number alone, hours, or words it cannot judge. */
function readWithoutSubject(
	found: Gathered,
	items: Item[],
	{ about, notes, before, joint, lead }: Surroundings,
): Phrase | null {
	const { said, places, empty, quantity, words } = found;
	const denied = found.nots % 2 === 1;
	const told = (condition: Condition) => alone(denied ? negate(condition) : condition);
	const strange = [...said.narrows];
	const where = said.where ?? lead.where;
	// A full car park may have a space that is hidden; one without a vehicle is not full.
	if (strange.join() === 'full' && places.length === 1 && PARKINGS.test(places[0] ?? ''))
		return told(count(ANY_VEHICLE, null, strange, found.close, where));
	// "A truck that is red or blue".
	if (before && !before.negated && joint === 'or' && !denied && items.every(({ is }) => is === 'state'))
		return {
			condition: count(before.meaning, before.quantity, strange),
			subject: before,
			sharesNegation: false,
		};
	if (said.spots.length > 0 || strange.length > 0 || said.touches.length > 0) {
		return words.length > 0 ? told(unknown([words.join(' ')])) : null;
	}
	if (empty.length > 0) {
		const parking = [...places, said.where?.zone.name ?? ''].some((place) => PARKINGS.test(place));
		const what = parking ? ANY_VEHICLE : COMERS;
		notes.add(`“${empty.map((item) => item.words).join(' ')}” is read as no ${what.label}`);
		const gone = negate(count(what, null, [], found.close, where));
		const free = !parking && leavesNothing(found, items) ? flat('and', [gone, nothingElse(empty)]) : gone;
		// "A free parking space", "space 7 is free": one of several.
		const isWhole = places.length > 0 && places.every((place) => WHOLE_PLACES.test(place));
		const several = !isWhole && (isOneOf(items) || (parking && items.some(({ is }) => is === 'number')));
		return told(several ? { op: 'or', parts: [free, unknown(['free'])] } : free);
	}
	if (quantity) return about ? told(count(about, quantity, [], null, where)) : told(unknown(words));
	// "In the driveway or on the street": a second zone of the subject before.
	if (said.where && before?.where) {
		const there = count(before.meaning, before.quantity, [], null, said.where);
		const negated = before.negated !== denied;
		return { condition: negated ? negate(there) : there, subject: before, sharesNegation: before.negated };
	}
	if (found.gone || (denied && places.length > 0)) return told(unknown(places.length > 0 ? places : words));
	// "In the driveway" only says where to look; "a fence" is something the detector does not know.
	return places.length > 0 && !found.located ? told(unknown([words.join(' ')])) : null;
}
