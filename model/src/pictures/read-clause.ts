/** A clause, which is phrases joined by "and" and "or", as a condition. */
import { type Condition, joined } from '@watchword/contract/condition';
import { kindsNamed } from '@watchword/contract/kind-groups';
import { alternatives } from './alternatives.ts';
import { beyond, conditionOf } from './condition-of.ts';
import { type Item, is, wordsOf } from './item.ts';
import { type Context, comesAndGoes, isBare, isNamed, type Phrase } from './phrase.ts';
import { readPhrase } from './read-phrase.ts';
import type { Kind } from './vocabulary.ts';

const JOINTS = ['comma', 'and', 'or', 'but'] as const;
interface Part {
	joint: (typeof JOINTS)[number] | null;
	phrase: Phrase;
}

/** The condition of a clause; null if it says nothing. `isList` where "people and cars" are two reasons. */
export function readClause(items: readonly Item[], context: Context, isList: boolean): Condition | null {
	const open = beyond(wordsOf(items));
	// What could turn the meaning round makes all of it beyond.
	const isAgo = items.some(({ ago }) => ago !== undefined);
	const isSafe = (item: Item) => isAgo && is(item, 'up', 'down', 'changed', 'than');
	if (items.some((item) => is(item, 'doubt') && !item.kind && !isSafe(item))) return open;
	const parts = partsOf(items, context);
	const hours = hoursOfAll(parts);
	const heads = headsOf(parts);
	if (!hours || !heads) return open;
	// Somebody in one place or in another: the camera looks at both.
	const places = new Set(
		heads.flatMap(({ phrase: { placed, where } }) => placed ?? (where && 'view' in where ? where.view : [])),
	);
	if (places.size > 1) return open;
	const conditions = heads.length > 0 ? readHeads(heads, context, isList) : [];
	if (!conditions) return open;
	const times = parts.flatMap(({ phrase }) => (phrase.isOpen ? [] : phrase.times));
	const all = [...conditions, ...(hours.length > 0 ? [joined('any', hours)] : []), ...times.map(beyond)];
	return all.length > 0 ? joined('all', all) : null;
}

/** Splits at joints. */
function partsOf(items: readonly Item[], context: Context): Part[] {
	const parts: { joint: Part['joint']; items: Item[] }[] = [{ joint: null, items: [] }];
	const isNeither = items.some((item) => is(item, 'neither'));
	for (const [at, item] of items.entries()) {
		// German "noch" is "nor" and "still"; ", except trucks" goes on.
		const isJoint = !item.kind && (isNeither || !is(item, 'skip')) && !is(items[at + 1], 'except');
		const joint = isJoint ? JOINTS.find((one) => is(item, one)) : undefined;
		const last = parts.at(-1);
		if (!joint) last?.items.push(item);
		// ", and".
		else if (last?.items.every((one) => is(one, 'skip', 'if')))
			last.joint = parts.length === 1 || joint === 'comma' ? last.joint : joint;
		else parts.push({ joint, items: [] });
	}
	let { about } = context;
	return parts.flatMap(({ joint, items }) => {
		if (items.length === 0) return [];
		const phrase = readPhrase(items, { ...context, about });
		about = phrase.kind ?? about;
		return { joint, phrase };
	});
}

/** The hours that hold for all phrases, which stand before all of them or behind; those of one alone stay with it. Null if that is not clear. */
function hoursOfAll(parts: readonly Part[]): Condition[] | null {
	const timed = parts.filter(({ phrase }) => phrase.hours.length > 0);
	const named = parts.filter(({ phrase }) => isNamed(phrase));
	// "A bus at night or a car by day".
	if (timed.length > 1 && timed.every(({ phrase }) => isNamed(phrase)))
		return timed.length === named.length && !timed.some(({ phrase }) => phrase.isOnly) ? [] : null;
	const places = timed.map((part) => parts.indexOf(part));
	const isInRow = places.every((at, index) => index === 0 || at === (places[index - 1] ?? 0) + 1);
	const isFirst = timed.every(({ phrase }) => phrase.isLedByHours || named.length === 0) && places[0] === 0;
	const isLast =
		!timed.some(({ phrase }) => isNamed(phrase) && phrase.isLedByHours) && places.at(-1) === parts.length - 1;
	if (timed.length > 0 && !(isInRow && (isFirst || isLast))) return null;
	const hours = timed.flatMap(({ phrase }) => phrase.hours.splice(0));
	// "Only on weekdays and only by day" is both, "at night and on weekends" is either.
	const isMixed = new Set(hours.map((one) => one.is === 'hours' && one.time === null)).size > 1;
	return isMixed && !timed.slice(1).every(({ joint }) => joint === 'or') ? null : hours;
}

