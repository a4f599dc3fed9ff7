/** Reads the object of an order: which mails "forward invoices over 500 euros" is for. */
import { beyondIn, type Condition, partsOf } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import { beyond } from './beyond.ts';
import type { Around } from './part.ts';
import { readClause } from './read-clause.ts';
import { readPart } from './read-part.ts';
import { valuesIn } from './read-values.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The mails that the object of an order names; null if it is every mail. */
export function objectOf(words: readonly Word[], around: Around): Condition | null {
	const { voc } = around;
	const object = voc.targeted.match(words)?.x ?? words;
	if (object.length === 0 || voc.rest.match(object)) return null;
	const [head] = object;
	const isThis = object.every(
		({ text, quoted }) =>
			!quoted && (voc.pronouns.has(text) || voc.articles.has(text) || text === 'mail' || text === 'mails'),
	);
	if (isThis || !head) return null;
	const condition = readClause(object, around);
	return condition.is === 'every' ? null : condition;
}

/** "Save the attachment", "forward the text": a part of every mail. */
export function isChoice(
	order: 'about' | 'moves',
	object: readonly Word[],
	condition: Condition,
	voc: Vocabulary,
): boolean {
	if (order === 'about') return true;
	const isThe = isDefinite(object);
	if (condition.is === 'attachment') return !isThe || /^(?:all|alle)$/.test(object[0]?.text ?? '');
	if (condition.is !== 'kind' && valuesIn(object, voc).length > 0) return false;
	return !(isThe && condition.is === 'beyond' && !object.some(({ text }) => voc.chooses.has(text)));
}

export const isDefinite = ([head]: readonly Word[]) =>
	/^(?:the|its|their|den|die|das|dem|alle|all)$/.test(head?.text ?? '');

/** "Answer all mails from ACME", "summarise newsletters". */
export function kindIn(words: readonly Word[], around: Around): Condition | null {
	const object = words[0]?.text === 'to' ? words.slice(1) : words;
	if (isDefinite(object) && !/^(?:all|alle)$/.test(object[0]?.text ?? '')) return null;
	const end = object.findIndex(({ text, quoted }) => !quoted && /^(?:with|that|by|mit)$/.test(text));
	for (const some of [object, object.slice(0, Math.max(end, 0))]) {
		const read = some.length > 0 ? readPart(some, around)?.condition : null;
		if (read && partsOf(read).every(({ is }) => is === 'kind' || is === 'sender')) return read;
	}
	return null;
}

/** "Answer customers who complain": a letter for some writers. */
export function readerIn(words: readonly Word[], { voc }: Around): Condition | null {
	// "Reply to complaints with an apology."
	const [to, whom] = words;
	const isAll = ({ text, quoted }: Word) =>
		quoted ||
		[voc.nobody, voc.pronouns, voc.articles, voc.owners].some((set) => set.has(text)) ||
		/^(?:me|mails?)$/.test(text);
	if (to?.text === 'to' && whom && !isAll(whom) && !/[\p{Lu}@]/u.test(whom.said)) return beyond(words);
	const at = words.findIndex(({ text, quoted }) => !quoted && voc.nobody.has(text));
	const next = words[at + 1]?.text ?? '';
	const isSaid = next === 'that' && words[at + 2]?.text === 'i';
	return at >= 0 && at < 3 && !isSaid && /^(?:that|,|die|der|from)$|ing$/.test(next) ? beyond(words) : null;
}

/** "Summarise mails from Ann", "answer customers who complain": an order for some mails. */
export function choiceIn(words: readonly Word[], around: Around): Condition | null {
	const { voc } = around;
	const at = words.findIndex(({ text, quoted }) => !quoted && voc.chooses.has(text));
	if (at < 0) {
		// "Extract the total from invoices", but not "from the invoice".
		const join = words.findLastIndex(({ text, quoted }) => !quoted && voc.joins.has(text));
		const thing =
			join > 0 && /s$/.test(words.at(-1)?.text ?? '') ? readPart(words.slice(join + 1), around) : null;
		return thing?.condition.is === 'kind' ? thing.condition : null;
	}
	const some = words.slice(at);
	if (some.length === 1 && /^mails?$/.test(some[0]?.text ?? '')) return null;
	const read = readPart(some, around);
	if (read?.condition.is === 'every') return null;
	return read && beyondIn(read.condition).length === 0 ? read.condition : beyond(words);
}
