/** Reads what a prompt says of a mail: "it is from ACME or Bolt and over 500 euros". */
import { type Condition, joined, negated, partsOf } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import { beyond, beyondOf, isBeyond } from './beyond.ts';
import type { Around, Frame, Read } from './part.ts';
import { allOf, inFrame, readPart } from './read-part.ts';
import type { Vocabulary } from './vocabulary.ts';

const LONGEST_CLAUSE = 60;

export function readClause(words: readonly Word[], around: Around): Condition {
	if (words.length > LONGEST_CLAUSE || --around.left.clauses < 0) return beyond(words);
	const at = words.findIndex(({ text, quoted }) => !quoted && (text === 'unless' || text === 'except'));
	if (at >= 0) {
		const [left, right] = [words.slice(0, at), words.slice(at + 1)];
		if (right.length === 0 || right.some(({ text }) => text === 'unless' || text === 'except'))
			return beyond(words);
		const not = readClause(right, around);
		// "It is not from Ann unless it is from Ann" may mean several things.
		const is = left.length > 0 ? readClause(left, around) : null;
		const but = isBeyond(not) ? beyond(words.slice(at)) : negated(not);
		return is ? allOf([is, but]) : but;
	}
	const together = readPart(words, around);
	if (together && !isBeyond(together.condition)) return together.condition;
	return combine(piecesOf(words), around) ?? beyond(words);
}

type Joint = 'all' | 'any';

interface Piece {
	/** How it is joined to the one before; null for a comma. */
	joint: Joint | null;
	words: Word[];
	/** "No newsletters, only invoices", "not newsletters but invoices": what was denied ends here. */
	isOther?: boolean;
}

const JOINTS: Partial<Record<string, Joint | null>> = { and: 'all', but: 'all', or: 'any', ',': null };

const isSaid = (word: Word | undefined, ...texts: string[]) =>
	word !== undefined && !word.quoted && texts.includes(word.text);

/** Splits at "and", "or" and commas, but not within "between 5 and 10". */
function piecesOf(words: readonly Word[]): Piece[] {
	const pieces: Piece[] = [{ joint: null, words: [] }];
	for (const [at, word] of words.entries()) {
		const joint = word.quoted ? undefined : JOINTS[word.text];
		const isRange =
			joint === 'all' && words.slice(Math.max(0, at - 4), at).some(({ text }) => text === 'between');
		const last = pieces.at(-1);
		if (joint === undefined || isRange || !last) last?.words.push(word);
		else if (last.words.length > 0) pieces.push({ joint, words: [], isOther: word.text === 'but' });
		else {
			last.joint = joint ?? last.joint;
			last.isOther ||= word.text === 'but';
		}
	}
	const full = pieces.flatMap((piece) => {
		const isOnly = isSaid(piece.words[0], 'only') && pieces.length > 1;
		const words = isOnly ? piece.words.slice(1) : piece.words;
		return words.length > 0 ? [{ ...piece, words, isOther: piece.isOther || isOnly }] : [];
	});
	// "A, B or C": a comma is what the next word says.
	let next: Joint = 'all';
	for (const piece of full.toReversed()) {
		piece.joint ??= next;
		next = piece.joint;
	}
	return full;
}

