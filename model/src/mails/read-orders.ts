/** Reads what a sentence orders, and for which mails: "forward invoices over 500 euros". */
import { beyondIn, type Condition, negated } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';
import { beyond, isJoint, trimmed } from './beyond.ts';
import type { Around } from './part.ts';
import { readClause } from './read-clause.ts';
import { choiceIn, isChoice, isDefinite, kindIn, objectOf, readerIn } from './read-object.ts';
import { valuesIn } from './read-values.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What one sentence says. */
export type Said =
	/** The mails it is for, or `against` it is not for; `only` narrows what others say. */
	| { says: 'for' | 'against' | 'only'; condition: Condition; isWeak?: boolean }
	/** An order for every mail. */
	| { says: 'wish'; writes?: string }
	/** Nothing about which mails. */
	| { says: 'nothing' }
	/** What it says of other mails than those before. */
	| { says: 'rest'; isQuiet: boolean }
	| { says: 'unclear' }
	/** No order that is known; `bare` if it may be a thing to look for. */
	| { says: 'unread'; condition: Condition | null };

const CUES = new Set(['if', 'when', 'whether']);

export const isCue = ({ text, quoted }: Word | undefined = { text: '', said: '', gap: false }) =>
	!quoted && CUES.has(text);

const OPENING = /^(?:and|but|or|also|,|:|then|ok|okay|so)$/;

export function withoutOpening(words: readonly Word[]): Word[] {
	const start = words.findIndex(({ text, quoted }) => quoted || !OPENING.test(text));
	return start < 0 ? [] : words.slice(start);
}

interface Stance {
	isQuiet: boolean;
	isOnly: boolean;
	/** "Say whether ..." tells what to write. */
	isContent: boolean;
	/** No order that is known. */
	isWeak: boolean;
	chosen: Condition | null;
}

/** What the words before a condition ask for. */
export function stanceOf(given: readonly Word[], around: Around): Stance | 'unclear' {
	const { voc } = around;
	const words = trimmed(withoutOpening(given));
	const isOnly = words.length > 0 && words.every(({ text }) => text === 'only');
	const plain: Stance = { isQuiet: false, isOnly, isContent: false, isWeak: false, chosen: null };
	if (words.length === 0 || isOnly) return plain;
	const nots = words.filter(({ text, quoted }) => !quoted && (text === 'not' || text === 'no'));
	if (nots.length > 1) return 'unclear';
	const bare = words.filter((word) => !nots.includes(word) && (word.quoted || word.text !== 'only'));
	const order = voc.orderAt(bare);
	const [not] = nots;
	if (not) {
		// "Do not forget to tell me".
		if (/^(?:forget|hesitate|fail|vergiss|vergesst)$/.test(bare[0]?.text ?? '')) return plain;
		const isInside = words.indexOf(not) > 0 && !(order?.order === 'tells' && order.object.length === 0);
		if (!order || order.order === 'quiet' || isInside) return 'unclear';
		return { ...plain, isQuiet: true };
	}
	if (!order)
		return words.some(({ text, quoted }) => !quoted && voc.chooses.has(text))
			? 'unclear'
			: { ...plain, isWeak: true };
	const object = trimmed(order.object);
	if (order.order === 'quiet') return { ...plain, isQuiet: true, chosen: objectOf(object, around) };
	if (order.order === 'writes')
		return {
			...plain,
			isContent: /^(?:say|mention|write|sag|sage|schreib|schreibe)$/.test(bare[0]?.text ?? ''),
			isWeak: true,
		};
	if (/^(?:tells|wants|retells)$/.test(order.order)) return plain;
	return { ...plain, chosen: objectOf(object, around) };
}

interface Ending {
	at: number;
	isQuiet: boolean;
	isUnclear: boolean;
	/** "Otherwise ...". */
	rest: Said[] | null;
	/** "Tell me unless ...", already negated. */
	unless: Condition | null;
}

