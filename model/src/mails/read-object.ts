/** Reads an order and the mails that its object names: "forward | invoices over 500 euros". */
import { beyondIn, type Condition } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';
import { beyond, isBeyond } from './beyond.ts';
import type { Around } from './piece.ts';
import { readClause } from './read-clause.ts';
import { valuesIn } from './read-values.ts';
import { is, type Segment } from './segments.ts';
import type { Vocabulary } from './vocabulary.ts';

interface OrderRead {
	isAgainst: boolean;
	isRest: boolean;
	/** Null if it is for every mail. */
	condition: Condition | null;
	writes: string | null;
}

export function readOrder({ order, not, words }: Segment, around: Around): OrderRead | 'unclear' {
	const { voc } = around;
	const isQuiet = order === 'quiet';
	if (isQuiet && not) return 'unclear';
	const plain: OrderRead = { isAgainst: isQuiet || not, isRest: false, condition: null, writes: null };
	const own = words.filter((word, at) => !is(word, 'only') || (at > 1 && at < words.length - 1));
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
			const told = object(own);
			return told.condition && beyondIn(told.condition).length > 0
				? { ...plain, condition: beyond(own) }
				: told;
		}
		case 'wants': {
			const at = own.findIndex(
				(word, index) => !word.quoted && voc.roles.at(own, index)?.meaning.is === 'sender',
			);
			if (hasChoice(at < 0 ? own : own.slice(0, at), voc)) return 'unclear';
			if (at < 0) return plain;
			const [first, ...more] = own.slice(at + 1);
			const isOne = voc.is.definite.has(first?.text ?? '') || more.length + (first ? 1 : 0) === 0;
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
			const isThat = (word: Word, at: number) =>
				is(word, ':', ',') || (is(word, 'that') && !voc.is.nobody.has(told[at - 1]?.text ?? ''));
			// "To mails with a PDF that ...", "to Ann with thanks".
			const that = told.findIndex(isThat);
			const end = that < 0 ? told.findIndex((word) => is(word, 'with')) : that;
			const whom = end < 0 ? told : told.slice(0, end);
			const head = is(whom[0], 'to') ? whom.slice(1) : whom;
			const isContent = head.length === 0 || (order === 'writes' && !is(whom[0], 'to'));
			// "Thank for every mail from Ann".
			const isOfMails = isContent && whom.some(({ text }) => voc.is.everything.has(text));
			if (isOfMails || hasChoice(isContent ? told : told.slice(whom.length), voc)) return 'unclear';
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
	const { articles, definite, owners, pronouns, ofMail } = voc.is;
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
	return isAll && (!isPart || definite.has(own[0]?.text ?? '') || owners.has(own[0]?.text ?? ''));
}