/** The phrases that name something, with what the others say of them. Null if that is not clear. */
function headsOf(parts: readonly Part[]): Part[] | null {
	const heads: Part[] = [];
	let lead: Phrase | null = null;
	for (const part of parts) {
		const last = heads.at(-1);
		const { phrase, joint } = part;
		const isMore = last && !phrase.isOpen && (!isNamed(phrase) || saysMore(part, last.phrase));
		if (isMore && !addTo(last.phrase, part)) return null;
		if (isMore) continue;
		if (isNamed(phrase)) {
			if (lead?.amount && !phrase.amount) return null;
			// "More than 3 but fewer than 10 people".
			if (lead?.amount && phrase.kind) heads.push({ joint: null, phrase: { ...lead, kind: phrase.kind } });
			else if (lead && !addTo(phrase, { joint: null, phrase: lead })) return null;
			heads.push({ joint: heads.length > 0 ? joint : null, phrase });
			lead = null;
		} else if (lead || (phrase.article && !says(phrase))) return null;
		else if (says(phrase)) lead = phrase;
	}
	if (lead && heads.length === 0) heads.push({ joint: null, phrase: lead });
	return heads;
}

/** Whether there is more in it than hours. */
const says = ({ amount, where, beside, which, others, isGone, isEmpty, not, trend, ago }: Phrase) =>
	[amount, where, beside, not, trend, ago].some((one) => one !== null && one !== undefined) ||
	which.length + others.length > 0 ||
	isGone ||
	isEmpty;

/** Dogs are some of all animals, and a postman is one of all people. */
const areSome = ({ kinds }: Kind, of: Kind) => {
	const all = kindsNamed(of.kinds) ?? [];
	return (kindsNamed(kinds) ?? []).every((kind) => all.includes(kind));
};

/** "On the sofa or the bed", "an animal but not a dog", "except cats and dogs". */
function saysMore(
	{ phrase, joint }: Part,
	{ kind, beside, others, except, not, where, placed }: Phrase,
): boolean {
	if (phrase.place && !phrase.hasVerb && !phrase.isEmpty) return where !== undefined || placed !== null;
	if (!phrase.kind || !kind || phrase.amount) return false;
	const { where: _, placed: __, ...own } = phrase;
	if (
		others.length > 0 &&
		joint === 'or' &&
		isBare({ ...own, where: undefined, placed: null }) &&
		phrase.article !== 'the'
	)
		return true;
	if (phrase.hasVerb) return false;
	if (phrase.not) return !not && (joint === 'but' || joint === 'comma') && areSome(phrase.kind, kind);
	if (!isBare(phrase) || joint === 'comma') return false;
	if (except.length > 0) return areSome(phrase.kind, kind);
	return beside !== null && (phrase.article === 'the' || !comesAndGoes(phrase.kind));
}

/** Adds what is said of the same thing. False if it is not clear how. */
function addTo(last: Phrase, { joint, phrase }: Part): boolean {
	const { kind, not, where, beside, amount, placed, which } = phrase;
	if (phrase.ago !== null || phrase.surface || phrase.texts || phrase.trend) return false;
	if (not && kind) {
		if (kind.isNarrow || which.length > 0 || phrase.article === 'the') last.which.push([...phrase.words]);
		else last.except.push({ kind, words: phrase.words });
		return true;
	}
	// "But not in the kitchen", "but not me".
	if (not) return last.which.push([...phrase.words]) > 0 && !last.not;
	last.hours.push(...phrase.hours);
	last.which.push(...which);
	last.hasVerb ||= phrase.hasVerb;
	last.isGone ||= phrase.isGone;
	last.isEmpty ||= phrase.isEmpty;
	last.others.push(...phrase.others);
	const seat = kind ?? beside?.kind;
	const place = phrase.place ? { view: phrase.place.words.map(({ said }) => said).join(' ') } : where;
	const other = last.others.at(-1);
	if (kind && last.except.length > 0) last.except.push({ kind, words: phrase.words });
	else if (kind && other) {
		if (kind.isNarrow) return false;
		other.kind = { ...other.kind, kinds: [...other.kind.kinds, ...kind.kinds] };
	} else if (seat && last.beside && joint === 'or')
		last.beside = {
			...last.beside,
			kind: { ...last.beside.kind, kinds: [...last.beside.kind.kinds, ...seat.kinds] },
		};
	// "On the table or on the floor".
	else if (last.beside && (seat || placed || place || which.length > 0) && joint !== null)
		return joint !== 'or' && !seat;
	else if (beside && (last.beside || ((last.placed || last.where) && joint === 'or'))) return false;
	else last.beside ??= beside;
	if (place && last.where) {
		if (!('view' in place && 'view' in last.where)) return false;
		last.where = { view: `${last.where.view} ${joint === 'or' ? 'or' : 'and'} ${place.view}` };
	} else last.where ??= phrase.place && last.placed ? undefined : place;
	last.placed ??= placed;
	if (amount && (last.amount || amount.isBare)) return false;
	last.amount ??= amount;
	return !(joint === 'or' && which.length > 0);
}