/** Where an order ends a condition: "..., tell me", "... then forward it". */
export function orderIn(clause: readonly Word[], around: Around): Ending | null {
	const { voc } = around;
	for (const [at, word] of clause.entries()) {
		if (at === 0 || word.quoted) continue;
		const isThen = word.text === 'then';
		const isMark = word.text === ',' || word.text === ':' || word.text === 'and' || isThen;
		const before = clause[at - 1];
		const isLoose = !isMark && !/^(?:to|not|and|i|you|they|zu|nicht|that|,|:|then)$/.test(before?.text ?? '');
		const start = isMark ? withoutOpening(trimmed(clause.slice(at))) : clause.slice(at);
		if (start.length === 0 || !(isMark || isLoose)) continue;
		const [first, ...more] = start;
		const isNot = first?.text === 'not' || first?.text === 'no';
		const found = voc.orderAt(isNot ? more : start);
		if (!found) continue;
		// “And does not mention a refund”, “and mention a refund” go on with the condition.
		const says = voc.says.has((isNot ? more[0] : first)?.text ?? '');
		if ((isNot || word.text === 'and') && (says || (isNot && /^(?:writes|wants|retells)$/.test(found.order))))
			continue;
		// "And reply" begins an order, "and contains" none; without a mark it takes the whole of an order: "tell me".
		const isWhole =
			isMark ||
			found.order === 'tells' ||
			(found.order === 'quiet' && !/^(?:nothing|nichts)$/.test(first?.text ?? ''));
		if (!isWhole || (!isMark && start.length < 2)) continue;
		// "Mentions a bill, note or offer".
		if (word.text === ',' && /^(?:wants|retells|moves)$/.test(found.order) && found.object.length === 0)
			continue;
		const behind = clause.slice(at);
		const other = behind.findIndex(({ text, quoted }, index) => index > 0 && !quoted && text === 'otherwise');
		const unless = behind.findIndex(({ text, quoted }) => !quoted && text === 'unless');
		const exception = unless > 0 ? readClause(trimmed(behind.slice(unless + 1)), around) : null;
		return {
			at,
			unless: exception && (exception.is === 'beyond' ? exception : negated(exception)),
			isQuiet: isNot ? found.order !== 'quiet' : found.order === 'quiet',
			isUnclear: isNot && found.order === 'quiet',
			rest: other > 0 ? [otherwise(behind.slice(other + 1), voc)] : null,
		};
	}
	return null;
}

/** "Otherwise ignore it." */
export function otherwise(words: readonly Word[], voc: Vocabulary): Said {
	const start = withoutOpening(trimmed(words));
	const isNot = start[0]?.text === 'not' || start[0]?.text === 'no';
	const order = voc.orderAt(isNot ? start.slice(1) : start);
	const isNothing = start.some(({ text }) => /^(?:nothing|nichts)$/.test(text));
	if (start.some(isCue) || (!order && !isNothing)) return { says: 'unclear' };
	return { says: 'rest', isQuiet: isNot || isNothing || order?.order === 'quiet' };
}

