import { all, type Condition, flat, negate } from '../sight/condition.ts';
import type { Where } from '../sight/zones.ts';
import { type Item, type Known, toItems } from './items.ts';
import type { Joint } from './joints.ts';
import { counted, inWords, type Meaning } from './lexicon.ts';
import { readPhrase } from './phrase.ts';
import { count, type PhraseContext, wholePicture } from './phrase-parts.ts';
import type { Subject } from './phrase-result.ts';
import { isStrange, type Piece, sharePlace, sharePredicates } from './shared-words.ts';
import { readTimed } from './timed.ts';
import { withoutKinds } from './without-kinds.ts';

/** A condition, and how its words were understood if a customer might have meant something else. */
export interface Reading {
	condition: Condition;
	notes: string[];
}

/** Reads the words of a condition; null if they have no meaning. `about` is what a number without a noun counts. */
export function parseCondition(
	words: readonly string[],
	about: Meaning | null,
	known: Known,
	/** The zone that the words before the condition name. */
	where: Where | null = null,
	/** Conditions on what is written, for which a mark stands among the words. */
	written: readonly Condition[] = [],
): Reading | null {
	const notes = new Set<string>();
	const context = { notes, about, lead: { where }, written };
	// "Not both a cat and a dog", "they are not both there".
	const both = words.findIndex(
		(word, at) => word === 'both' && words.slice(Math.max(0, at - 2), at).includes('not'),
	);
	if (both >= 0 && /^[\p{L}\d]/u.test(words[both + 1] ?? ''))
		return { condition: { op: 'unknown', words: [words.join(' ')] }, notes: [] };
	const items = toItems(words, known);
	const [rule, ...exceptions] = split(items, (joint) => joint === 'unless').map(({ items }) =>
		readTimed(items, (some) => readLoose(some, context)),
	);
	// "Nobody unless it is the cleaner": somebody is there then, and who it is decides.
	const unless = items.find((item) => item.is === 'joint' && item.joint === 'unless');
	const excepted = unless ? words.slice(unless.to, unless.to + 6).join(' ') : '';
	const isAboutWho =
		rule?.op === 'not' &&
		/^(?:\S+ )?(?:it|they) (?:\S+ )?(?:is|are) (?:\S+ )?(?:an?|the|my|our)\b/.test(excepted);
	const condition = isAboutWho
		? { op: 'unknown' as const, words: [words.join(' ')] }
		: all([...(rule ? [rule] : []), ...exceptions.flatMap((part) => (part ? [negate(part)] : []))]);
	for (const { is, words: said } of items)
		if (is === 'time') notes.add(`“${said}” is compared with the time of the picture`);
	for (const place of known.places) {
		if (notes.delete(wholePicture(place)))
			notes.add(`“${place}”, which the device's description names, is taken to be the whole picture`);
	}
	return condition && { condition, notes: [...notes] };
}

