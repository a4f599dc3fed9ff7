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
import { saidBy, type Word } from '../reading/words.ts';
import { type Amount, is, textOf } from './item.ts';
import { ANYBODY, type Context, comesAndGoes, type Phrase } from './phrase.ts';
import type { Kind } from './vocabulary.ts';

export const beyond = (words: readonly Word[]): Condition => ({
	is: 'beyond',
	words: saidBy(trimmed(words)) || '?',
});

/** From the first to the last of some words, with the small ones between. */
export function spanned(some: readonly Word[], words: readonly Word[]): readonly Word[] {
	const at = some.map((word) => words.indexOf(word));
	return at.includes(-1) ? some : words.slice(Math.min(...at), Math.max(...at) + 1);
}

/** Words that stand next to each other belong together: "climbing", "over the fence". */
function inRow(some: readonly Word[][], words: readonly Word[]): Word[][] {
	const rows: Word[][] = [];
	for (const one of some) {
		const end = words.indexOf(rows.at(-1)?.at(-1) as Word);
		if (end >= 0 && words[end + 1] === one[0]) rows.at(-1)?.push(...one);
		else rows.push([...one]);
	}
	return rows;
}

/** Without joints and commas at the ends. */
function trimmed(words: readonly Word[]): readonly Word[] {
	const isSign = (word: Word | undefined) => word !== undefined && !word.quoted && /^[,:]$/.test(word.text);
	let [from, to] = [0, words.length];
	while (from < to && isSign(words[from])) from++;
	while (to > from && isSign(words[to - 1])) to--;
	return words.slice(from, to);
}

/** One phrase as a condition; null if it names nothing. Hours that hold for others, too, are no longer in it. */
export function conditionOf(phrase: Phrase, context: Context): Condition | null {
	const condition = unlimited(phrase, context);
	const hours = phrase.hours.length > 0 ? [joined('any', phrase.hours)] : [];
	return condition ? joined('all', [condition, ...hours]) : (hours[0] ?? null);
}

function unlimited(phrase: Phrase, context: Context): Condition | null {
	const { kind, nots, amount } = phrase;
	const open = beyond(phrase.words);
	if (phrase.taught !== null) {
		const taught: Condition = { is: 'taught', words: phrase.taught };
		return nots > 0 ? negated(taught) : taught;
	}
	if (phrase.texts) return writtenOf(phrase);
	if (phrase.ago !== null) return changeOf(phrase, context) ?? open;
	if (phrase.meter || (!kind && amount && context.read && !context.about))
		return numberOf(phrase, context) ?? open;
	if (phrase.trend) return open;
	if (phrase.isEmpty) return emptyOf(phrase) ?? open;
	if (kind) return phrase.isGone && nots > 0 ? open : seenOf(phrase, kind, context);
	if (phrase.before.length + phrase.behind.length > 0 || nots > 0) return open;
	return amount && context.about ? seenOf(phrase, context.about, context) : null;
}

function seenOf(phrase: Phrase, kind: Kind, context: Context): Condition {
	const { beside, where = context.where, nots, isGone, others, amount } = phrase;
	const kinds = without(
		kind.kinds,
		phrase.except.flatMap(({ kind }) => (kind.isNarrow ? [] : kind.kinds)),
	);
	if (kinds.length === 0) return beyond(phrase.words);
	const [least, most] = boundsOf(amount, kind.least);
	const having = kind.having ? { beside: { how: 'with' as const, kinds: [kind.having] } } : {};
	const seen: Seen = {
		is: 'seen',
		kinds,
		least,
		most,
		...having,
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
	const which = [phrase.before.flat(), ...inRow(phrase.behind, phrase.words)]
		.filter((some) => some.length > 0)
		.map((some) => beyond(spanned(some, phrase.words)));
	if (kind.kinds[0] === 'anything' && which.length > 0) return beyond(phrase.words);
	const isNone = nots > 0 || isGone;
	if (which.length + besides.length + excepted.length === 0) return isNone ? opposite(seen) : seen;
	// "At most two red cars": of all cars, some are red.
	if (most !== null && which.length > 0) {
		const some = joined('all', [{ ...seen, least: most + 1, most: null }, ...which]);
		const few = negated(some);
		const enough = least > 0 ? [joined('all', [{ ...seen, most: null }, ...which])] : [];
		const both = joined('all', [...enough, few]);
		return isNone ? negated(both) : both;
	}
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
	if (left.length === 0) return [...kinds];
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
	nots,
	where,
	words,
	before,
	behind,
	article,
	amount,
}: Phrase): Condition | null {
	// Of "a free parking space", there are several.
	if (article === 'a' || amount || (place && is(place, 'spot'))) return null;
	if (before.length + behind.length > 0 || (kind && comesAndGoes(kind))) return null;
	const nobody: Seen = { is: 'seen', kinds: [...ANYBODY.kinds], least: 0, most: 0 };
	const turned = (seen: Seen): Seen => (nots > 0 ? { ...seen, least: 1, most: null } : seen);
	if (kind) {
		const free = turned({ ...nobody, beside: { how: 'on', kinds: [...kind.kinds] } });
		return joined('all', [{ is: 'seen', kinds: [...kind.kinds], least: 1, most: null }, free]);
	}
	if (!place) return words.length > 0 && where ? turned({ ...nobody, where }) : null;
	const view = is(place, 'close') ? { where: { view: saidBy(place.words) } } : {};
	return turned({ ...nobody, ...(place.zone !== undefined && where ? { where } : view) });
}

