/** Reads what a number is of: "the invoice is over 500 euros". */
import { type Condition, joined, type Part } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';
import { LONGEST_BEYOND } from './beyond.ts';
import type { Compared, Taken } from './read-number.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Of the words before and behind the number; it takes some of those behind. Null if it is not certain what is compared. */
export function readCompared(
	compared: Compared,
	before: readonly Word[],
	behind: readonly Word[],
	voc: Vocabulary,
): Taken<Condition> | null {
	const { amounts, aroundNumber, be, nobody, off, pronouns, totals, wide, worth } = voc.is;
	const isAround = ({ text, said }: Word) =>
		(aroundNumber.has(text) || be.has(text)) && !totals.has(text) && said !== 'A';
	const isPercent = compared.unit === 'percent';
	const start = behind.findIndex((word) => !isAround(word));
	let length = start < 0 ? behind.length : start;
	const isOff = isPercent && behind.slice(0, length).some(({ text }) => off.has(text));
	const first = isOff ? -1 : before.findIndex((word) => !isAround(word));
	let label = first < 0 ? [] : before.slice(first, before.findLastIndex((word) => !isAround(word)) + 1);
	// "20% discount", "500 euros total".
	const next = behind[length];
	const isLabel =
		next && !next.quoted && (totals.has(next.text) || (isPercent && length === behind.length - 1));
	if (before.length === 0 && isLabel) {
		label = [next];
		length++;
	}
	const found = (name: string | null): Taken<Condition> => ({ found: value(name), length });
	const value = (name: string | null): Part => ({ is: 'value', label: name, ...compared });
	const [head] = label;
	if (!head) {
		if (isOff) return found('discount');
		if (compared.unit === 'number' || isPercent) return null;
		return found(compared.unit === 'money' ? 'total' : null);
	}
	if (label.every(({ text }) => totals.has(text))) return found(amounts.has(head.text) ? 'amount' : 'total');
	// "The total of an order".
	const isOf = totals.has(head.text) && label[1] !== undefined && isAround(label[1]);
	const named = isOf ? label.slice(label.findIndex((word, at) => at > 0 && !isAround(word))) : label;
	const isNone = ({ text, quoted }: Word) =>
		quoted ||
		[aroundNumber, nobody, pronouns].some((words) => words.has(text)) ||
		!/^[\p{L}\p{N}]/u.test(text);
	// Which price, nobody knows.
	const isWide = ({ text }: Word) => wide.has(text) && !totals.has(text) && !worth.has(text);
	const [only, ...more] = named;
	if (!only || named.length > 4 || named.some(isNone) || named.every(isWide)) return null;
	const name = worth.has(only.text) ? 'total' : saidBy(named).slice(0, LONGEST_BEYOND);
	const thing = only.text.replace(/s$/, '');
	const meaning = more.length === 0 && compared.unit === 'money' ? voc.meanings.get(thing) : undefined;
	if (!meaning) return found(name);
	const words = [thing, ...meaning.filter((word) => word !== thing)];
	return {
		found: joined('all', [{ is: 'says', words, match: 'any', in: 'anywhere' }, value(name)]),
		length,
	};
}
