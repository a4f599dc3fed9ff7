import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';
import { all, type Condition, flat, negate } from '../sight/condition.ts';
import type { Where } from '../sight/zones.ts';
import type { Item } from './items.ts';
import type { Joint } from './joints.ts';
import {
	ANIMALS,
	COMING_AND_GOING,
	hasOneForm,
	isAnimal,
	isVehicle,
	type Meaning,
	VEHICLES,
} from './lexicon.ts';
import { ANY, count, type Gathered, gather, PEOPLE, type PhraseContext, type Said } from './phrase-parts.ts';
import type { Quantity } from './quantity.ts';

/** What a phrase is about, so that the next phrase can refer to it. */
export interface Subject {
	meaning: Meaning;
	negated: boolean;
	quantity: Quantity | null;
	/** What it is said to be at. */
	place: Meaning | null;
	/** It is said not to be there. */
	isElsewhere: boolean;
	/** What else is said to be there: "a cup or a bottle on the table". */
	alike: Meaning[];
	/** What is said of it that the detector cannot judge. */
	narrows: string[];
	/** What it is at, or has. */
	beside: Said['touches'][number] | null;
	where: Where | null;
}

interface Phrase {
	condition: Condition;
	subject: Subject | null;
	/** The negation of the phrase before applies to it too: both must be true, whatever joins them. */
	sharesNegation: boolean;
	/** So does its number: "more than 3 cats and dogs". */
	sharesQuantity?: boolean;
}

type Surroundings = PhraseContext & { before: Subject | null; joint: Joint | null };

const COMERS: Meaning = group('person, animal or vehicle', COMING_AND_GOING);
const ANY_VEHICLE: Meaning = group('vehicle', VEHICLES);

