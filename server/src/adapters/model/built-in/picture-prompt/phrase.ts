/** One phrase of a condition, without "and" or "or": "no red car on the street", "the bench is empty". */
import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';
import { type Condition, flat, negate } from '../sight/condition.ts';
import type { Where } from '../sight/zones.ts';
import { type Item, thingsOf } from './items.ts';
import { leaveOut } from './left-out.ts';
import { COMING_AND_GOING, hasOneForm, isVehicle, type Meaning, VEHICLES } from './lexicon.ts';
import type { PhraseWords, Said } from './phrase-words.ts';
import type { Quantity } from './quantity.ts';

export interface Context {
	/** How words were understood, where a customer might mean something else. */
	notes: Set<string>;
	/** What a number without a noun counts. */
	about: Meaning | null;
	/** A zone that was named before holds for what follows: "in the driveway, a car or a person". */
	where: Where | null;
	/** Conditions on what is written in the picture. */
	written: readonly Condition[];
}

const ANY = Number.POSITIVE_INFINITY;
const group = (label: string, kinds: readonly KnownObject[]): Meaning => ({
	label,
	kinds,
	plural: false,
	said: label,
});
const COMERS = group('person, animal or vehicle', COMING_AND_GOING);
const ANY_VEHICLE = group('vehicle', VEHICLES);
const _ANYTHING = group('object', KNOWN_OBJECTS);
const SEATS: readonly KnownObject[] = ['chair', 'couch', 'bed', 'bench', 'dining table'];
const PARKING = /^parking|^car ?park|^space$|^bay$/;
/** A camera looks at one of these; of rooms, tables and parking spaces it may see several. */
const WHOLE =
	/^(?:parking lot|lot|car ?park|drive ?way|(?:front |back )?(?:yard|garden)|backyard|street|road|beach|field|garage|lobby|platform|playground|warehouse|pool)$/;
const SURFACE = /^(?:desk|counter|ledge|window ?sill|shelf)$/;
const PEOPLE = /^(?:someone|somebody|anyone|anybody|people|person|persons)$/;
/** "Not standing" is about how it is; "not parked there" is about the car. */
const POSE = /\b(?:stand|sit|mov|walk|driv)/;
const PARKS = /\b(?:parks?|parked|parking|drives?|driving)\b/;

export const unknown = (...words: string[]): Condition => ({ op: 'unknown', words });

type Subject = NonNullable<PhraseWords['subject']>;

/** The condition of a phrase; null if it says nothing. `before` is the phrase before it in a list. */
export function conditionOf(found: PhraseWords, context: Context): Condition | null {
	const tests = found.written.flatMap((index) => context.written[index] ?? []);
	if (tests.length > 0) return flat('and', found.nots % 2 === 1 ? tests.map(negate) : tests);
	const told = (condition: Condition) => (found.nots % 2 === 1 ? negate(condition) : condition);
	if (found.open.length > 0)
		return told(unknown(...new Set([...found.said.narrows, ...found.loose, ...found.open])));
	return found.subject ? ofSubject(found, found.subject, context) : withoutSubject(found, context, told);
}