/** Orders without a condition: "forward invoices over 500 euros", "extract the total". */
export function readOrders(words: readonly Word[], around: Around): Said[] {
	const { voc } = around;
	const [head] = words;
	const isOnly = head?.text === 'only' && !head.quoted;
	const given = isOnly ? words.slice(1) : words;
	const isNot = given[0]?.text === 'not' || given[0]?.text === 'no';
	// "No newsletters, only invoices" are two things.
	const start = given.filter(
		({ text, quoted }, at) => quoted || text !== 'only' || at > 3 || given[at - 1]?.text === ',',
	);
	const narrows = isOnly || start.length < given.length;
	const order = voc.orderAt(isNot ? start.slice(1) : start);
	const later = order ? null : orderIn(start, around);
	if (later) {
		// "For mails from ACME, tell me the total": what comes before the order limits it.
		const limit = readClause(withoutOpening(trimmed(withoutFor(start.slice(0, later.at)))), around);
		const orders = readOrders(withoutOpening(trimmed(start.slice(later.at))), around);
		if (orders.some(({ says }) => says !== 'wish')) return [{ says: 'unclear' }];
		return [{ says: isOnly ? 'only' : 'for', condition: limit }];
	}
	if (!order) {
		const condition = readClause(withoutFor(start), around);
		if (isOnly) return [{ says: 'only', condition }];
		// "Order number and total" asks for values.
		if (beyondIn(condition).length > 0 && valuesIn(given, voc).length > 0) return [{ says: 'wish' }];
		const isAll = condition.is === 'beyond' || beyondIn(condition).length > 0;
		return [{ says: isAll ? 'unread' : 'for', condition } as Said];
	}
	const [own, ...others] = ordersOf(order.object, voc);
	const rest = others.flatMap((other) => readOrders(other, around)).filter(({ says }) => says !== 'wish');
	return [readOrder(order.order, own ?? [], isNot, narrows, around), ...rest];
}

const withoutFor = (words: readonly Word[]) =>
	/^(?:for|on|at|bei)$/.test(words[0]?.text ?? '') ? words.slice(1) : words;

/** "Ignore newsletters, but forward everything else" are two orders. */
export function ordersOf(words: readonly Word[], voc: Vocabulary): Word[][] {
	const at = words.findIndex(({ text, quoted }, index) => {
		if (quoted || !/^(?:and|but|,|otherwise)$/.test(text)) return false;
		if (text === 'otherwise') return true;
		const behind = withoutOpening(words.slice(index));
		return voc.orderAt(behind[0]?.text === 'not' ? behind.slice(1) : behind) !== null;
	});
	return at < 0 ? [[...words]] : [words.slice(0, at), withoutOpening(words.slice(at))];
}

function readOrder(
	order: keyof Vocabulary['data']['orders'],
	given: readonly Word[],
	isNot: boolean,
	isOnly: boolean,
	around: Around,
): Said {
	const { voc } = around;
	const object = trimmed(given);
	const target = voc.targeted.match(object)?.x ?? object;
	if (voc.rest.match(target)) return { says: 'rest', isQuiet: isNot || order === 'quiet' };
	if (order === 'quiet' && isNot) return { says: 'unclear' };
	if (order === 'quiet' || (isNot && order !== 'writes')) {
		const condition = objectOf(object, around);
		// "Ignore newsletters and boring mails": each of them.
		const isList = condition?.is === 'all' && object.some(isJoint) && beyondIn(condition).length > 0;
		return {
			says: 'against',
			condition: condition && !isList ? condition : { is: 'beyond', words: saidBy(given) || '…' },
		};
	}
	if (order === 'about' || order === 'moves') {
		const condition = objectOf(object, around);
		if (condition)
			return isChoice(order, target, condition, voc)
				? { says: isOnly ? 'only' : 'for', condition }
				: { says: 'wish' };
		if (order === 'about' && target.length > 0) return { says: 'for', condition: { is: 'every' } };
		return { says: 'wish' };
	}
	if (isOnly) return { says: 'unclear' };
	// "Tell me the total", but not "tell me big news".
	const isSent = object[0] && voc.targeted.match([object[0], ...object]);
	if (
		order === 'tells' &&
		object.length > 0 &&
		!isSent &&
		!voc.wonders.has(object[0]?.text ?? '') &&
		!isDefinite(object) &&
		valuesIn(object, voc).length === 0
	)
		return { says: 'unread', condition: beyond(object) };
	// What is wanted of every mail names no mails; what is written may speak of anything.
	const chosen =
		kindIn(object, around) ?? (order === 'writes' ? readerIn(object, around) : choiceIn(object, around));
	if (chosen) return { says: 'for', condition: chosen };
	return order === 'writes' ? { says: 'wish', writes: saidBy(given) || order } : { says: 'wish' };
}