/** What is added with "but", "with" or "and no" holds for all before it: "a person or a dog and no car". */
function readLoose(items: Item[], context: PhraseContext): Condition | null {
	// "A person with a dog or a person with a bike".
	const joints = items.map((item) => (item.is === 'joint' ? item.joint : null));
	const or = joints.findIndex(
		(joint, at) =>
			joint === 'or' && joints.slice(0, at).includes('with') && joints.slice(at).includes('with'),
	);
	if (or > 0) {
		// "A person with a dog or with a bike".
		const shared = joints[or + 1] === 'with' ? items.slice(0, joints.indexOf('with')) : [];
		const sides = [items.slice(0, or), [...shared, ...items.slice(or + 1)]].flatMap(
			(side) => readLoose(side, context) ?? [],
		);
		return sides.length > 0 ? flat('or', sides) : null;
	}
	const pieces = split(items, (joint, index) => {
		if (joint === 'but' || joint === 'with') return true;
		let next = index + 1;
		while (['clause', 'link', 'article', 'definite'].includes(items[next]?.is ?? '')) next++;
		return (joint === 'and' || joint === 'comma') && items[next]?.is === 'not';
	});
	sharePlace(pieces);
	const parts: Condition[] = [];
	for (const [index, { joint, items: own }] of pieces.entries()) {
		// "Any dog that is not with a person": the "not" belongs to what follows.
		const movesNot = pieces[index + 1]?.joint === 'with' && isOfSome(own);
		const wasMoved = joint === 'with' && isOfSome(pieces[index - 1]?.items ?? []);
		const items = [
			...(wasMoved ? (pieces[index - 1]?.items.slice(-1) ?? []) : []),
			...(movesNot ? own.slice(0, -1) : own),
		];
		const last = parts.at(-1);
		const others = last && last.op !== 'not' ? notCounted(joint, items, last) : [];
		if (last && others.length > 0) {
			parts[parts.length - 1] = others.reduce(exceptFor, last);
			continue;
		}
		const isDenied = items.some(({ is }) => is === 'not');
		// "A dog or a cat, but not both".
		if (last?.op === 'or' && isDenied && items.length === 1) {
			parts.push(negate(flat('and', last.parts)));
			continue;
		}
		// What is denied is never passed over.
		const isInList = pieces[index + 1]?.joint === 'and';
		// "The shelf with the bottles is empty": the shelf is.
		const isOfOther = joint === 'with' && items.at(-1)?.is === 'empty';
		const part = isOfOther
			? { op: 'unknown' as const, words: [items.map(({ words }) => words).join(' ')] }
			: (readAlternatives(items, context, isInList) ?? (isDenied ? BEYOND : null));
		if (!part) continue;
		// "Nobody with a hat" is still true if there are people without a hat; "without a dog and without a cat" denies both.
		const isNext = pieces[index - 1]?.items.at(-1)?.is === 'joint';
		if (joint === 'with' && last?.op === 'not' && !isNext)
			parts[parts.length - 1] = { op: 'not', part: flat('and', [last.part, part]) };
		else parts.push(part);
	}
	const single = parts.flatMap((part) => (part.op === 'and' ? part.parts : [part]));
	// "Three people, one of them a child": no fourth.
	return all(items.some(({ words }) => words === 'among them') ? single : tellApart(single));
}

/** "Any dog that is not ..."; "the dog is not ..." is also true without a dog. */
const isOfSome = (items: Item[]) =>
	items.at(-1)?.is === 'not' &&
	items.some((item, at) => item.is === 'thing' && (items[at - 1]?.is === 'article' || item.meaning.plural));

const BEYOND: Condition = { op: 'unknown', words: ['not'] };

/**
 * "People, not animals", "cats but not dogs": what does not count, though it may be there. Not so in "a cat but no dog", where
 * the dog must be missing.
 */
function notCounted(joint: Joint | null, items: Item[], before: Condition): Meaning[] {
	const [not, ...rest] = items.filter(({ is }) => is !== 'clause' && is !== 'link');
	const things = rest.flatMap((item) => (item.is === 'thing' ? [item.meaning] : []));
	const isNarrow = rest.some(({ is }) => is === 'unknown' || is === 'state');
	const isList = rest.every(({ is }) =>
		['thing', 'article', 'definite', 'joint', 'unknown', 'state'].includes(is),
	);
	if ((joint !== 'but' && joint !== 'comma') || not?.is !== 'not' || !isList) return [];
	if (/^(?:not|never)$/.test(not.words))
		return joint === 'but' && rest[0]?.is === 'article'
			? []
			: things.map((what) => (isNarrow ? { ...what, narrow: true } : what));
	// "People, no pets".
	const isMany = before.op === 'count' && before.what.plural;
	return not.words === 'no' && joint === 'comma' && isMany && things.every(({ plural }) => plural)
		? things
		: [];
}