function ofSubject(found: PhraseWords, subject: Subject, { notes, where: lead }: Context): Condition {
	const { said, denied, quantity, gone } = found;
	const narrows = [...found.loose, ...said.narrows];
	if (quantity?.reading) notes.add(quantity.reading);
	const isVague = subject.kinds === KNOWN_OBJECTS;
	const isOneKnown = subject.lead !== 'a' && !subject.plural && quantity === null;
	if (isVague && (narrows.length > 0 || gone || said.plain || denied?.narrows.length))
		return flip(unknown(found.words), found.nots);
	if (gone && (quantity !== null || narrows.length > 0 || found.nots > 0)) return unknown(found.words);
	if (found.empty.length > 0) return emptyThing(found, subject, narrows);
	// Even if some are seen, others may be missing.
	if (gone && !isOneKnown) narrows.push('missing');
	// Whoever parks or drives sits in a car, where the camera sees nobody.
	if (PARKS.test(found.words) && subject.label === 'person' && said.plain)
		return flip(unknown(found.words), found.nots);
	// "A person who is not in the pool" is elsewhere; "the car is not in the driveway" is also true without a car.
	const isSome = subject.lead === 'a' || quantity !== null || PEOPLE.test(subject.said);
	const outside =
		denied?.where && isSome ? { ...denied.where, side: OPPOSITE[denied.where.side] } : denied?.where;
	const where = outside ?? said.where ?? lead;
	const least = quantity?.least ?? subject.least ?? 1;
	const only = narrows.length > 0 ? { only: narrows } : {};
	const touches = touchesOf(subject, said.touches, only, least, where);
	const parts: Condition[] = touches.length > 0 && least > 0 ? [...touches] : [];
	if (touches.length === 0) parts.push(count(subject, quantity, narrows, found.close, where));
	else if (quantity && quantity.most !== ANY)
		parts.push({
			op: 'or',
			parts: [count(subject, { ...quantity, least: 0 }, [], null, where), unknown(found.words)],
		});
	const whole = exceptFor(
		flat('and', [...parts, ...others(found), ...onlyThat(found, subject)]),
		found.except,
	);
	if (!denied) return flip(whole, found.nots + Number(gone));
	const places = [
		...touchesOf(subject, denied.touches, denied.narrows.length > 0 ? { only: denied.narrows } : {}, 1, null),
		...(denied.narrows.length > 0 && denied.touches.length === 0 ? [unknown(...denied.narrows)] : []),
	];
	if (places.length > 0) {
		// "A dog that is not on the couch" must be there; "the dog is not on the couch" may be anywhere.
		const notThere = flat('and', places.map(negate));
		return flip(isSome || touches.length > 0 ? flat('and', [whole, notThere]) : notThere, found.nots);
	}
	if (denied.where && isSome) return flip(whole, found.nots);
	// "Cars that are not parked", "anyone who is not": how they are, or whom that leaves out, was not understood.
	if ((denied.plain && (!isOneKnown || POSE.test(found.words))) || (isSome && !denied.where))
		return unknown(found.words);
	return flip(whole, found.nots + 1 + Number(gone));
}

const others = (found: PhraseWords) =>
	found.others.map(({ meaning, quantity }) => count(meaning, quantity, meaning.narrow ? [meaning.said] : []));

/**
 * "Only the cat" is certain where nothing else that comes and goes is seen. Whether another cat or a person matters, nobody
 * can say, unless all that is there is named: "there are only dogs".
 */
function onlyThat({ only, isStated }: PhraseWords, what: Subject): Condition[] {
	if (!only) return [];
	const rest = COMING_AND_GOING.filter((kind) => !what.kinds.includes(kind));
	const isMany = what.plural || hasOneForm(what.label);
	const none = flat('and', [
		negate(count(group('other person, animal or vehicle', rest), null)),
		...(isMany ? [] : [count(what, { least: 0, most: 1, reading: null })]),
	]);
	return [isMany && isStated ? none : { op: 'or', parts: [none, unknown(only)] }];
}

const OPPOSITE = { in: 'outside', near: 'outside', outside: 'in' } as const;
const flip = (condition: Condition, times: number) => (times % 2 === 1 ? negate(condition) : condition);

/** "The bench is empty": it is there, and nobody is on it. Of several, one may be: "an empty chair". */
function emptyThing(found: PhraseWords, subject: Subject, narrows: string[]): Condition {
	const isSeat = subject.kinds.every((kind) => SEATS.includes(kind)) && !found.empty.includes('clear');
	if (!isSeat || found.denied || narrows.length > 0)
		return flip(count(subject, found.quantity, [...narrows, 'empty']), found.nots);
	const taken: Condition = { op: 'touch', what: COMERS, where: subject };
	const isOneOf = subject.lead === 'a' || found.quantity !== null || found.nots > 0;
	const free: Condition = isOneOf ? { op: 'or', parts: [negate(taken), unknown('empty')] } : negate(taken);
	return flip(flat('and', [count(subject, found.quantity), free]), found.nots);
}

