import { all, type Condition, flat } from './condition.ts';
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
	const [rule, ...exceptions] = split(toItems(words), ({ joint }) => joint === 'unless').map(({ items }) =>
		readLoose(items, context),
	);
	const condition = all([
		...(rule ? [rule] : []),
		...exceptions.flatMap((part) => (part ? [{ op: 'not', part } as const] : [])),
	]);
	return condition && { condition, notes: [...notes] };
}

/** What is added with "but", "with" or "and no" holds for all before it: "a person or a dog and no car". */
function readLoose(items: Item[], context: PhraseContext): Condition | null {
	const parts = split(items, ({ joint, next }) => {
		if (joint === 'but' || joint === 'with') return true;
		return (
			joint === 'and' && next.find(({ is }) => !['clause', 'link', 'article'].includes(is))?.is === 'not'
		);
	});
	return all(parts.flatMap((part) => readAlternatives(part.items, context) ?? []));
}

/** "And" binds before "or", and a comma is the joint at the end of its list. */
function readAlternatives(items: Item[], context: PhraseContext): Condition | null {
	const pieces = split(items, () => true).filter((piece) => piece.items.length > 0);
	sharePredicates(pieces);
	const either: Condition[][] = [];
	let before: Subject | null = null;
	for (const [index, piece] of pieces.entries()) {
		const joint =
			piece.joint === 'comma'
				? (pieces.slice(index + 1).find((later) => later.joint !== 'comma')?.joint ?? 'and')
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
function split(items: Item[], at: (cut: { joint: Joint; next: Item[] }) => boolean): Piece[] {
	const pieces: Piece[] = [{ joint: null, items: [] }];
	for (const [index, item] of items.entries()) {
		const cuts = item.is === 'joint' && at({ joint: item.joint, next: items.slice(index + 1) });
		if (cuts) pieces.push({ joint: item.joint, items: [] });
		else pieces.at(-1)?.items.push(item);
	}
	return pieces;
}
