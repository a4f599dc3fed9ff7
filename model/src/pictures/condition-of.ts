/** A phrase as a condition. */
import {
	type Comparison,
	type Condition,
	joined,
	negated,
	type Seen,
	type ShownNumber,
} from '@watchword/contract/condition';
import { KIND_GROUPS, kindsNamed } from '@watchword/contract/kind-groups';
import type { KnownObject } from '@watchword/contract/known-objects';
import { saidBy, trimmed, type Word } from '../reading/words.ts';
import { type Amount, is, textOf } from './item.ts';
import { ANYBODY, type Context, comesAndGoes, type Phrase } from './phrase.ts';
import type { Kind } from './vocabulary.ts';

export const beyond = (words: readonly Word[]): Condition => ({
	is: 'beyond',
	words: saidBy(trimmed(words, /^[,:]$/)) || '?',
});

/** One phrase as a condition; null if it names nothing. Hours that hold for others, too, are no longer in it. */
export function conditionOf(phrase: Phrase, context: Context): Condition | null {
	const condition = unlimited(phrase, context);
	const hours = phrase.hours.length > 0 ? [joined('any', phrase.hours)] : [];
	return condition ? joined('all', [condition, ...hours]) : (hours[0] ?? null);
}

function unlimited(phrase: Phrase, context: Context): Condition | null {
	const { kind, not, amount, which, texts, surface } = phrase;
	const open = beyond(phrase.words);
	if (phrase.isOpen) return open;
	if (phrase.taught !== null) {
		const taught: Condition = { is: 'taught', words: phrase.taught };
		return not ? negated(taught) : taught;
	}
	if (texts) return writtenOf(phrase, texts);
	if (phrase.ago !== null) return changeOf(phrase, context) ?? open;
	if (surface || (!kind && amount && context.read && !context.about))
		return numberOf(phrase, context) ?? open;
	if (phrase.trend) return open;
	if (phrase.isEmpty) return emptyOf(phrase) ?? open;
	if (kind) return seenOf(phrase, kind, context) ?? open;
	if (which.length > 0 || not || phrase.place || phrase.others.length > 0) return open;
	return amount && context.about && !context.about.isNarrow
		? seenOf(phrase, context.about, context)
		: phrase.isGone || amount
			? open
			: null;
}

/** That these lie down matters wherever they are. */
const LYING = ['person', 'horse', 'cow'];

function seenOf(phrase: Phrase, kind: Kind, context: Context): Condition | null {
	const { beside, where = context.where, not, isGone, others, amount } = phrase;
	const kinds = without(
		kind.kinds,
		phrase.except.flatMap(({ kind }) => (kind.isNarrow ? [] : kind.kinds)),
	);
	const isSomewhere = beside || phrase.where || phrase.placed !== null;
	const isDone = phrase.lies && (LYING.includes(kind.kinds[0] ?? '') || !isSomewhere);
	const done = isDone ? phrase.lies : !isSomewhere && !comesAndGoes(kind) ? phrase.does : null;
	const which = [...phrase.which, ...(done ? [done] : [])].map(beyond);
	// That something is not there as usual, nobody can see while it is away.
	if (kinds.length === 0 || (isGone && (not || amount || which.length > 0))) return null;
	// "No staff" are no people, but "no dog is allowed" says something else.
	if (not && which.length > (not === 'not' ? 0 : phrase.before)) return null;
	// A table may have a parcel on it that is no kind.
	if (kind === ANYBODY && beside) return null;
	const [least, most] = boundsOf(amount, kind.least);
	const seen: Seen = {
		is: 'seen',
		kinds,
		least,
		most,
		...(kind.having && { beside: { how: 'with' as const, kinds: [kind.having] } }),
		...(beside && { beside: { how: beside.how, kinds: [...beside.kind.kinds] } }),
		...(where && { where }),
	};
	const besides = others.map(({ kind, amount, isMissing }): Condition => {
		const [least, most] = isMissing ? [0, 0] : boundsOf(amount, kind.least);
		return { is: 'seen', kinds: [...kind.kinds], least, most };
	});
	const excepted = phrase.except.flatMap(({ kind, words }) =>
		kind.isNarrow ? [negated(beyond(words))] : [],
	);
	const isNone = not !== null || isGone;
	if (which.length + besides.length + excepted.length === 0) return isNone ? opposite(seen) : seen;
	// "At most two red cars": of all cars, some are red.
	if (most !== null) return null;
	const all = joined('all', [seen, ...which, ...besides, ...excepted]);
	return isNone ? negated(all) : all;
}

/** "No dog" is at most 0; "not more than 2" is at most 2. */
export function opposite(condition: Condition): Condition {
	if (condition.is !== 'seen' || condition.not || condition.most !== null) return negated(condition);
	return { ...condition, least: 0, most: Math.max(0, condition.least - 1) };
}

function boundsOf(amount: Amount | null, least: number): [least: number, most: number | null] {
	if (!amount) return [least, null];
	const than = Math.max(0, amount.than);
	switch (amount.compare) {
		case 'above':
			return [Math.floor(than) + 1, null];
		case 'at least':
			return than === 0 && amount.isBare ? [0, 0] : [Math.ceil(than), null];
		case 'below':
			return [0, Math.max(0, Math.ceil(than) - 1)];
		case 'at most':
			return [0, Math.floor(than)];
		case 'exactly':
			return [than, than];
		case 'between':
			return [than, amount.to ?? than];
	}
}

