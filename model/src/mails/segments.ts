/** Where a sentence goes on with another order or condition: "if it is from Ann, | forward it | unless ...". */
import type { Word } from '../reading/words.ts';
import { trimmed } from './beyond.ts';
import type { Order } from './prompt-words.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface Segment {
	lead: 'bare' | 'if' | 'unless' | 'otherwise' | 'order';
	/** The word before it. */
	joint: string | null;
	order: Order | null;
	not: boolean;
	only: boolean;
	words: Word[];
}

const CUES = new Set(['if', 'when', 'whether']);
export const is = (word: Word | undefined, ...texts: string[]) =>
	word !== undefined && !word.quoted && texts.includes(word.text);
const JOINTS = ['and', 'but', ',', ':', 'then', 'also', 'so', '>'];
const OPENING = new Set(['and', 'but', 'or', 'also', ',', ':', 'then', 'so', '>']);

export function withoutOpening(words: readonly Word[]): Word[] {
	const start = words.findIndex(({ text, quoted }) => quoted || !OPENING.has(text));
	return start < 0 ? [] : words.slice(start);
}

/** Null if that is not certain. */
export function segmentsOf(words: readonly Word[], voc: Vocabulary): Segment[] | null {
	const segments: Segment[] = [];
	let open: Segment = { lead: 'bare', joint: null, order: null, not: false, only: false, words: [] };
	const start = (lead: Segment['lead'], more: Partial<Segment> = {}) => {
		const joint = open.words.findLast(() => true);
		const own = trimmed(open.words);
		const isOnly = is(own.at(-1), 'only');
		if (isOnly) own.pop();
		if (own.length > 0 || open.lead !== 'bare') segments.push({ ...open, words: trimmed(own) });
		const before = joint && is(joint, 'and', 'or', 'but', ',') ? joint.text : null;
		open = {
			lead,
			joint: before,
			order: null,
			not: false,
			words: [],
			...more,
			only: isOnly || (more.only ?? false),
		};
	};
	let isClosed = false;
	for (let at = 0; at < words.length; at++) {
		const word = words[at] as Word;
		// “Newsletter ignorieren, | alles andere melden”.
		if (isClosed && is(word, ',', 'and')) start('bare');
		isClosed &&= !is(word, ',', 'and');
		const rest = voc.rest.at(words, at);
		if (rest && !word.quoted) {
			open.words.push(...words.slice(at, at + rest.length));
			at += rest.length - 1;
			continue;
		}
		if (word.quoted) open.words.push(word);
		else if (CUES.has(word.text) && !isContent(words, at, voc)) start('if');
		else if (word.text === 'unless') start('unless');
		else if (word.text === 'otherwise') start('otherwise');
		else {
			const order = orderAt(words, at, open, voc);
			if (order === 'unclear') return null;
			if (order) {
				const isLast = order.object.length > 0;
				if (isLast) open.words = [];
				start('order', { order: order.order, not: order.not, only: order.only, words: order.object });
				at += order.length - 1;
				isClosed = isLast;
			} else open.words.push(word);
		}
	}
	start('bare');
	return segments;
}

/** "Tell me when it is due": asks for a value. */
function isContent(words: readonly Word[], at: number, voc: Vocabulary): boolean {
	const wished = words[at]?.text === 'when' ? voc.wished.at(words, at + 1) : null;
	const end = words[at + 1 + (wished?.length ?? 0)];
	return wished !== null && (end === undefined || is(end, 'and', ',', 'or'));
}

interface Found {
	order: Order;
	length: number;
	not: boolean;
	only: boolean;
	/** What stood before it: "Rechnungen | speichern". */
	object: Word[];
}

function orderAt(
	words: readonly Word[],
	from: number,
	open: Segment,
	voc: Vocabulary,
): Found | null | 'unclear' {
	let at = from;
	let [not, only] = [false, false];
	while (is(words[at], 'not', 'only')) {
		if (is(words[at], 'not') && not) return 'unclear';
		if (is(words[at], 'not')) not = true;
		else only = true;
		at++;
	}
	let found = voc.orders.at(words, at);
	// “Sag mir nicht Bescheid.”
	const inside = words.slice(at + 1, at + 4).findIndex((word) => is(word, 'not'));
	const bare = inside < 0 ? null : voc.orders.at(words.toSpliced(at + 1 + inside, 1), at);
	if (bare && bare.length > inside + 1) {
		if (not) return 'unclear';
		not = true;
		found = { ...bare, length: bare.length + 1 };
	}
	if (!found) return null;
	const { meaning: order, length } = found;
	const before = words[from - 1];
	const next = words[at + length];
	const isFirst =
		open.words.length === 0 && open.lead !== 'if' && open.lead !== 'unless' && open.lead !== 'order';
	const isMarked = is(before, ...JOINTS);
	// "If it is from Ann ignore it."
	const isOfIt = voc.is.pronouns.has(next?.text ?? '') && words[at + length + 1] === undefined;
	const isTelling = (order === 'tells' || order === 'about') && length > 1;
	const isStrong = (isTelling || isOfIt) && !is(before, 'to', 'not', 'i', 'you', 'that');
	const taken: Found = { order, length: at + length - from, not, only, object: [] };
	if (isFirst) return taken;
	const isEnd =
		next === undefined || is(next, ',', 'and') || voc.roles.at(words, at + length)?.meaning.is === 'target';
	// "Rechnungen | speichern", "those | must be forwarded".
	const canBeLast = (voc.data.areVerbsLast || length > 2) && /^(?:about|moves|tells|quiet)$/.test(order);
	if (canBeLast && isEnd && !isMarked && open.lead === 'bare')
		return { ...taken, object: trimmed(open.words) };
	if (canBeLast && isEnd && open.lead === 'if' && open.words.length > 1) return taken;
	if (isStrong && open.words.length > 0) return taken;
	if (!isMarked || (open.lead === 'if' && open.words.length === 0)) return null;
	// “And mentions a refund” goes on with the condition, and so does "a bill, note or offer".
	const isSaying =
		!is(before, ',', ':', 'then') && voc.is.content.has(words[at]?.text ?? '') && open.lead === 'if';
	return isSaying || is(next, 'or') ? null : taken;
}
