/** A clause, which is phrases joined by "and" and "or", as a condition. */
import { type Condition, joined } from '@watchword/contract/condition';
import { kindsNamed } from '@watchword/contract/kind-groups';
import type { Word } from '../reading/words.ts';
import { type Item, is } from './item.ts';
import { type Context, comesAndGoes, type Phrase } from './phrase.ts';
import { beyond, conditionOf, merged, spanned } from './phrase-condition.ts';
import { readPhrase } from './read-phrase.ts';
import type { Kind } from './vocabulary.ts';

type Joint = 'and' | 'or' | 'but' | 'comma';

interface Part {
	joint: Joint | null;
	phrase: Phrase;
}

const wordsOf = (items: readonly Item[]) => items.flatMap(({ words }) => [...words]);

/** The condition of a clause; null if it says nothing. `isList` where "people and cars" are two reasons. */
export function readClause(items: readonly Item[], context: Context, isList: boolean): Condition | null {
	const parts = partsOf(items, context);
	const words = wordsOf(items);
	const clauses: Part[][] = [];
	for (const part of parts) {
		const clause = clauses.at(-1);
		if (clause && !startsClause(part, clause)) clause.push(part);
		else clauses.push([part]);
	}
	const lists = clauses.map((clause) => joinedHeads(clause));
	if (lists.includes(null)) return beyond(words);
	const heads = lists.flatMap((list) => list ?? []);
	// "A dog or a cat at night": the hours hold for both.
	const timed = heads.filter(({ phrase }) => phrase.hours.length > 0);
	const [only] = timed;
	// "People, and at night cars": they hold for the cars.
	const isShared = timed.length === 1 && (only === heads[0] || !only?.phrase.isLedByHours);
	const hours = isShared && only ? only.phrase.hours.splice(0) : [];
	const times = heads.flatMap(({ phrase }) => (phrase.isOpen ? [] : phrase.times));
	const read = lists.flatMap((list, at) => {
		const condition = list && readList(list, words, context, isList);
		return condition ? [{ joint: clauses[at]?.[0]?.joint, condition }] : [];
	});
	const joints = new Set(read.slice(1).map(({ joint }) => (joint === 'or' ? 'any' : 'all')));
	if (joints.size > 1) return beyond(words);
	const whole = joined(
		joints.has('any') ? 'any' : 'all',
		read.map(({ condition }) => condition),
	);
	const isOpen = read.some(({ condition }) => condition.is === 'beyond');
	const all = [
		...(read.length > 0 ? [whole] : []),
		...(hours.length > 0 ? [joined('any', hours)] : []),
		...(isOpen ? [] : times.map(beyond)),
	];
	return all.length > 0 ? joined('all', all) : null;
}

/** Splits at joints. */
function partsOf(items: readonly Item[], context: Context): Part[] {
	const parts: { joint: Joint | null; items: Item[] }[] = [{ joint: null, items: [] }];
	for (const item of items) {
		const joint = jointOf(item);
		const last = parts.at(-1);
		if (!joint) last?.items.push(item);
		// ", and".
		else if (last?.items.every((one) => is(one, 'skip')))
			last.joint = parts.length === 1 || joint === 'comma' ? last.joint : joint;
		else parts.push({ joint, items: [] });
	}
	let { about } = context;
	return parts.flatMap(({ joint, items }) => {
		if (items.length === 0) return [];
		const phrase = readPhrase(items, { ...context, about });
		if (phrase.kind) about = phrase.kind;
		return { joint, phrase };
	});
}

const JOINTS = ['comma', 'and', 'or', 'but'] as const;
const jointOf = (item: Item): Joint | null => JOINTS.find((joint) => is(item, joint)) ?? null;

/** "Somebody is there and the gate is open" are two clauses; "a dog or a cat is there" is one. */
function startsClause({ phrase, joint }: Part, before: readonly Part[]): boolean {
	// Hours and amounts alone belong to what comes next.
	if (!phrase.isNamed || !before.at(-1)?.phrase.isNamed) return false;
	const [first] = before;
	if (phrase.by === 'nobody' || phrase.texts || phrase.meter || phrase.isEmpty) return true;
	if (!phrase.kind) return phrase.hasVerb || !phrase.place;
	const last = before.at(-1)?.phrase;
	if (joint === 'but')
		return !(phrase.nots > 0 && !phrase.hasVerb && last?.kind && areSome(phrase.kind, last.kind));
	return phrase.hasVerb && (first?.phrase.hasVerb ?? false) && (first?.phrase.isNamed ?? false);
}

