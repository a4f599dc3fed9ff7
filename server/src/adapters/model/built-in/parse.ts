import { all, type Condition, flat, negate } from './condition.ts';
import { type Item, type Joint, toItems } from './items.ts';
import type { Meaning } from './lexicon.ts';
import { type PhraseContext, readPhrase, type Subject } from './phrase.ts';

/** A condition, and how its words were taken where a customer might have meant something else. */
export interface Reading {
	condition: Condition;
	notes: string[];
}

/** Reads the words of a condition; null where they say nothing. `about` is what a bare number counts. */
export function parseCondition(words: readonly string[], about: Meaning | null): Reading | null {
	const notes = new Set<string>();
	const context = { notes, about };
	const [rule, ...exceptions] = split(toItems(words), (joint) => joint === 'unless').map(({ items }) =>
		readLoose(items, context),
	);
	const condition = all([
		...(rule ? [rule] : []),
		...exceptions.flatMap((part) => (part ? [negate(part)] : [])),
	]);
	return condition && { condition, notes: [...notes] };
}

/** What is added with "but", "with" or "and no" holds for all before it: "a person or a dog and no car". */
function readLoose(items: Item[], context: PhraseContext): Condition | null {
	const parts = split(items, (joint, index) => {
		if (joint === 'but' || joint === 'with') return true;
		let next = index + 1;
		while (['clause', 'link', 'article'].includes(items[next]?.is ?? '')) next++;
		return joint === 'and' && items[next]?.is === 'not';
	});
	return all(tellApart(parts.flatMap((part) => readAlternatives(part.items, context) ?? [])));
}

/** "A child without an adult": both are persons to the detector, so the one that must be missing is beyond it. */
function tellApart(parts: Condition[]): Condition[] {
	const there = parts.flatMap((part) => (part.op === 'count' && part.least > 0 ? [part.what] : []));
	return parts.map((part) => {
		if (part.op !== 'not' || part.part.op !== 'count') return part;
		const { what } = part.part;
		const same = there.some(
			({ said, kinds }) => said !== what.said && kinds.some((kind) => what.kinds.includes(kind)),
		);
		return same ? { op: 'not', part: { op: 'unknown', words: [what.said] } } : part;
	});
}

/** "And" binds before "or", and a comma is the joint at the end of its list. */
function readAlternatives(items: Item[], context: PhraseContext): Condition | null {
	const pieces = split(items, () => true).filter((piece) => piece.items.length > 0);
	sharePredicates(pieces);
	// "People, cars, dogs": a mere list is one of alternatives.
	const isList = items.every(({ is }) => ['object', 'article', 'quantity', 'joint'].includes(is));
	const either: Condition[][] = [];
	let before: Subject | null = null;
	for (const [index, piece] of pieces.entries()) {
		const joint =
			piece.joint === 'comma'
				? (pieces.slice(index + 1).find((later) => later.joint !== 'comma')?.joint ?? (isList ? 'or' : 'and'))
				: piece.joint;
		const phrase = readPhrase(piece.items, { before, joint, ...context });
		if (!phrase) continue;
		const last = either.at(-1);
		// "No cat or dog" is no cat and no dog.
		if (last && (joint !== 'or' || phrase.sharesNegation)) last.push(phrase.condition);
		else either.push([phrase.condition]);
		before = phrase.subject ?? before;
	}
	const parts = either.flatMap((conditions) => all(conditions) ?? []);
	return parts.length > 0 ? flat('or', parts) : null;
}

/** "A cat or a dog is on the bed": what is said of the last subject is said of those before it too. */
function sharePredicates(pieces: Piece[]): void {
	for (const [index, piece] of pieces.entries()) {
		const link = piece.items.findIndex(({ is }, at) => is === 'link' && piece.items[at - 1]?.is === 'object');
		if (link < 0) continue;
		for (const earlier of pieces.slice(0, index).reverse()) {
			if (earlier.items.at(-1)?.is !== 'object') break;
			earlier.items.push(...piece.items.slice(link));
		}
	}
}

interface Piece {
	/** What joins it to the one before; nothing for the first. */
	joint: Joint | null;
	items: Item[];
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
