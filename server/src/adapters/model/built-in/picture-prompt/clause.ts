/** A condition made of phrases: what "and", "or", "but", "with", "without", "unless" and hours make of them. */

import { type Condition, flat, negate } from '../sight/condition.ts';
import type { Where } from '../sight/zones.ts';
import { asExceptions, GLUE, isDeniedPart, type Part, partsOf, spoken } from './clause-parts.ts';
import type { Item, Joint } from './items.ts';
import { leaveOut } from './left-out.ts';
import { COMING_AND_GOING, inWords, type Meaning } from './lexicon.ts';
import { type Context, conditionOf, count, unknown } from './phrase.ts';
import { PhraseWords } from './phrase-words.ts';

/** A condition, and how its words were understood if a customer might have meant something else. */
export interface Reading {
	condition: Condition;
	notes: string[];
}

/** Reads the items of a condition; null if they say nothing. `asked`: they follow "tell me about", where "and" means either. */
export function readCondition(items: Item[], context: Context, asked = false): Condition | null {
	const [rule = [], ...exceptions] = splitAt(items, (item) => item.is === 'joint' && item.joint === 'unless');
	const parts = partsOf(asExceptions(rule), asked);
	const isEither = parts.slice(1).some(({ joint }) => joint === 'or');
	const timed = parts.filter(({ hours }) => hours.length > 0);
	// "A dog at night or a cat": hours in the middle belong to what they stand behind; others hold for all.
	const [one] = timed;
	const isLast = one === parts.at(-1);
	const isApart =
		isEither &&
		one !== undefined &&
		(timed.length > 1 || (isLast ? one.isApart : one !== parts[0] || spoken(one.items)));
	const main = readParts(parts, context, asked, isApart);
	// "Nobody by day and no car at night": which hours hold for what, nobody can say.
	const isMixed = !isApart && timed.length > 1;
	const hours = isApart
		? []
		: isMixed
			? [unknown(...timed.flatMap((part) => part.said))]
			: timed.flatMap((part) => part.hours);
	const except = exceptions.flatMap((some) => readCondition(some, { ...context, where: null }) ?? []);
	const all = [...(main ? [main] : []), ...hours, ...except.map(negate)];
	return all.length > 0 ? flat('and', all) : null;
}

function splitAt(items: Item[], isMark: (item: Item) => boolean): Item[][] {
	const found: Item[][] = [[]];
	for (const item of items) isMark(item) ? found.push([]) : found.at(-1)?.push(item);
	return found;
}

/** Parts that hold for everything before them: "a person or a dog, but no car", "with", "and nobody". */
const isStrong = ({ joint, items }: Part) =>
	joint === 'but' || joint === 'with' || (joint === 'and' && isDeniedPart(items));

function readParts(parts: Part[], context: Context, asked: boolean, isApart: boolean): Condition | null {
	const groups: Part[][] = [];
	for (const part of parts) {
		if (groups.length > 0 && !isStrong(part)) groups.at(-1)?.push(part);
		else groups.push([part]);
	}
	sharePlace(groups);
	const read: Condition[] = [];
	for (const [at, group] of groups.entries()) {
		sharePredicate(group);
		const first = group[0] as Part;
		// "People, not animals", "cats but not dogs": what does not count, though it may be there.
		const excluded = at > 0 && (first.joint === 'but' || first.isComma) ? excludedBy(group) : null;
		const last = read.at(-1);
		if (excluded && last) {
			read[read.length - 1] = withoutThings(last, excluded);
			continue;
		}
		const condition = readList(group, context, asked && groups.length === 1, isApart);
		if (!condition) continue;
		// "Nobody with a hat" is true of people without a hat.
		if (first.joint === 'with' && last?.op === 'not')
			read[read.length - 1] = { op: 'not', part: flat('and', [last.part, condition]) };
		else read.push(condition);
	}
	if (read.length === 0) return null;
	return tellApart(flat('and', read));
}