const VEHICLES: readonly string[] = ['vehicle', ...(KIND_GROUPS.vehicle ?? [])];

function writtenOf(phrase: Phrase): Condition | null {
	const { texts, kind, where, nots } = phrase;
	if (!texts || nots > 1 || phrase.behind.length > 0 || phrase.amount) return beyond(phrase.words);
	const on = texts.on ? (is(texts.on, 'plate') ? 'plate' : textOf(texts.on)) : null;
	const place = where && !('view' in where) ? { where } : {};
	if (!kind || is(texts.on ?? undefined, 'plate')) {
		const text: Condition = { is: 'text', words: texts.words, on, ...place };
		return nots > 0 ? negated(text) : text;
	}
	// What people wear is seen beside other text; on a vehicle it is printed.
	if (!kind.kinds.every((one) => VEHICLES.includes(one))) return beyond(phrase.words);
	const text: Condition = {
		is: 'text',
		words: texts.words,
		on: on ?? 'vehicle',
		inside: ['vehicle'],
		...place,
	};
	return joined('all', [
		{ is: 'seen', kinds: [...kind.kinds], least: 1, most: null, ...place },
		nots > 0 ? negated(text) : text,
	]);
}

function numberOf(phrase: Phrase, context: Context): Condition | null {
	const { meter, amount, nots, where, kind } = phrase;
	if (!amount || kind || phrase.before.length + phrase.behind.length > 0 || (meter && is(meter, 'plate')))
		return null;
	const of = meter ? textOf(meter) : context.read;
	if (!of || (amount.isBare && !phrase.hasVerb)) return null;
	const number: ShownNumber = {
		is: 'number',
		of,
		...plain(amount),
		...(where && !('view' in where) && { where }),
	};
	return nots > 0 ? negated(number) : number;
}

const plain = ({ compare, than, to, isBare }: Amount): Comparison => ({
	compare: isBare ? 'exactly' : compare,
	than,
	...(to !== undefined && { to }),
});

/** "Has risen by more than 5 since yesterday", "more cars than an hour ago". */
function changeOf(phrase: Phrase, context: Context): Condition | null {
	const { trend, ago, amount, meter, kind, nots, isPercent } = phrase;
	if (!trend || ago === null || phrase.behind.length > 0 || phrase.before.length > 0 || kind?.isNarrow)
		return null;
	const of = kind ? { kinds: [...kind.kinds] } : meter ? textOf(meter) : context.read;
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
	return nots > 0 ? negated(condition) : condition;
}

const TURNED: Partial<Record<Comparison['compare'], Comparison['compare']>> = {
	above: 'below',
	'at least': 'at most',
	below: 'above',
	'at most': 'at least',
};

/** "A cat or a dog" is one part with two kinds. */
export function merged(condition: Condition): Condition {
	if (condition.is !== 'any' && condition.is !== 'all') return condition;
	const kept: Condition[] = [];
	for (const one of condition.of) {
		const at = kept.findIndex((other) => isSame(condition.is, one, other));
		const other = kept[at];
		if (one.is === 'seen' && other?.is === 'seen')
			kept[at] = { ...other, kinds: [...new Set([...other.kinds, ...one.kinds])] };
		else kept.push(one);
	}
	const whole = joined(condition.is, kept);
	return condition.not ? negated(whole) : whole;
}

const isSame = (how: string, a: Condition, b: Condition) =>
	a.is === 'seen' &&
	b.is === 'seen' &&
	!a.not &&
	!b.not &&
	(how === 'any' ? a.least === 1 && a.most === null : a.most === 0) &&
	JSON.stringify({ ...a, kinds: [] }) === JSON.stringify({ ...b, kinds: [] });
