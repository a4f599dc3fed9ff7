/** Reads what a prompt says of a mail: "it is from ACME or Bolt and over 500 euros". */
import { type Condition, joined, negated } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import { beyond } from './beyond.ts';
import type { Around, Chunk, Piece, Slot } from './piece.ts';
import { comparisonAt } from './read-number.ts';
import { readPiece } from './read-piece.ts';
import { reportOf, saidIn, senderIn } from './read-text.ts';

const LONGEST_CLAUSE = 60;

type Joint = 'all' | 'any';
const JOINTS: Partial<Record<string, Joint | null>> = { and: 'all', but: 'all', or: 'any', ',': null };

interface Member {
	/** How it is joined to the one before. */
	joint: Joint;
	words: Word[];
	/** "No newsletters, only invoices": what was denied ends here. */
	isOther: boolean;
	piece: Piece | null;
}

/** It is beyond where it is not understood; of what is joined by "and", the rest still counts. */
export function readClause(words: readonly Word[], around: Around, isObject = false): Condition {
	if (words.length > LONGEST_CLAUSE) return beyond(words);
	const members = membersOf(words, around, isObject);
	if (around.left.pieces < 0) return beyond(words);
	const groups = groupsOf(members, around);
	if (!groups || groups.length === 0) return beyond(words);
	if (isObject && groups.length > 1) {
		const union = unionOf(groups, around);
		if (union !== undefined) return union ?? beyond(words);
	}
	const [, ...others] = groups;
	const [joint = 'all', ...more] = others.map((group) => group.joint);
	// "A and B or C" may mean two things; "not A or B" as well.
	const isMixed = more.some((one) => one !== joint);
	const isOpen = joint === 'any' && groups.some(({ isNot }) => isNot);
	if (isMixed || isOpen) return beyond(words);
	return joint === 'all'
		? allOf(groups.map(({ condition }) => condition))
		: joined(
				'any',
				groups.map(({ condition }) => condition),
			);
}

/** Splits at "and", "or" and commas, but not within "between 5 and 10". */
function membersOf(words: readonly Word[], around: Around, isObject: boolean): Member[] {
	const some: { joint: Joint | null; words: Word[]; isOther: boolean }[] = [
		{ joint: null, words: [], isOther: false },
	];
	for (const [at, word] of words.entries()) {
		const joint = word.quoted ? undefined : JOINTS[word.text];
		const isRange =
			joint === 'all' && words.slice(Math.max(0, at - 4), at).some(({ text }) => text === 'between');
		// “On December 4, 2026”, “500 or more”.
		const isWithin =
			isRange ||
			(around.voc.orMore.at(words, at) && !/^[\d€$£]/.test(words[at + 2]?.text ?? '')) ||
			(joint === null && /^\d{4}$/.test(words[at + 1]?.text ?? ''));
		const last = some.at(-1);
		if (!last || isRelative(words, at, around)) continue;
		if (joint === undefined || isWithin) {
			if (joint !== null) last.words.push(word);
		} else if (last.words.length > 0) some.push({ joint, words: [], isOther: word.text === 'but' });
		else {
			last.joint = joint ?? last.joint;
			last.isOther ||= word.text === 'but';
		}
	}
	let next: Joint = 'all';
	const members = some.flatMap(({ joint, words: given, isOther }) => {
		const isOnly = given[0]?.text === 'only' && !given[0].quoted;
		const own = isOnly ? given.slice(1) : given;
		if (own.length === 0) return [];
		around.left.pieces--;
		const piece = around.left.pieces < 0 ? null : readPiece(own, around, isObject);
		return [{ joint, words: own, isOther: isOther || isOnly, piece }];
	});
	// "A, B or C": a comma is what the next word says.
	return members
		.toReversed()
		.map((member) => {
			next = member.joint ?? next;
			return { ...member, joint: next };
		})
		.toReversed();
}

/** “Rechnungen, die überfällig sind”: the comma joins nothing. */
function isRelative(words: readonly Word[], at: number, { voc }: Around): boolean {
	if (words[at]?.text !== ',' || !voc.data.areVerbsLast) return false;
	const end = words.findIndex(({ text, quoted }, n) => n > at && !quoted && text in JOINTS);
	const last = words[end < 0 ? words.length - 1 : end - 1];
	return voc.is.definite.has(words[at + 1]?.text ?? '') && voc.is.be.has(last?.text ?? '');
}

/**
 * "Invoices from ACME and receipts" are both; "invoices from ACME and over 500 euros" are some invoices. Undefined if they are not
 * several things, null if that is not certain.
 */