/** Dogs are some of all animals, and a postman is one of all people. */
const areSome = ({ kinds }: Kind, of: Kind) => {
	const all = kindsNamed(of.kinds) ?? [];
	return (kindsNamed(kinds) ?? []).every((kind) => all.includes(kind));
};

/** The phrases that name something, with what the others say of them. Null if that is not clear. */
function joinedHeads(all: readonly Part[]): Part[] | null {
	const heads: Part[] = [];
	for (const part of all) {
		const last = heads.at(-1);
		// "In the evening or at night a person".
		if (
			last &&
			!last.phrase.isNamed &&
			last.phrase.hours.length > 0 &&
			part.phrase.hours.length > 0 &&
			part.phrase.isNamed
		) {
			part.phrase.hours.unshift(...last.phrase.hours);
			heads[heads.length - 1] = { ...part, joint: last.joint };
			continue;
		}
		// "More than 3 but fewer than 10 people".
		if (last && !last.phrase.isNamed && last.phrase.amount && part.phrase.kind)
			last.phrase.kind = part.phrase.kind;
		if (!last || (part.phrase.isNamed && !saysMore(part, last.phrase))) heads.push(part);
		else if (!addTo(last.phrase, part)) return null;
	}
	return heads;
}

/** "In the yard or the garden", "on the sofa or the bed", "an animal but not a dog". */
function saysMore({ phrase, joint }: Part, last: Phrase): boolean {
	const { kind, place, beside, nots } = last;
	if (phrase.place && !phrase.hasVerb && !phrase.isEmpty && !phrase.kind)
		return kind !== null || place !== null;
	if (!phrase.kind || phrase.hasVerb) return false;
	const isExcept = joint === 'but' || (joint === 'comma' && kind !== null && areSome(phrase.kind, kind));
	if (isExcept && phrase.nots > 0 && nots === 0) return kind !== null;
	if (!phrase.isBare || phrase.nots > 0 || phrase.amount || phrase.isPlaced) return false;
	const isAlike = (other: Kind) => comesAndGoes(other) === comesAndGoes(phrase.kind as Kind);
	// "Except cats and dogs", "with a dog or a cat", "near the car or the truck".
	if (last.except.length > 0) return kind !== null && areSome(phrase.kind, kind);
	if (last.others.length > 0) return joint === 'or' && last.others.every((one) => isAlike(one.kind));
	return beside !== null && isAlike(beside.kind) && (phrase.article === 'the' || !comesAndGoes(phrase.kind));
}

/** Adds what is said of the same thing. False if it is not clear how. */
function addTo(last: Phrase, { joint, phrase }: Part): boolean {
	const { kind, nots, where, beside, amount, words } = phrase;
	// "A bus, before 8": eight what?
	if (phrase.isOpen || phrase.ago !== null || amount?.isBare) return false;
	last.hours.push(...phrase.hours);
	last.times.push(...phrase.times);
	if (joint !== 'and' && joint !== 'or' && kind && nots === 1 && phrase.isBare) {
		if (kind.isNarrow) last.behind.push(words);
		else last.except.push({ kind, words });
		return true;
	}
	if (nots > 0) {
		// "A person, but not me".
		last.behind.push(words);
		return !where && !beside && !phrase.isGone && !amount && phrase.before.length + phrase.behind.length > 0;
	}
	if (kind && last.except.length > 0) {
		last.except.push({ kind, words });
		return true;
	}
	const other = last.others.at(-1);
	if (kind && other) {
		other.kind = {
			...other.kind,
			kinds: [...other.kind.kinds, ...kind.kinds],
			isNarrow: other.kind.isNarrow || kind.isNarrow,
		};
		return !kind.isNarrow;
	}
	const seat = kind ?? beside?.kind;
	if (seat && last.beside) {
		if (joint === 'and') return false;
		last.beside = {
			...last.beside,
			kind: { ...last.beside.kind, kinds: [...last.beside.kind.kinds, ...seat.kinds] },
		};
	} else last.beside ??= beside;
	if (where && last.where) {
		if (!('view' in where && 'view' in last.where)) return false;
		last.where = { view: `${last.where.view} ${joint === 'or' ? 'or' : 'and'} ${where.view}` };
	} else last.where ??= where;
	if (amount && last.amount) return false;
	last.amount ??= amount;
	last.others.push(...phrase.others);
	last.except.push(...phrase.except);
	last.behind.push(...phrase.before, ...phrase.behind);
	last.isGone ||= phrase.isGone;
	last.isEmpty ||= phrase.isEmpty;
	last.hasVerb ||= phrase.hasVerb;
	return true;
}