/** "Not dogs" behind "but", where no article says that they must be missing. */
function excludedBy(group: Part[]): Meaning[] | null {
	const items = group.flatMap((part) => part.items).filter(({ is }) => !GLUE.includes(is));
	const [not, ...rest] = items;
	const things = rest.flatMap((item) => (item.is === 'thing' ? [item.meaning] : []));
	const isBare =
		not?.is === 'not' &&
		/^(?:not|never)$/.test(not.words) &&
		rest.length > 0 &&
		rest.every(({ is }) => is === 'thing' || is === 'unknown');
	return isBare &&
		things.length > 0 &&
		!group.some(({ items: own }) => own.some(({ is }) => is === 'article'))
		? things.map((thing) => (rest.length > things.length ? { ...thing, narrow: true } : thing))
		: null;
}

/** "Cats but not dogs": where a dog is not one of them, whether it may be there too is anybody's guess. */
function withoutThings(condition: Condition, excluded: readonly Meaning[]): Condition {
	return excluded.reduce((rest, what) => {
		const { kinds, narrow, said } = what;
		const left = leaveOut(rest, kinds, narrow ? `not ${said}` : null);
		if (left !== rest || narrow) return left;
		const mayBe = flat('or', [negate(count({ ...what, label: said }, null)), unknown(`not ${said}`)]);
		return flat('and', [rest, mayBe]);
	}, condition);
}

/** "A cat or a dog is on the bed": what is said of the last subject is said of those before it too. */
function sharePredicate(group: Part[]): void {
	const last = group.at(-1)?.items ?? [];
	const thing = last.findIndex(({ is }) => is === 'thing');
	const behind = last.slice(thing + 1);
	const begins = behind[0]?.is;
	const isNamed = behind.some(
		({ is, words }) => is === 'definite' || is === 'zone' || (is === 'relation' && /^(?:at|in)$/.test(words)),
	);
	const isShared = begins === 'link' || ((begins === 'relation' || begins === 'on') && isNamed);
	if (thing < 0 || !isShared) return;
	for (const { items } of group.slice(0, -1)) if (items.at(-1)?.is === 'thing') items.push(...behind);
}

/** "No cup and no bottle on the table", "a child and no adult in the zone": the place at the end holds for all before it. */
function sharePlace(groups: Part[][]): void {
	const last = groups.at(-1)?.at(-1)?.items ?? [];
	const thing = last.findIndex(({ is }) => is === 'thing');
	const behind = last.slice(thing + 1).filter(({ is }) => is !== 'link');
	const isZone = behind.at(-1)?.is === 'zone';
	const isOn =
		/^(?:on|relation)$/.test(behind[0]?.is ?? '') &&
		behind[1]?.is === 'definite' &&
		behind[2]?.is === 'thing' &&
		behind.length === 3;
	const isWith = groups.at(-1)?.[0]?.joint === 'with';
	if (thing < 0 || groups.length < 2 || !(isZone || (isOn && !isWith))) return;
	const comes = (item: Item | undefined) =>
		item?.is === 'thing' && item.meaning.kinds.some((kind) => COMING_AND_GOING.includes(kind));
	for (const { items } of groups.slice(0, -1).flat()) {
		const own = items.at(-1);
		if (own?.is === 'thing' && (isZone || comes(own) === comes(last[thing]))) items.push(...behind);
	}
}

/** Alternatives and lists; "and" binds tighter than "or". */
function readList(group: Part[], context: Context, asked: boolean, isApart: boolean): Condition | null {
	const own = group.map((part) => ({ ...part, phrase: new PhraseWords(part.items, context.notes) }));
	if (
		own.length > 1 &&
		own[0]?.phrase.subject === null &&
		own[0].phrase.said.where &&
		own[0].phrase.empty.length === 0
	)
		context = { ...context, where: own[0].phrase.said.where };
	let before: PhraseWords | null = null;
	for (const { joint, phrase } of own) {
		if (before) shareWithNext(before, phrase, joint);
		if (phrase.subject || phrase.nots > 0) before = phrase;
	}
	const isNone = own.every(({ phrase }) => phrase.nots % 2 === 1 || phrase.words === '') && own.length > 1;
	const phrases = own.map(({ phrase }) => phrase);
	const sum = sumOf(phrases, context.where);
	if (sum && group.slice(1).every(({ joint }) => joint === 'or')) return sum;
	const alternatives: Condition[][] = [[]];
	for (const { joint, phrase, hours } of own) {
		const condition = conditionOf(phrase, context);
		const told = [...(condition ? [condition] : []), ...(isApart ? hours : [])];
		if (told.length === 0) continue;
		const isOr = joint === 'or' || joint === 'comma' || (asked && joint === 'and');
		if (isOr && !isNone && (alternatives.at(-1)?.length ?? 0) > 0) alternatives.push([]);
		alternatives.at(-1)?.push(flat('and', told));
	}
	const read = alternatives.filter((parts) => parts.length > 0).map((parts) => flat('and', parts));
	const told = read.length > 0 ? flat('or', read) : null;
	// "More than 3 cats and dogs" may mean so many of each, or both together.
	return sum && told ? flat('or', [told, flat('and', [sum, unknown('together')])]) : told;
}