/** The condition without kinds that are to be ignored; null if nothing is left of it. */
export function leaving(condition: Condition, left: readonly string[]): Condition | null {
	if (condition.is === 'all' || condition.is === 'any') {
		const of = condition.of.map((one) => leaving(one, left));
		return of.includes(null) ? null : { ...condition, of: of.flatMap((one) => one ?? []) };
	}
	if (condition.is !== 'seen') return condition;
	const kinds = without(condition.kinds, left);
	return kinds.length > 0 ? { ...condition, kinds } : null;
}

/** Kinds without some of them. A group that loses one is named by the others. */
function without(kinds: readonly string[], left: readonly string[]): string[] {
	const out = new Set<string>([...left, ...(kindsNamed(left) ?? [])]);
	return kinds.flatMap((kind) => {
		const group =
			kind === 'anything'
				? ['person', 'bicycle', ...(KIND_GROUPS.animal ?? []), ...(KIND_GROUPS.vehicle ?? [])]
				: KIND_GROUPS[kind];
		if (!group?.some((one) => out.has(one))) return out.has(kind) ? [] : [kind];
		return group.filter((one) => !out.has(one as KnownObject));
	});
}

/** "The driveway is empty", "an empty bench", "the table is free". */
function emptyOf({
	kind,
	place,
	placed,
	not,
	where,
	which,
	article,
	amount,
	except,
}: Phrase): Condition | null {
	// Of "a free parking space", there are several.
	if (article === 'a' || amount || which.length + except.length > 0 || (kind && comesAndGoes(kind)))
		return null;
	const nobody: Seen = { is: 'seen', kinds: [...ANYBODY.kinds], least: 0, most: 0 };
	const turned = (seen: Seen): Seen => (not ? { ...seen, least: 1, most: null } : seen);
	// "The chair by the window" is one of several.
	if (kind && (placed || where)) return null;
	if (kind) {
		const free = turned({ ...nobody, beside: { how: 'on', kinds: [...kind.kinds] } });
		return joined('all', [{ is: 'seen', kinds: [...kind.kinds], least: 1, most: null }, free]);
	}
	if (!place) return where ? turned({ ...nobody, where }) : null;
	const view = is(place, 'close') ? { where: { view: saidBy(place.words) } } : where ? { where } : {};
	return turned({ ...nobody, ...view });
}

const VEHICLES: readonly string[] = ['vehicle', ...(KIND_GROUPS.vehicle ?? [])];

function writtenOf({ surface, kind, where, not, which, amount, words }: Phrase, texts: string[]): Condition {
	if (which.length > 0 || amount) return beyond(words);
	const isPlate = surface !== null && is(surface, 'plate');
	const on = surface && (isPlate ? 'plate' : textOf(surface));
	const place = where && !('view' in where) ? { where } : {};
	const turned = (text: Condition) => (not ? negated(text) : text);
	if (!kind || isPlate) return turned({ is: 'text', words: texts, on, ...place });
	// What people wear is seen beside other text; on a vehicle it is printed.
	if (!kind.kinds.every((one) => VEHICLES.includes(one))) return beyond(words);
	return joined('all', [
		{ is: 'seen', kinds: [...kind.kinds], least: 1, most: null, ...place },
		turned({ is: 'text', words: texts, on: on ?? 'vehicle', inside: ['vehicle'], ...place }),
	]);
}

function numberOf(phrase: Phrase, context: Context): Condition | null {
	const { surface, amount, not, where, kind } = phrase;
	if (!amount || kind || phrase.which.length > 0 || (surface && is(surface, 'plate'))) return null;
	const of = surface ? textOf(surface) : context.read;
	if (!of || (amount.isBare && !phrase.hasVerb)) return null;
	const number: ShownNumber = {
		is: 'number',
		of,
		...plain(amount),
		...(where && !('view' in where) && { where }),
	};
	return not ? negated(number) : number;
}

const plain = ({ compare, than, to, isBare }: Amount): Comparison => ({
	compare: isBare ? 'exactly' : compare,
	than,
	...(to !== undefined && { to }),
});

/** "Has risen by more than 5 since yesterday", "more cars than an hour ago". */
function changeOf(phrase: Phrase, context: Context): Condition | null {
	const { trend, ago, amount, surface, kind, not, isPercent } = phrase;
	if (!trend || ago === null || phrase.which.length > 0 || kind?.isNarrow) return null;
	const of = kind ? { kinds: [...kind.kinds] } : surface ? textOf(surface) : context.read;
	if (!of) return null;
	const by: Comparison = !amount
		? { compare: 'above', than: 0 }
		: { compare: amount.isBare ? 'at least' : amount.compare, than: amount.than };
	if (by.compare === 'between' || by.compare === 'exactly') return null;
	const up: Comparison = by;
	const down: Comparison = { compare: TURNED[by.compare] ?? by.compare, than: by.than === 0 ? 0 : -by.than };
	const change = (comparison: Comparison): Condition => ({
		is: 'number',
		of,
		...comparison,
		since: { minutes: ago, percent: isPercent },
	});
	const condition =
		trend === 'changed' ? joined('any', [change(up), change(down)]) : change(trend === 'up' ? up : down);
	return not ? negated(condition) : condition;
}

const TURNED: Partial<Record<Comparison['compare'], Comparison['compare']>> = {
	above: 'below',
	'at least': 'at most',
	below: 'above',
	'at most': 'at least',
};