function readList(
	heads: Part[],
	words: readonly Word[],
	context: Context,
	isList: boolean,
): Condition | null {
	const open = () =>
		beyond(
			spanned(
				heads.flatMap(({ phrase }) => phrase.words),
				words,
			),
		);
	if (heads.some(({ phrase }) => phrase.isOpen || phrase.nots > 1)) return open();
	// "5 or more", of what?
	if (heads.some(({ phrase }) => !phrase.isNamed && phrase.amount && !context.about && !context.read))
		return open();
	const denied = deniedFrom(heads);
	if (denied > 0) {
		const isLeftOut = isList || heads[0]?.phrase.isOnly;
		const apart = isLeftOut ? [heads.slice(0, denied)] : [heads.slice(0, denied), heads.slice(denied)];
		const read = apart.flatMap((some) => readList(some, words, context, isList) ?? []);
		return read.length > 0 ? joined('all', read) : null;
	}
	const joints = new Set(heads.slice(1).map(({ joint }) => joint));
	joints.delete('comma');
	if (joints.has('or') && joints.size > 1) return open();
	const shared = share(heads.map(({ phrase }) => phrase));
	if (!shared) return open();
	const areDenied = shared.length > 1 && shared.every(({ nots }) => nots > 0);
	const isAny = joints.has('or') || (joints.size === 0 && heads.length > 1) || isList;
	const conditions = shared.flatMap((phrase) => conditionOf(phrase, context) ?? []);
	return conditions.length > 0 ? merged(joined(isAny && !areDenied ? 'any' : 'all', conditions)) : null;
}

/** Where a list goes on with what must not be there: "people, no animals"; 0 if it does not. */
function deniedFrom(heads: readonly Part[]): number {
	const at = heads.findIndex(({ phrase }) => phrase.nots > 0);
	const [first, ...others] = heads.slice(Math.max(0, at));
	const isDenied =
		first?.joint === 'comma' && [first, ...others].every(({ phrase }) => phrase.isBare && !phrase.hasVerb);
	return isDenied ? Math.max(0, at) : 0;
}

/** What is said of one of several things and means all of them. Null if that is not clear. */
function share(phrases: Phrase[]): Phrase[] | null {
	const [first] = phrases;
	const last = phrases.at(-1);
	if (!first || !last || phrases.length === 1) return phrases;
	const others = phrases.slice(0, -1);
	// Behind the last one: "a dog or a cat on the sofa", "a dog and a cat are gone".
	if (
		others.every(
			(one) => one.isBare && !(one.hasVerb && last.hasVerb && one !== first) && one.except.length === 0,
		)
	)
		for (const phrase of others) {
			if (last.nots > 0 && last.by === 'not' && phrase.nots === 0) return null;
			[phrase.where, phrase.beside] = [last.where, last.beside];
			phrase.behind.push(...last.behind);
			phrase.others.push(...last.others);
			phrase.isGone ||= last.isGone;
		}
	const shared: Phrase[] = [first];
	for (const phrase of phrases.slice(1)) {
		const before = shared.at(-1) as Phrase;
		const isPlain = phrase.article === null && !phrase.amount && phrase.nots === 0;
		if (
			before.nots > 0 &&
			before.by !== 'nobody' &&
			phrase.nots === 0 &&
			!(before.hasVerb && phrase.hasVerb)
		) {
			// "No car or a person" may be said of either.
			if (before.by === 'no' && phrase.article === 'a') return null;
			[phrase.nots, phrase.by] = [before.nots, before.by];
		}
		if (isPlain && before.kind && !before.kind.isNarrow) phrase.before.unshift(...before.before);
		// Where the first one is, the next one is too: "in the garden a dog or a cat".
		if (phrase.isBare && phrase.article === null && !before.hasVerb) phrase.where ??= before.where;
		const isSum = isPlain && before.amount && before.kind && phrase.kind;
		if (!isSum) shared.push(phrase);
		else if (before.nots > 0 || before.before.length > 0) return null;
		// "Two dogs or cats".
		else {
			const kinds = [...(before.kind?.kinds ?? []), ...(phrase.kind?.kinds ?? [])];
			phrase.kind = { least: 1, isNarrow: false, kinds: kindsNamed(kinds) ? kinds : [] };
			phrase.amount = before.amount;
			shared[shared.length - 1] = phrase;
		}
	}
	return shared;
}