/** "And" is tighter than "or"; the words of one list are tighter than both. */
function combine(pieces: readonly Piece[], around: Around): Condition | null {
	if (pieces.length < 2) return null;
	const either: Condition[][] = [[]];
	let frame: Frame | null = null;
	let list: { of: Condition[]; joints: Set<Joint>; frame: Frame } | null = null;
	const endList = () => {
		if (!list) return;
		either.at(-1)?.push(merged(list.of, list.joints, list.frame));
		list = null;
	};
	const queue = [...pieces];
	for (let piece = queue.shift(); piece; piece = queue.shift()) {
		const { words } = piece;
		let { joint } = piece;
		if (piece.isOther && frame?.not) frame = null;
		const bareEnd = frame ? words.findIndex(({ text }, at) => at > 0 && around.voc.joins.has(text)) : -1;
		const bare = bareEnd > 0 ? words.slice(0, bareEnd) : withoutEnds(words, around.voc);
		const own: Read | null = readPart(words, around) ?? withNext(words, frame, queue[0], around);
		// "Invoices from ACME and orders from Globex": a mail has one sender, and is one thing.
		const behind = bareEnd > 0 ? readPart(words.slice(bareEnd), around)?.frame : own?.frame;
		const isOfOther = !frame?.not && isOfSender(frame) && isOfSender(behind);
		// "Invoices or receipts from ACME": both are from there.
		const isOfBoth = frame?.means === 'thing' && !frame.not && bareEnd > 0 && isOfSender(own?.frame);
		const isLoose = !own || isBeyond(own.condition) || isOfBoth;
		const isThing = own?.frame?.means === 'thing' && !isOfSender(frame);
		const inList =
			frame && !isOfOther && (isLoose || isThing) && !isSaid(bare[0], 'not', 'no')
				? inFrame(frame, bare, around, true)
				: null;
		const isListed = inList !== null && !isBeyond(inList) && list !== null;
		if (isListed && list) {
			const open: { of: Condition[]; joints: Set<Joint> } = list;
			open.of.push(inList);
			open.joints.add(joint ?? 'all');
			if (bareEnd > 0) queue.unshift({ joint: 'all', words: words.slice(bareEnd) });
			continue;
		}
		const before = [...(either.at(-1) ?? []), ...(list?.of ?? [])].flatMap(partsOf);
		const isOther = own?.condition.is === 'kind' && before.some(({ is, not }) => is === 'kind' && !not);
		if (joint === 'all' && (isOfOther || isOther) && !isSaid(words[0], 'not', 'no')) joint = 'any';
		// “Not from Ann or from Bob” may mean both or none; “from ACME or Bolt over 100 EUR” one or both.
		const isSame = joint === 'any' && frame?.not && own?.frame?.means === frame.means && !own.frame.not;
		const isShared =
			frame?.means === 'sender' &&
			!own?.frame &&
			own &&
			partsOf(own.condition).some((part) => part.is === 'value' && part.label !== 'total');
		// "Not a newsletter or boring".
		const isOpen = joint === 'any' && frame?.not && !own?.frame && (!inList || isBeyond(inList));
		if (isSame || isShared || isOpen) return null;
		endList();
		if (joint === 'any' && either.at(-1)?.length) either.push([]);
		const read: Read = own ?? { condition: beyond(words), frame: null };
		frame = read.frame;
		if (frame) list = { of: [read.condition], joints: new Set(), frame };
		else either.at(-1)?.push(read.condition);
	}
	endList();
	return joined('any', either.filter((all) => all.length > 0).map(allOf));
}

const isOfSender = (frame: Frame | null | undefined) => frame?.means === 'sender' || frame?.means === 'named';

/** "Ann or Bob writes": the first name is one of those that follow. */
function withNext(
	words: readonly Word[],
	before: Frame | null,
	next: Piece | undefined,
	around: Around,
): Read | null {
	const frame = !before && next ? readPart(next.words, around)?.frame : null;
	const condition = frame?.means === 'sender' && !frame.not ? inFrame(frame, words, around) : null;
	return frame && condition ? { condition, frame } : null;
}

/** "... „Störung“ oder „Ausfall“ | steht": the verb of the whole list. */
function withoutEnds(words: readonly Word[], { ends }: Vocabulary): readonly Word[] {
	const last = words.findLastIndex(({ text, quoted }) => quoted || !ends.has(text));
	return words.slice(0, last + 1);
}

/** The parts of one list as one part. */
function merged(of: readonly Condition[], joints: ReadonlySet<Joint>, { means, not }: Frame): Condition {
	const [one] = of;
	if (!one || of.length === 1) return one ?? { is: 'every', not: true };
	const isSender = means === 'sender' || means === 'named';
	// "Invoices from ACME or Globex", "from Ann with a PDF or a picture": the rest holds for both.
	const last = !not && one.is === 'all' ? one.of.at(-1) : undefined;
	if (last && one.is === 'all' && of.slice(1).every(({ is }) => is === last.is))
		return joined('all', [...one.of.slice(0, -1), merged([last, ...of.slice(1)], joints, { means, not })]);
	const joint: Joint = isSender || !joints.has('all') ? 'any' : 'all';
	const isMixed = joints.size > 1 && !isSender;
	if (isMixed || (not && joint === 'all' && means !== 'thing')) return beyondOf(of);
	const plain = of.map((part) => (not ? negated(part) : part));
	// A mail that is “an invoice and a receipt” is either.
	const isKind = means === 'thing' && plain.every((part) => part.is === 'kind' || part.is === 'says');
	const together = joinWords(plain, joint) ?? joined(isKind || not ? 'any' : joint, plain);
	return not ? negated(together) : together;
}

function joinWords(parts: readonly Condition[], joint: Joint): Condition | null {
	const [one] = parts;
	if (one?.is === 'sender' && parts.every((part) => part.is === 'sender'))
		return { ...one, any: parts.flatMap((part) => (part.is === 'sender' ? part.any : [])) };
	if (one?.is !== 'says') return null;
	const same = parts.filter((part) => part.is === 'says' && part.in === one.in);
	const words = same.flatMap((part) => (part.is === 'says' ? part.words : []));
	if (same.length < parts.length || words.length > 20) return null;
	if (joint === 'any') return { ...one, words: [...new Set(words)] };
	return words.length === parts.length ? { ...one, words, match: 'all' } : null;
}