/** Phrases as conditions. Null if it is not clear how they are joined. */
function readHeads(heads: readonly Part[], context: Context, isList: boolean): Condition[] | null {
	// "People, no animals", "an animal and no people", "a dog or a cat is there and nobody is at home".
	const at = heads.findIndex(
		({ joint, phrase }, at) =>
			joint !== null && joint !== 'or' && turns(phrase, heads[at - 1]?.phrase, joint === 'but'),
	);
	if (at > 0) {
		const [first, rest] = [heads.slice(0, at), heads.slice(at)];
		const read = readHeads(first, context, isList);
		if (isList || first[0]?.phrase.isOnly)
			return rest.every(
				({ phrase, joint }, at) => isBare(phrase) && (phrase.not || (at > 0 && joint === 'or')),
			)
				? read
				: null;
		// "A dog, not a cat", "a person and not just the cat".
		if (rest.some(({ phrase }) => phrase.kind && phrase.not === 'not' && !phrase.hasVerb)) return null;
		const others = readHeads(rest, context, false);
		const isClear = rest[0]?.joint !== 'comma' || rest.every(({ phrase }) => phrase.not);
		return read && others && isClear ? [...read, ...others] : null;
	}
	const joints = new Set(heads.slice(1).map(({ joint }) => joint));
	joints.delete('comma');
	if (joints.size > 1) return null;
	const shared = share(
		heads.map(({ phrase }) => phrase),
		joints.has('or'),
	);
	if (!shared) return null;
	const areDenied = shared.length > 1 && shared.every(({ not }) => not);
	// Only commas: "dogs, cats".
	const isOpenList = joints.size === 0 && heads.length > 1;
	if (isOpenList && heads.some(({ phrase }) => phrase.isOpen || phrase.amount)) return null;
	// "A car or a truck, which is parked": what comes last is said of both.
	const end = heads.at(-1);
	if (joints.has('or') && end?.joint === 'comma' && end.phrase.isOpen) return null;
	const isAny = joints.has('or') || isOpenList || isList;
	const conditions = shared.flatMap((phrase) => conditionOf(phrase, context) ?? []);
	return conditions.length > 0 ? [alternatives(joined(isAny && !areDenied ? 'any' : 'all', conditions))] : [];
}

/** Whether something else begins: what must not be there, or another clause. */
const turns = (phrase: Phrase, before: Phrase | undefined, isBut: boolean) =>
	before !== undefined &&
	((phrase.not !== null) !== (before.not !== null)
		? phrase.not !== null || phrase.hasVerb || isBut
		: before.hasVerb && phrase.hasVerb);

/** What is said of one of several things and means all of them. Null if that is not clear. */
function share([first, ...rest]: Phrase[], isOr: boolean): Phrase[] | null {
	const last = rest.at(-1);
	if (!first || !last) return first ? [first] : null;
	const isEarlier = (one: Phrase) => one !== last && isBare(one) && (one === first || !one.hasVerb);
	// Behind the last one: "a dog or a cat on the sofa", "a dog and a cat are gone".
	if ([first, ...rest.slice(0, -1)].every(isEarlier) && last.kind && !last.isOpen && !isBare(last)) {
		if (last.not === 'not' && !first.not) return null;
		for (const phrase of [first, ...rest.slice(0, -1)]) {
			// "A hydrant and a car next to it".
			if (phrase.kind === last.beside?.kind) continue;
			const { where, beside, placed, isGone } = last;
			Object.assign(phrase, { where, beside, placed, isGone });
			phrase.which.push(...last.which.filter(([word]) => !last.kind?.isNarrow && word !== last.words[0]));
			phrase.others.push(...last.others);
		}
	}
	for (const phrase of rest) {
		const isOwn = first.hasVerb && phrase.hasVerb;
		const isPlain = phrase.article === null && !phrase.amount;
		if (first.not && phrase.not && isOr && first.not !== 'neither') return null;
		if (first.not && !phrase.not && phrase.kind && !isOwn && (isOr || first.not !== 'nobody')) {
			// "No car or a person" may be said of either.
			if (!isPlain && first.not !== 'neither') return null;
			phrase.not = first.not;
		} else if (first.not !== phrase.not && isOr && !isOwn) return null;
		if (isOwn || !isBare(phrase) || phrase === first) continue;
		// Where the first one is, the next one is too: "in the garden a dog or a cat".
		if (isPlain && !first.hasVerb) phrase.where ??= first.where;
		// "A person next to a car or a bicycle", "a red car or truck".
		if ((first.where && !('view' in first.where) && !phrase.where) || first.beside || first.others.length > 0)
			return null;
		if (isPlain && first.which.length > 0 && !first.kind?.isNarrow) return null;
	}
	// "Two dogs or cats".
	if (!first.amount || rest.some(({ article, amount, kind }) => article || amount || !kind))
		return [first, ...rest];
	if (!isOr || first.not || first.which.length > 0) return null;
	const kinds = [first, ...rest].flatMap(({ kind }) => kind?.kinds ?? []);
	return [{ ...last, amount: first.amount, kind: { least: 1, isNarrow: false, kinds } }];
}