function exceptFor(condition: Condition, what: Meaning): Condition {
	const { kinds, narrow, said } = what;
	if (wants(condition, what)) return withoutKinds(condition, kinds, narrow ? `not ${said}` : null);
	const none = negate(count({ ...what, narrow: false }, null));
	return flat('and', [condition, { op: 'or', parts: [none, { op: 'unknown', words: [`not ${said}`] }] }]);
}

/** Whether a condition asks for a group to which something belongs. */
function wants(condition: Condition, what: Meaning): boolean {
	const { kinds, narrow } = what;
	if ('parts' in condition) return condition.parts.some((part) => wants(part, what));
	if (condition.op !== 'count' && condition.op !== 'touch') return false;
	const others = condition.what.kinds.filter((kind) => !kinds.includes(kind)).length;
	return others < condition.what.kinds.length && (others > 0 || narrow === true);
}

/**
 * "A child without an adult", "an adult and a child": both are persons to the detector. The one that must be missing is
 * beyond it, and two different ones are two persons.
 */
function tellApart(parts: Condition[]): Condition[] {
	const there = parts.flatMap((part) => (part.op === 'count' && part.least > 0 ? [part] : []));
	const told = parts.map((part) => {
		if (part.op !== 'not' || part.part.op !== 'count') return part;
		const { what } = part.part;
		const same = there.some(
			({ what: { said, kinds } }) => said !== what.said && kinds.some((kind) => what.kinds.includes(kind)),
		);
		return same ? { op: 'not' as const, part: { op: 'unknown' as const, words: [what.said] } } : part;
	});
	const [first] = there.filter(({ what }) => nameOf(what) !== what.label);
	const alike = there.filter(({ what }) => first && what.label === first.what.label);
	if (!first || new Set(alike.map(({ what }) => nameOf(what))).size < 2) return told;
	const least = alike.reduce((sum, part) => sum + part.least, 0);
	return [
		...told,
		{ op: 'count', what: { ...first.what, narrow: false }, least, most: Number.POSITIVE_INFINITY },
	];
}

/** "A dog and a puppy" are two; "a person" and "somebody" may be one. */
const nameOf = ({ said, label, plural, narrow }: Meaning) =>
	!narrow && (label === 'person' || said === (plural ? counted(2, label).slice(2) : label)) ? label : said;

/** "And" binds more tightly than "or". A comma means the same as the joint at the end of its list. */
function readAlternatives(items: Item[], context: PhraseContext, isInList: boolean): Condition | null {
	const pieces = split(items, () => true).filter((piece) => piece.items.length > 0);
	sharePredicates(pieces);
	// "People, cars, dogs": a mere list is one of alternatives; "a truck, a person and no car" is not.
	const isList =
		!isInList &&
		items.every(({ is }) => ['thing', 'article', 'definite', 'quantity', 'number', 'joint'].includes(is)) &&
		!items.some((item) => item.is === 'quantity' && item.quantity.most === 0);
	const isFirstDenied = pieces[0]?.items.some(({ is }) => is === 'not') === true;
	const either: Condition[][] = [];
	let before: Subject | null = null;
	for (const [index, piece] of pieces.entries()) {
		const isDenied = index > 0 && piece.items.some(({ is }) => is === 'not') && !isFirstDenied;
		const joint =
			piece.joint === 'comma'
				? isDenied
					? 'and'
					: (pieces.slice(index + 1).find((later) => later.joint !== 'comma')?.joint ??
						(isList ? 'or' : 'and'))
				: piece.joint;
		const phrase = readPhrase(piece.items, { before, joint, ...context });
		if (!phrase) continue;
		// "No parcel or person": whether the second is denied too hangs on a word it does not know.
		if (joint === 'or' && deniesUnknown(either.at(-1)?.at(-1)))
			phrase.condition = { op: 'unknown', words: [piece.items.map(({ words }) => words).join(' ')] };
		// "Stealing my bike or my car": the car too may only be what is stolen.
		if (joint === 'or' && isBare(piece) && endsInObject(pieces[index - 1])) {
			const beyond: Condition = { op: 'unknown', words: [piece.items.map(({ words }) => words).join(' ')] };
			phrase.condition = phrase.sharesNegation ? beyond : flat('and', [phrase.condition, beyond]);
		}
		const last = either.at(-1);
		if (isStrange(piece) && before?.negated) {
			// "No cups, plates or bottles".
			if (piece.joint === 'comma') phrase.sharesNegation = true;
			// "The cat is not on the couch or the windowsill", "... or it rains": it may be denied too, or not.
			else if (before.place && !phrase.sharesNegation) last?.push(phrase.condition);
		}
		// "No cat or dog" means no cat and no dog.
		if (last && (joint !== 'or' || phrase.sharesNegation)) {
			const sum = phrase.sharesQuantity ? inSum(last.at(-1), phrase.condition) : null;
			if (sum) last.splice(-1, 1, sum);
			else last.push(phrase.condition);
		} else {
			const together = phrase.sharesQuantity ? ofEither(last?.at(-1), phrase.condition) : null;
			if (last && together) last.splice(-1, 1, together);
			else either.push([phrase.condition]);
		}
		before = phrase.subject ?? before;
	}
	const parts = either.flatMap((conditions) => all(conditions) ?? []);
	return parts.length > 0 ? flat('or', parts) : null;
}

