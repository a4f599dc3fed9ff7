/** Reads what a sentence orders, and for which mails: "forward invoices over 500 euros", "if it is from Ann, tell me". */
import { beyondIn, type Condition, joined, negated } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';
import { beyond, isBeyond, trimmed } from './beyond.ts';
import type { Order } from './prompt-words.ts';
import { allOf, readClause } from './read-clause.ts';
import type { Around } from './read-piece.ts';
import { valuesIn } from './read-values.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What one sentence says. */
export type Said =
	/** The mails it is for, or `against` it is not for; `only` narrows what others say. */
	| { says: 'for' | 'against' | 'only'; condition: Condition; isBare?: boolean }
	/** An order for every mail. */
	| { says: 'wish'; writes?: string }
	/** What it says of other mails than those before. */
	| { says: 'rest'; isQuiet: boolean }
	/** No order, and not understood. */
	| { says: 'unread'; words: readonly Word[]; condition?: Condition }
	| { says: 'unclear' };

interface Segment {
	lead: 'bare' | 'if' | 'unless' | 'otherwise' | 'order';
	/** The word before it. */
	joint: string | null;
	order: Order | null;
	not: boolean;
	only: boolean;
	words: Word[];
}

const CUES = new Set(['if', 'when', 'whether']);
const is = (word: Word | undefined, ...texts: string[]) =>
	word !== undefined && !word.quoted && texts.includes(word.text);
const JOINTS = ['and', 'but', ',', ':', 'then', 'also', 'so', '>'];
const OPENING = new Set(['and', 'but', 'or', 'also', ',', ':', 'then', 'so', '>']);

export function withoutOpening(words: readonly Word[]): Word[] {
	const start = words.findIndex(({ text, quoted }) => quoted || !OPENING.has(text));
	return start < 0 ? [] : words.slice(start);
}

export function readSentence(given: readonly Word[], around: Around): Said[] {
	const segments = segmentsOf(given, around.voc);
	return segments ? new Interpreter(around).read(segments, given) : [{ says: 'unclear' }];
}