/** "No cats or dogs", "more than 3 cats and dogs", "in the driveway or on the street": what is said once. */
function shareWithNext(before: PhraseWords, phrase: PhraseWords, joint: Joint | null): void {
	const { subject } = phrase;
	const isBare = subject?.lead === '' && phrase.quantity === null;
	const isNegated =
		before.nots % 2 === 1 && phrase.nots === 0 && phrase.quantity === null && !phrase.denied && !phrase.gone;
	if (isNegated && (joint === 'or' || isBare)) phrase.nots = before.nots;
	// "Near my car or my bike": a second place of the subject before.
	const place = before.said.touches[0];
	const isAlone =
		subject &&
		phrase.quantity === null &&
		phrase.said.touches.length === 0 &&
		phrase.said.narrows.length === 0 &&
		!phrase.denied &&
		phrase.others.length === 0;
	if (
		before.subject &&
		subject &&
		place &&
		joint === 'or' &&
		isAlone &&
		(subject.lead === 'the' || place.held)
	) {
		phrase.said.touches.push({ ...place, where: subject });
		phrase.said.narrows.push(...before.said.narrows);
		phrase.subject = before.subject;
		return;
	}
	if (!subject) {
		// A second place of the subject before: "on the couch or in the zone".
		if (before.subject && (phrase.said.where || phrase.said.touches.length > 0) && phrase.empty.length === 0)
			phrase.subject = { ...before.subject };
		return;
	}
	if (isBare && subject.plural && before.nots === 0) phrase.quantity ??= before.quantity;
}

/** "At least two dogs or cats": the number counts both together. */
function sumOf(phrases: PhraseWords[], where: Where | null): Condition | null {
	const [first, ...rest] = phrases;
	const { subject, quantity, nots, said } = first ?? {};
	if (!subject || !quantity || rest.length === 0 || quantity.most === quantity.least) return null;
	const isPlain = (one: PhraseWords) =>
		one.said.touches.length === 0 && one.said.narrows.length === 0 && one.said.where === said?.where;
	const isAlike = rest.every(
		(one) => one.subject?.lead === '' && one.quantity === quantity && one.nots === nots,
	);
	if (!isAlike || !phrases.every(isPlain)) return null;
	const subjects = phrases.flatMap((one) => one.subject ?? []);
	const label = inWords(
		subjects.map((one) => one.label),
		'or',
	);
	const what = { ...subject, kinds: [...new Set(subjects.flatMap(({ kinds }) => kinds))], label };
	const sum = count(what, quantity, [], null, said?.where ?? where);
	return nots === 1 ? negate(sum) : sum;
}

/** "A child without an adult", "an adult and a child": both are persons to the detector, and two different ones are two. */
function tellApart(condition: Condition): Condition {
	if (condition.op !== 'and') return condition;
	const there = condition.parts.flatMap((part) => (part.op === 'count' && part.least > 0 ? [part] : []));
	const parts = condition.parts.map((part) => {
		if (part.op !== 'not' || part.part.op !== 'count') return part;
		const { what } = part.part;
		const isSame = there.some(
			({ what: { said, kinds } }) => said !== what.said && kinds.some((kind) => what.kinds.includes(kind)),
		);
		return isSame ? negate(unknown(what.said)) : part;
	});
	const [first] = there;
	const alike = there.filter(({ what }) => first && what.label === first.what.label);
	if (!first || new Set(alike.map(({ what }) => what.said)).size < 2) return { op: 'and', parts };
	const least = alike.reduce((sum, part) => sum + part.least, 0);
	return {
		op: 'and',
		parts: [
			...parts,
			{ op: 'count', what: { ...first.what, narrow: false }, least, most: Number.POSITIVE_INFINITY },
		],
	};
}