const deniesUnknown = (condition: Condition | undefined) =>
	condition?.op === 'not' && condition.part.op === 'unknown';

/** "More than 3 cats and dogs": of each, or of all together. It is certain where both would be. */
function inSum(first: Condition | undefined, second: Condition): Condition | null {
	if (first?.op !== 'count' || second.op !== 'count' || first.only || second.only) return null;
	const said = `${first.what.said} and ${second.what.said}`;
	const kinds = [...new Set([...first.what.kinds, ...second.what.kinds])];
	const sum: Condition = { ...first, what: { ...first.what, label: said, kinds } };
	const unclear: Condition = { op: 'unknown', words: [said] };
	if (first.most === Number.POSITIVE_INFINITY)
		return { op: 'or', parts: [flat('and', [first, second]), flat('and', [sum, unclear])] };
	return first.least === 0 ? flat('and', [first, second, { op: 'or', parts: [sum, unclear] }]) : unclear;
}

/** "At least two dogs or cats": a dog and a cat are two. */
function ofEither(first: Condition | undefined, second: Condition): Condition | null {
	if (first?.op !== 'count' || second.op !== 'count' || first.only || second.only) return null;
	const label = inWords([...first.what.label.split(/, | or /), second.what.label], 'or');
	const kinds = [...new Set([...first.what.kinds, ...second.what.kinds])];
	const close = first.close ?? second.close;
	const where = first.in ?? second.in;
	return {
		...first,
		what: { ...first.what, label, kinds },
		...(close && { close }),
		...(where && { in: where }),
	};
}

const isBare = ({ items }: Piece) => items.every(({ is }) => ['article', 'definite', 'thing'].includes(is));

/** "Chewing on a book", "stealing my new bike": a deed that is not understood, and what it is done to. */
function endsInObject(piece: Piece | undefined): boolean {
	const items = piece?.items ?? [];
	const article = items.findLastIndex(({ is }) => is === 'article' || is === 'definite');
	const before = items.slice(0, Math.max(0, article));
	const deed = before.findLast(({ is }) => is !== 'relation' && is !== 'on');
	const hasObject = items.slice(article).some(({ is }) => is === 'thing');
	return hasObject && ['unknown', 'state', 'change'].includes(deed?.is ?? '');
}

/** Cuts items at the joints that `at` accepts; the others stay within the pieces. */
function split(items: Item[], at: (joint: Joint, index: number) => boolean): Piece[] {
	const pieces: Piece[] = [{ joint: null, items: [] }];
	for (const [index, item] of items.entries()) {
		const cuts = item.is === 'joint' && at(item.joint, index);
		if (cuts) pieces.push({ joint: item.joint, items: [] });
		else pieces.at(-1)?.items.push(item);
	}
	return pieces;
}