/** Where a sentence goes on with another order or condition. */
function segmentsOf(words: readonly Word[], voc: Vocabulary): Segment[] | null {
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
	for (let at = 0; at < words.length; at++) {
		const word = words[at] as Word;
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
	// "Do not forget to tell me".
	if (not && voc.is.urges.has(words[at]?.text ?? '')) {
		not = false;
		at++;
		if (is(words[at], 'to')) at++;
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
	const isStrong =
		(order === 'tells' || order === 'about') && length > 1 && !is(before, 'to', 'not', 'i', 'you', 'that');
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

interface Statement {
	isAgainst: boolean;
	isOnly: boolean;
	condition: Condition | null;
	/** Its condition stood before it; or it has one. */
	isLed: boolean;
	hasIf: boolean;
	writes: string | null;
}

class Interpreter {
	readonly #around: Around;
	readonly #said: Said[] = [];
	/** A condition that waits for its order. */
	#open: { condition: Condition; isOnly: boolean; isBare: boolean } | null = null;
	#last: Statement | null = null;
	#isRest = false;

	constructor(around: Around) {
		this.#around = around;
	}

	read(segments: readonly Segment[], words: readonly Word[]): Said[] {
		for (const [at, segment] of segments.entries()) {
			const hasOrder = segments.slice(at + 1).some(({ lead }) => lead === 'order');
			const isRead = this.#take(segment, hasOrder, segments.length === 1);
			if (!isRead) return segment.lead === 'bare' ? [{ says: 'unread', words }] : [{ says: 'unclear' }];
		}
		if (this.#open) {
			const { condition, isOnly, isBare } = this.#open;
			if (isBare && beyondIn(condition).length > 0) return [{ says: 'unread', words, condition }];
			this.#said.push({ says: isOnly ? 'only' : 'for', condition, isBare });
		}
		this.#close();
		return this.#said;
	}

	#take(segment: Segment, hasOrder: boolean, isAlone: boolean): boolean {
		const { lead, words, only } = segment;
		if (lead === 'order') return this.#order(segment);
		if (lead === 'otherwise') {
			this.#isRest = true;
			this.#close();
			return words.length === 0 && hasOrder;
		}
		if (words.length === 0) return lead === 'bare';
		const isOnly = only || is(words[0], 'only');
		const own = words.filter((word, at) => !is(word, 'only') || (at > 0 && at < words.length - 1));
		const condition = readClause(own, this.#around, lead === 'bare');
		if (lead === 'bare') {
			this.#open = { condition, isOnly, isBare: isAlone };
			return isAlone || hasOrder || !isBeyond(condition);
		}
		if (lead === 'unless') return this.#unless(condition, words);
		return this.#if(condition, { ...segment, only: isOnly }, hasOrder);
	}

	#unless(condition: Condition, words: readonly Word[]): boolean {
		const but = isBeyond(condition) ? beyond(words) : negated(condition);
		if (this.#last)
			this.#last = { ...this.#last, hasIf: true, condition: allOf([this.#last.condition ?? EVERY, but]) };
		else
			this.#open = {
				condition: this.#open ? allOf([this.#open.condition, but]) : but,
				isOnly: this.#open?.isOnly ?? true,
				isBare: false,
			};
		return true;
	}

	#if(condition: Condition, { joint, only }: Segment, hasOrder: boolean): boolean {
		const last = this.#last;
		if (!last) {
			const open = this.#open;
			const is = joint === 'or' ? 'any' : 'all';
			this.#open = {
				condition: open
					? is === 'all'
						? allOf([open.condition, condition])
						: joined(is, [open.condition, condition])
					: condition,
				isOnly: only || (open?.isOnly ?? false),
				isBare: false,
			};
			return true;
		}
		// "Tell me about invoices, but if they are from ACME, ignore them."
		const isNew = hasOrder && last.condition !== null && (joint === 'but' || joint === ',');
		const isFirst = !isNew && (!last.hasIf || (last.isLed && !hasOrder));
		const isAll = (joint === 'and' || only) && !hasOrder;
		if (isFirst || isAll)
			this.#last = {
				...last,
				condition: last.condition ? allOf([last.condition, condition]) : condition,
				isOnly: last.isOnly || only,
				hasIf: true,
			};
		else if (joint === 'or')
			this.#last = { ...last, condition: joined('any', [last.condition ?? EVERY, condition]) };
		else if (hasOrder) {
			this.#close();
			this.#open = { condition, isOnly: only, isBare: false };
		} else return false;
		return true;
	}

	#order(segment: Segment): boolean {
		const read = readOrder(segment, this.#around);
		if (read === 'unclear') return false;
		const { isAgainst, isRest, condition, writes } = read;
		if (isRest || this.#isRest) {
			this.#close();
			this.#said.push({ says: 'rest', isQuiet: isAgainst });
			const isMore = this.#open !== null || (this.#isRest && condition !== null);
			this.#isRest = false;
			return !isMore;
		}
		const last = this.#last;
		const open = this.#open;
		const isOnly = segment.only || (open?.isOnly ?? false);
		if (open) {
			this.#close();
			const all = condition ? allOf([open.condition, condition]) : open.condition;
			this.#last = { isAgainst, isOnly, condition: all, isLed: true, hasIf: true, writes };
			this.#open = null;
		} else if (last && condition === null) {
			if (last.isAgainst !== isAgainst) return false;
			last.writes ??= writes;
		} else {
			this.#close();
			this.#last = { isAgainst, isOnly, condition, isLed: false, hasIf: false, writes };
		}
		return true;
	}

	#close(): void {
		const last = this.#last;
		if (!last) return;
		this.#last = null;
		const { isAgainst, isOnly, condition, writes } = last;
		if (condition) this.#said.push({ says: isAgainst ? 'against' : isOnly ? 'only' : 'for', condition });
		else if (isAgainst) this.#said.push({ says: 'unclear' });
		if (writes !== null || (!condition && !isAgainst))
			this.#said.push({ says: 'wish', ...(writes !== null && { writes }) });
	}
}

const EVERY: Condition = { is: 'every' };

interface OrderRead {
	isAgainst: boolean;
	isRest: boolean;
	/** Null if it is for every mail. */
	condition: Condition | null;
	writes: string | null;
}

