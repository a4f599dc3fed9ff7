/** Reads what a sentence orders, and for which mails: "forward invoices over 500 euros", "if it is from Ann, tell me". */
import { beyondIn, type Condition, joined, negated } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import { beyond, isBeyond } from './beyond.ts';
import type { Around } from './piece.ts';
import { allOf, readClause } from './read-clause.ts';
import { readOrder } from './read-object.ts';
import { is, type Segment, segmentsOf } from './segments.ts';

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

const EVERY: Condition = { is: 'every' };

export function readSentence(given: readonly Word[], around: Around): Said[] {
	const segments = segmentsOf(given, around.voc);
	return segments ? new Interpreter(around).read(segments, given) : [{ says: 'unclear' }];
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
		const own = words.filter((word, at) => !is(word, 'only') || (at > 1 && at < words.length - 1));
		const { roles, comparisons } = this.#around.voc;
		// Nothing is sent anywhere: “only invoices as PDF”.
		const isTarget = (_: Word, at: number) =>
			roles.at(own, at)?.meaning.is === 'target' && !comparisons.at(own, at - 1);
		const isSent = lead === 'bare' && own.some(isTarget);
		const condition = isSent ? beyond(own) : readClause(own, this.#around, lead === 'bare');
		if (lead === 'bare') {
			this.#open = { condition, isOnly, isBare: isAlone };
			return isAlone || hasOrder || !isBeyond(condition);
		}
		if (lead === 'unless') return this.#unless(condition, words);
		return this.#if(condition, { ...segment, only: isOnly }, hasOrder);
	}

	#unless(condition: Condition, words: readonly Word[]): boolean {
		// "Except spam and newsletters" are two things, of which one is not known.
		const isUnsure = isBeyond(condition) || (condition.is === 'all' && beyondIn(condition).length > 0);
		const but = isUnsure ? beyond(words) : negated(condition);
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