/** Reads one phrase: a subject with what is said of it, and no "and" or "or". */
export function readPhrase(items: Item[], around: Surroundings): Phrase | null {
	if (items.some(({ is }) => is === 'written')) return readWritten(items, around);
	const sole = soleAt(items);
	if (sole >= 0) return readSole(items.toSpliced(sole, 1), items[sole]?.words ?? '', around);
	const aloneAt = items.findIndex(({ words }) => ALONE.test(words));
	const left = aloneAt < 0 ? null : readAlone(items, aloneAt, around);
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

/** Where the "only" of "only the cat", "there is just a dog" stands; -1 if it has none. "Not only the cat" is another matter. */
function soleAt(items: Item[]): number {
	const at = items.findIndex(({ is }) => is !== 'link' && is !== 'clause');
	const isSole = items[at]?.is === 'change' && /^(?:only|just|nothing but)$/.test(items[at]?.words ?? '');
	const named = items.slice(at + 1, at + 4).map(({ is }) => is);
	const isNamed = /^(?:(?:article|definite)(?: number)? )?thing\b/.test(named.join(' '));
	return isSole && isNamed ? at : -1;
}

/**
 * It is certain where nothing else that comes and goes is seen. Whether another cat or a person matters, nobody can say, unless
 * all that is there is named: "there are only dogs".
 */
function readSole(items: Item[], word: string, around: Surroundings): Phrase | null {
	const phrase = readPhrase(items, around);
	if (!phrase?.subject || phrase.subject.negated) return phrase && alone(unknown([word]));
	const { meaning: what, quantity } = phrase.subject;
	const isMany = what.plural || (hasOneForm(what.label) && items.every(({ is }) => is !== 'article'));
	const most = quantity?.least ?? (isMany ? ANY : 1);
	const others = COMING_AND_GOING.filter((kind) => !what.kinds.includes(kind));
	const none = [
		negate(count(group('other person, animal or vehicle', others), null)),
		...(most === ANY ? [] : [count(what, { least: 0, most, reading: null })]),
	];
	const isOfAll = isMany && (word === 'nothing but' || items.some(isSaidToBe));
	const sole = isOfAll ? flat('and', none) : flat('or', [flat('and', none), unknown([word])]);
	return { ...phrase, condition: flat('and', [phrase.condition, sole]) };
}

const ALONE = /^(?:(?:left )?alone|(?:by|on) (?:itself|himself|herself|its own|his own|her own))$/;

/** "The dog is alone": no person is with it. Whether a cat is company, nobody can say. Null if it is another matter. */
function readAlone(items: Item[], at: number, around: Surroundings): Phrase | null {
	const phrase = readPhrase(items.toSpliced(at, 1), around);
	const { meaning: what, negated, narrows, place } = phrase?.subject ?? {};
	const isDenied = items.some(({ is }) => is === 'not');
	if (!phrase || !what || negated || isDenied || narrows?.length || place || what.plural) return null;
	const one = (least: number) => count(what, { least, most: 1, reading: null });
	if (what.label === 'person') return { ...phrase, condition: one(1) };
	if (!what.kinds.every(isAnimal)) return null;
	const nobody = negate(count(group('person', ['person']), null));
	const others = ANIMALS.filter((kind) => !what.kinds.includes(kind));
	const noAnimal = flat('and', [one(0), negate(count(group('other animal', others), null))]);
	const sole = flat('or', [noAnimal, unknown(['alone'])]);
	return { ...phrase, condition: flat('and', [phrase.condition, nobody, sole]) };
}

const isSaidToBe = ({ is }: Item) => is === 'link' || is === 'clause';

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
const isPose = (words: string) => /^(?:standing|stands|sitting|sits|moving|moves|walking|walks)$/.test(words);

const OPPOSITE = { in: 'outside', near: 'outside', outside: 'in' } as const;
/** "An empty chair", "are any tables free", "a bay is empty" may be one of several. */
const isOneOf = (items: Item[]) =>
	items.some(({ is }, at) => {
		const before = items[at - 1]?.is ?? '';
		const isNamed =
			['empty', 'thing', 'place', 'zone'].includes(is) && items.some((one) => one.is === 'empty');
		return isNamed && (['article', 'number', 'quantity'].includes(before) || items[at - 1]?.words === 'no');
	});
const SEATS: readonly KnownObject[] = ['chair', 'couch', 'bed', 'bench', 'dining table'];

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

/** "The bench is empty": it is there, and nobody is on it. Of several, one may be: "an empty chair". */
function readEmptyThing(found: Gathered, meaning: Meaning, items: Item[], narrows: string[]): Phrase {
	// A table is "clear" if nothing is on it, not even a bottle.
	const isClear = found.empty.some(({ words }) => words === 'clear');
	if (!meaning.kinds.every((kind) => SEATS.includes(kind)) || found.denied || narrows.length > 0 || isClear) {
		const some = count(meaning, found.quantity, [...narrows, 'empty']);
		return alone(found.nots % 2 === 1 ? negate(some) : some);
	}
	const taken: Condition = { op: 'touch', what: COMERS, where: meaning };
	const free: Condition = isOneOf(items)
		? { op: 'or', parts: [negate(taken), unknown(['empty'])] }
		: negate(taken);
	const condition = flat('and', [count(meaning, found.quantity), free]);
	return alone(found.nots % 2 === 1 ? negate(condition) : condition);
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

const PARKINGS = /^parking|^car ?park|^space$|^bay$/i;
/** A camera looks at one of these: "an empty car park". Of rooms, tables and parking spaces it may see several. */
const WHOLE_PLACES =
	/^(?:parking lot|lot|car ?park|drive ?way|(?:front |back )?(?:yard|garden)|backyard|street|road|beach|field|garage|lobby|platform|playground|warehouse|pool)$/;

/** "Nothing on the stairs", "the way is clear", "the desk is empty": no object may be there either. */
function leavesNothing({ empty, places }: Gathered, items: Item[]): boolean {
	if (empty.some(({ words }) => words === 'clear')) return true;
	const isOn = empty.some(({ words }) => words === 'nothing') && items.some(({ is }) => is === 'on');
	// Nobody is at an empty front desk.
	const isSurface =
		empty.some(({ words }) => words === 'empty') &&
		places.some((place) => /^(?:desk|counter|ledge|window ?sill)$/.test(place));
	return isOn || (isSurface && items.filter(({ is }) => is === 'place').length === 1);
}

/** What is seen may be in the way; what is not seen may be of no known kind, if it must be "clear". */
function nothingElse(empty: Item[]): Condition {
	const words = empty.map((item) => item.words).join(' ');
	if (words === 'clear') return unknown([words]);
	return { op: 'or', parts: [negate(count(group('object', KNOWN_OBJECTS), null)), unknown([words])] };
}

function group(label: string, kinds: readonly KnownObject[]): Meaning {
	return { label, kinds, plural: false, said: label };
}

const alone = (condition: Condition): Phrase => ({ condition, subject: null, sharesNegation: false });
const unknown = (words: string[]): Condition => ({ op: 'unknown', words });