/** An order and the mails that its object names. */
function readOrder({ order, not, words }: Segment, around: Around): OrderRead | 'unclear' {
	const { voc } = around;
	const isQuiet = order === 'quiet';
	if (isQuiet && not) return 'unclear';
	const plain: OrderRead = { isAgainst: isQuiet || not, isRest: false, condition: null, writes: null };
	const own = words.filter((word, at) => !is(word, 'only') || (at > 0 && at < words.length - 1));
	const rest = voc.rest.at(own, 0);
	if (rest) {
		const behind = own.slice(rest.length);
		const isTarget =
			behind.length === 0 || /^(?:target|filler)$/.test(voc.roles.at(behind, 0)?.meaning.is ?? '');
		return isTarget && order !== 'writes' ? { ...plain, isRest: true } : 'unclear';
	}
	const object = (some: readonly Word[]): OrderRead => {
		const isThis = isLoose(some, voc) && !some.some(({ text }) => voc.is.everything.has(text));
		if (isThis) return plain;
		const condition = readClause(some, around, true);
		return condition.is === 'every' && !isQuiet ? plain : { ...plain, condition };
	};
	switch (order) {
		case 'quiet':
		case 'about':
			return object(own);
		case 'moves':
		case 'retells':
			return isOfThis(own, voc) || valuesIn(own, voc).length > 0 ? plain : object(own);
		case 'tells': {
			const isAsked = voc.is.wonders.has(own[0]?.text ?? '') || valuesIn(own, voc).length > 0;
			const target = voc.roles.at(own, 0)?.meaning.is === 'target';
			if (
				own.length === 0 ||
				isAsked ||
				isOfThis(own, voc) ||
				is(own[0], 'when') ||
				(target && !hasChoice(own, voc))
			)
				return plain;
			return { ...plain, condition: beyond(own) };
		}
		case 'wants': {
			const at = own.findIndex(
				(word, index) => !word.quoted && voc.roles.at(own, index)?.meaning.is === 'sender',
			);
			if (hasChoice(at < 0 ? own : own.slice(0, at), voc)) return 'unclear';
			if (at < 0) return plain;
			const [first, ...more] = own.slice(at + 1);
			const isOne = isDefinite(first) || more.length + (first ? 1 : 0) === 0;
			const behind = own.slice(at + 1);
			const things = readClause(behind, around, true);
			if (!isBeyond(things))
				return things.is === 'every' || (isOne && things.is !== 'sender')
					? plain
					: { ...plain, condition: things };
			const from = readClause(own.slice(at), around, true);
			return isOne && isBeyond(from) && isOfThis(behind, voc) ? plain : { ...plain, condition: from };
		}
		default: {
			const told = own.filter(({ quoted }) => !quoted);
			const isEnd = (word: Word, at: number) =>
				is(word, 'with', ':', ',') || (is(word, 'that') && !voc.is.nobody.has(told[at - 1]?.text ?? ''));
			const end = told.findIndex(isEnd);
			const whom = end < 0 ? told : told.slice(0, end);
			const head = is(whom[0], 'to') ? whom.slice(1) : whom;
			const isContent = head.length === 0 || (order === 'writes' && !is(whom[0], 'to'));
			if (hasChoice(isContent ? told : told.slice(whom.length), voc)) return 'unclear';
			return { ...(isContent ? plain : object(head)), writes: saidBy(own) || order };
		}
	}
}

/** "Only", "customers who complain". */
const hasChoice = (words: readonly Word[], { is: { chooses, nobody } }: Vocabulary) =>
	words.some(
		(word, at) =>
			!word.quoted && (chooses.has(word.text) || (nobody.has(word.text) && is(words[at + 1], 'that'))),
	);

const isDefinite = (word: Word | undefined) =>
	is(word, 'the', 'this', 'its', 'it', 'der', 'die', 'das', 'dem', 'den', 'dieser');

/** Nothing but words that add nothing. */
function isLoose(words: readonly Word[], voc: Vocabulary): boolean {
	for (let at = 0; at < words.length; ) {
		const role = words[at]?.quoted ? null : voc.roles.at(words, at);
		if (role?.meaning.is !== 'filler') return false;
		at += role.length;
	}
	return true;
}

/** "Save the attachment", "forward it to me": a part of every mail. */
function isOfThis(words: readonly Word[], voc: Vocabulary): boolean {
	const { articles, owners, pronouns, ofMail } = voc.is;
	const end = words.findIndex(
		(_, at) => voc.roles.at(words, at)?.meaning.is === 'target' || (isLoose(words.slice(at), voc) && at > 0),
	);
	const own = end < 0 ? words : words.slice(0, end);
	if (end >= 0 && hasChoice(words.slice(end), voc)) return false;
	if (
		end >= 0 &&
		words
			.slice(end)
			.some((_, at, some) => /^(?:sender|about|says)$/.test(voc.roles.at(some, at)?.meaning.is ?? ''))
	)
		return false;
	const isAll = own.every(
		({ text, quoted }) =>
			!quoted && (articles.has(text) || owners.has(text) || pronouns.has(text) || ofMail.has(text)),
	);
	const isPart = own.some(({ text }) => ofMail.has(text));
	return isAll && (!isPart || isDefinite(own[0]) || owners.has(own[0]?.text ?? ''));
}