function unionOf(groups: readonly Group[], { voc }: Around): Condition | null | undefined {
	const isThing = groups.slice(1).map(({ words }) => {
		const at = words.findIndex(
			({ text, quoted }) => quoted || !(voc.is.articles.has(text) || voc.is.owners.has(text)),
		);
		const role = words[at]?.quoted ? undefined : voc.roles.at(words, at)?.meaning.is;
		return role === 'thing' || voc.is.everything.has(words[at]?.text ?? '')
			? true
			: role === undefined
				? null
				: false;
	});
	const isBeyondIn = groups.some(({ condition }) => condition.is === 'beyond');
	if (isThing.includes(null) || isBeyondIn) return null;
	if (!isThing.includes(true) || groups.some(({ isNot, isOther }) => isNot || isOther)) return undefined;
	return isThing.includes(false)
		? null
		: joined(
				'any',
				groups.map(({ condition }) => condition),
			);
}

interface Group {
	words: readonly Word[];
	isOther: boolean;
	joint: Joint;
	condition: Condition;
	isNot: boolean;
}

interface List {
	slot: Slot;
	not: boolean;
	of: Condition[];
	joints: Set<Joint>;
}

/** Lists become one group each; null if it is not certain what belongs together. */
function groupsOf(members: readonly Member[], around: Around): Group[] | null {
	const groups: Group[] = [];
	for (let at = 0; at < members.length; ) {
		const member = members[at] as Member;
		const taken = listAt(members, at, around);
		if (taken === null) return null;
		if (taken === undefined) {
			groups.push({ ...member, condition: beyond(member.words), isNot: false });
			at++;
			continue;
		}
		groups.push({ ...member, condition: taken.condition, isNot: taken.isNot });
		at += taken.length;
	}
	return groups;
}

/** A member with those that go on with its list; undefined if it is not understood alone, null if the whole is not. */
function listAt(
	members: readonly Member[],
	from: number,
	around: Around,
): { condition: Condition; isNot: boolean; length: number } | null | undefined {
	const [first, ...rest] = members.slice(from);
	const own = first?.piece && openedBy(first.piece, rest, around);
	if (!first?.piece || !own) return undefined;
	const last = own.at(-1);
	if (!last) return undefined;
	const list: List = { slot: last.slot, not: last.not, of: [], joints: new Set() };
	let event = last.event;
	const add = (condition: Condition | null) => condition !== null && list.of.push(condition);
	add(last.condition);
	const common: Condition[] = [];
	let length = 1;
	for (const next of rest) {
		const { piece, joint } = next;
		if (!piece || next.isOther) break;
		const [chunk, ...more] = piece.chunks;
		// "Mentions a refund or an invoice".
		const isText = isWords(list.slot) || isPlace(list.slot);
		const isNamed =
			isText &&
			/^(?:thing|event)$/.test(chunk?.slot ?? '') &&
			!chunk?.not &&
			more.length === 0 &&
			piece.bare.length === 0;
		const bare = isNamed ? next.words : piece.bare;
		const isBare = bare.length > 0;
		// "The word rent or deposit | is in the subject": both are.
		const isPlaced =
			chunk?.isBehind && !isBare && isPlace(chunk.slot) && isWords(list.slot) && own.length === 1;
		if (isPlaced && chunk.condition?.is === 'says') {
			const { in: place } = chunk.condition;
			list.of = list.of.map((one) =>
				one.is === 'says' ? { ...one, words: one.words.slice(0, 1), in: place } : one,
			);
			list.slot = chunk.slot;
		}
		if (isBare) {
			// "From Ann or Bob", "from Ann or Bob with a PDF", "„A“ or „B“ im Betreff".
			const condition = inSlot(list.slot, bare, around);
			const behind = isNamed ? [] : piece.chunks;
			const isShared = behind.every(({ slot, isBehind }) => slot !== list.slot && !isBehind);
			if (isNamed && !condition) break;
			if (!condition || piece.isNot || (piece.isLinked && behind.length === 0) || !isShared) break;
			add(condition);
			common.push(...behind.map(withNot));
			list.joints.add(joint);
			length++;
			if (behind.length > 0) break;
			continue;
		}
		const named = isSenderSlot(list.slot) && more.length === 0 ? withName(next, list.slot, around) : null;
		if (named) {
			add(named.condition);
			common.push(...named.chunks.map(withNot));
			list.joints.add(joint);
			length++;
			break;
		}
		if (!chunk || !isSame(chunk.slot, list.slot)) break;
		// "Invoices from ACME and receipts from Globex" are two things.
		const isFile = chunk.condition?.is === 'attachment' && last.condition?.is === 'attachment';
		if (list.slot === 'thing' && own.length > 1 && !isFile) break;
		if (isSenderSlot(list.slot) && own.length > 1 && more.length > 0) break;
		if (chunk.not !== list.not && !(list.not && !chunk.not && joint === 'any')) break;
		if (list.not && chunk.not && joint === 'any') return null;
		// "A PDF | and a newsletter"
		if (chunk.condition === null || list.of.length === 0) {
			const of = event?.of.length ? event.of : chunk.event?.of;
			const report = of && chunk.event ? reportOf(of, chunk.event.name, around.voc) : null;
			const earlier = of && event && list.of.length === 0 ? reportOf(of, event.name, around.voc) : null;
			if (!report || (list.of.length === 0 && !earlier)) return null;
			add(earlier);
			add(report);
			event = { name: chunk.event?.name ?? '', of: of ?? [] };
		} else add(chunk.condition);
		common.push(...more.map(withNot));
		list.joints.add(joint);
		length++;
		if (more.length > 0) break;
	}
	const merged = mergedOf(list);
	if (!merged) return null;
	const others = own.slice(0, -1).map(withNot);
	return { condition: allOf([...others, merged, ...common]), isNot: list.not, length };
}