function withoutSubject(
	found: PhraseWords,
	{ about, notes, where: lead }: Context,
	told: (condition: Condition) => Condition,
): Condition | null {
	const { empty, places, said, quantity } = found;
	const where = said.where ?? lead;
	if (found.loose.length > 0 || said.touches.length > 0 || found.gone)
		return told(unknown(found.words || found.loose.join(' ')));
	if (empty.length > 0) {
		const isParking = [...places, said.where?.zone.name ?? ''].some((place) => PARKING.test(place));
		const what = isParking ? ANY_VEHICLE : COMERS;
		notes.add(`“${empty.join(' ')}” is read as no ${what.label}`);
		const free = negate(count(what, null, [], found.close, where));
		const isWhole = places.length > 0 && places.every((place) => WHOLE.test(place));
		// "A free parking space": one of several.
		if (found.isOneOf && !isWhole) return told({ op: 'or', parts: [free, unknown('free')] });
		if (isParking || isWhole) return told(free);
		// A "clear" way has nothing in it at all.
		if (empty.includes('clear')) return told(flat('and', [free, unknown('clear')]));
		const isSurface =
			places.some((place) => SURFACE.test(place)) || (empty.includes('nothing') && found.isOn);
		const nothing: Condition = {
			op: 'or',
			parts: [negate(count(group('object', KNOWN_OBJECTS), null)), unknown(empty.join(' '))],
		};
		return told(isSurface ? flat('and', [free, nothing]) : free);
	}
	if (quantity) return about ? told(count(about, quantity, [], null, where)) : told(unknown(found.words));
	// "In the driveway" only says where to look; "a fence" is something the detector does not know.
	if (places.length > 0)
		return found.located && found.nots === 0 && !found.isAboutPlace ? null : told(unknown(places.join(' ')));
	return found.nots > 0 ? unknown('not') : null;
}

/** "Any animal except a dog": the other kinds. Whom "except the gardener" leaves out, outlines cannot show. */
function exceptFor(condition: Condition, except: Item[] | null): Condition {
	if (!except) return condition;
	const things = thingsOf(except);
	const isPlain =
		things.length > 0 &&
		except.every(({ is }) => is === 'thing' || is === 'article') &&
		things.every(({ narrow }) => !narrow);
	const words = `except ${except.map((item) => item.words).join(' ')}`;
	return isPlain
		? leaveOut(
				condition,
				things.flatMap(({ kinds }) => kinds),
				null,
			)
		: leaveOut(condition, null, words);
}

function touchesOf(
	what: Meaning,
	touches: Said['touches'],
	only: { only?: string[] },
	least: number,
	where: Where | null,
): Condition[] {
	const own = what.with ? [{ where: group(what.with, [what.with]), held: true, near: false }] : [];
	// "A cat on the chair at the table": the cat is on the chair.
	return [...own, ...touches.slice(0, 1)].map(({ where: place, held, near }) => ({
		op: 'touch',
		what,
		where: place,
		...(least > 1 && { least }),
		...(held && { held }),
		...(near && { near }),
		...(where && { in: where }),
		...only,
	}));
}

/** The condition that a number of something is in the picture. */
export function count(
	what: Meaning,
	quantity: Quantity | null,
	only: string[] = [],
	close: string | null = null,
	where: Where | null = null,
): Condition {
	const { label, kinds, plural, said, narrow, with: other, least: own } = what;
	return {
		op: 'count',
		what: {
			label,
			kinds,
			plural,
			said,
			...(narrow && { narrow }),
			...(other && { with: other }),
			...(own && { least: own }),
		},
		least: quantity?.least ?? own ?? 1,
		most: quantity?.most ?? ANY,
		...(only.length > 0 && { only }),
		...(close !== null && kinds.some(isVehicle) && { close }),
		...(where && { in: where }),
	};
}