/** "From ACME or | Bolt over 500 euros": what is over is not called Bolt. */
function withName({ words }: Member, slot: Slot, around: Around) {
	const at = words.findIndex((_, at) => comparisonAt(words, at, around.voc));
	const name = words.slice(0, Math.max(0, at));
	const condition = name.some(({ text }) => around.voc.isKnown(text)) ? null : inSlot(slot, name, around);
	const piece = condition && readPiece(words.slice(at), around);
	return condition && piece?.bare.length === 0 ? { condition, chunks: piece.chunks } : null;
}

const withNot = ({ condition, not }: Chunk): Condition => {
	const plain = condition ?? { is: 'beyond' as const, words: '…' };
	return not ? negated(plain) : plain;
};

const isSenderSlot = (slot: Slot) => slot === 'sender' || slot === 'named';
const isPlace = (slot: Slot) => slot === 'subject' || slot === 'text';
const isWords = (slot: Slot) => slot === 'word' || slot === 'about';
const isSame = (a: Slot, b: Slot) => a === b || (isSenderSlot(a) && isSenderSlot(b));

/** The chunks that a member begins with; a bare one takes the mark of the next: "„A“ or „B“ | im Betreff". */
function openedBy(piece: Piece, rest: readonly Member[], around: Around): Chunk[] | null {
	if (piece.bare.length === 0) return piece.chunks;
	if (piece.chunks.length > 0) return null;
	for (const { piece: next } of rest) {
		const [chunk] = next?.chunks ?? [];
		if (!next || (next.bare.length > 0 && chunk)) return null;
		if (!chunk) continue;
		if (!chunk.isBehind || chunk.not) return null;
		const condition = inSlot(chunk.slot, piece.bare, around);
		return condition && [{ slot: chunk.slot, condition, not: piece.isNot }];
	}
	return null;
}

/** What the words of a list mean. */
function inSlot(slot: Slot, words: readonly Word[], { voc }: Around): Condition | null {
	if (isSenderSlot(slot)) return senderIn(words, voc, slot === 'named');
	if (slot === 'subject' || slot === 'text') return saidIn(words, slot, true, voc);
	return slot === 'word' || slot === 'about' ? saidIn(words, 'anywhere', slot === 'word', voc) : null;
}

/** The members of one list as one part; null if "and" and "or" are mixed. */
function mergedOf({ slot, not, of: all, joints }: List): Condition | null {
	const of = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
	const [one] = of;
	if (!one) return null;
	const isAnyway = isSenderSlot(slot) || of.every(({ is }) => is === 'kind' || is === 'sender');
	if (joints.size > 1 && !isAnyway) return null;
	// A mail that is “an invoice and a receipt” is either; one that is about two things may be about one.
	const joint =
		isAnyway || not || !joints.has('all') || (slot === 'thing' && !of.some(({ is }) => is === 'attachment'))
			? 'any'
			: 'all';
	const plain = of.length === 1 ? one : (inOne(of, joint) ?? joined(joint, of));
	return not ? negated(plain) : plain;
}

function inOne(of: readonly Condition[], joint: Joint): Condition | null {
	const [one] = of;
	if (one?.is === 'sender' && of.every((part) => part.is === 'sender' && !part.not))
		return { ...one, any: of.flatMap((part) => (part.is === 'sender' ? part.any : [])) };
	if (one?.is !== 'says') return null;
	const same = of.filter((part) => part.is === 'says' && part.in === one.in && !part.not);
	const words = same.flatMap((part) => (part.is === 'says' ? part.words : []));
	if (same.length < of.length || words.length > 20) return null;
	if (joint === 'any') return { ...one, words: [...new Set(words)] };
	return words.length === of.length ? { ...one, words, match: 'all' } : null;
}

/** "Every mail" adds nothing to other parts. */
export function allOf(of: readonly Condition[]): Condition {
	const telling = of.filter(({ is, not }) => is !== 'every' || not);
	return joined('all', telling.length > 0 ? telling : of.slice(0, 1));
}
